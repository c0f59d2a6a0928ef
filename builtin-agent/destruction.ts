import type { Block, Document } from '../document/index.ts'
import { namesTextBy, quotedIn, saysMany, saysRemoval, saysShorter, takesFrom } from './explicit.ts'

/** A destructive change that the message does not ask for explicitly. */
export type Unsaid =
  /** A section or an item is removed. */
  | { kind: 'removal'; blockIds: string[] }
  /** A text is replaced by a part of itself, or as a whole where the message quotes a part of it. */
  | { kind: 'part'; blockIds: string[]; quoted?: string; value: string }
  /** Several things change at once. */
  | { kind: 'many'; blockIds: string[] }

/** From this number of changed objects on, the message must mention several things. */
const many = 3

/** The first destructive change between two documents that the message does not ask for explicitly. */
export function findUnsaid(message: string, before: Document, after: Document): Unsaid | undefined {
  const [old, now] = [objectsOf(before), objectsOf(after)]
  // Items of a removed section are not counted separately.
  const removed = [...old.values()].filter(
    ({ id, blockId }) => !now.has(id) && (id === blockId || now.has(blockId)),
  )
  if (removed.length > 0 && !saysRemoval(message)) return { kind: 'removal', blockIds: blocksOf(removed) }
  const removedWhole = before.blocks.filter(
    ({ id, ...block }) => !now.has(id) && takesFrom(message, namesOf(block)),
  )
  if (removedWhole.length > 0) return { kind: 'removal', blockIds: removedWhole.map(({ id }) => id) }
  const changed = [...old.values()].filter(({ id, text }) => now.has(id) && now.get(id)?.text !== text)
  for (const { id, blockId, strings } of changed) {
    const texts = now.get(id)?.strings ?? new Map<string, string>()
    for (const [path, text] of strings) {
      const part = findPart(message, text, texts.get(path))
      if (part) return { ...part, blockIds: [blockId] }
    }
  }
  // Changes that follow from a removed item in the same block, such as the cells of a column, are not counted.
  const touched = [...removed, ...changed.filter(({ blockId }) => !blocksOf(removed).includes(blockId))]
  return touched.length >= many && !saysMany(message, touched.length)
    ? { kind: 'many', blockIds: blocksOf(touched) }
    : undefined
}

function findPart(
  message: string,
  was: string,
  is: string | undefined,
): Omit<Unsaid & { kind: 'part' }, 'blockIds'> | undefined {
  if (is === undefined || is === was) return undefined
  const quoted = quotedIn(message)
  const isExchanged = quoted.some((old) => [...quoted, ''].some((value) => was.replaceAll(old, value) === is))
  if (isExchanged || quoted.some((text) => isEqualText(text, was))) return undefined
  if (!quoted.some((text) => was.includes(text)) && wholePage.test(exchangedWord(was, is)))
    return { kind: 'part', value: is }
  const isGiven = message.toLowerCase().includes(is.toLowerCase())
  if (was.includes(is) && !isGiven && !saysShorter(message)) return { kind: 'part', value: is }
  const old = quoted.find((text) => text !== is && was.includes(text) && !namesTextBy(message, text))
  return old !== undefined && quoted.includes(is) ? { kind: 'part', quoted: old, value: is } : undefined
}

/** If the only word replaced in a text is one of these, the message most likely refers to the page as a whole. */
const wholePage = /^(?:page|site|website|document|background|design|look|everything)$/i

/** The words of the old text that the new text replaces. */
function exchangedWord(was: string, is: string): string {
  let start = 0
  while (start < was.length && was[start] === is[start]) start++
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++
  return was.slice(start, was.length - end).trim()
}

/** Whether two texts are equal apart from case and final punctuation. */
function isEqualText(one: string, other: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[.!?…]$/, '')
  return bare(one) === bare(other)
}

function namesOf({ type, props }: Pick<Block, 'type' | 'props'>): string[] {
  const heading = 'heading' in props && typeof props.heading === 'string' ? [props.heading.toLowerCase()] : []
  return [type, ...heading]
}

/** A block or a list item, with the texts that are directly its own. */
type Thing = { id: string; blockId: string; text: string; strings: Map<string, string> }

function objectsOf({ blocks }: Document): Map<string, Thing> {
  const found = new Map<string, Thing>()
  for (const block of blocks) addThing(found, block.id, block.id, block.props)
  return found
}

function addThing(found: Map<string, Thing>, id: string, blockId: string, fields: object) {
  const strings = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'string') strings.set(path, value)
    else if (Array.isArray(value) && value.every(isItem))
      for (const item of value) addThing(found, `${blockId} ${item.id}`, blockId, item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) if (name !== 'id') collect(inner, `${path}/${name}`)
  }
  collect(fields, '')
  found.set(id, { id, blockId, strings, text: JSON.stringify([...strings]) })
}

function isItem(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string'
}

function blocksOf(things: Thing[]): string[] {
  return [...new Set(things.map(({ blockId }) => blockId))]
}
