import type { Block, Document } from '../document/index.ts'
import { namesTextBy, quotedIn, saysMany, saysRemoval, saysShorter, takesFrom } from './explicit.ts'

/** What an edit would destroy although the message does not say so. */
export type Unsaid =
  /** A section or an item is removed. */
  | { kind: 'removal'; blockIds: string[] }
  /** A text is replaced by a part of itself, or as a whole where the message quotes a part of it. */
  | { kind: 'part'; blockIds: string[]; quoted?: string; value: string }
  /** Several things change at once. */
  | { kind: 'many'; blockIds: string[] }

/** From so many objects on, a message must speak of several. */
const many = 3

/** What the edit from one document to the other destroys and the message does not ask for in so many words. */
export function findUnsaid(message: string, before: Document, after: Document): Unsaid | undefined {
  const [old, now] = [objectsOf(before), objectsOf(after)]
  // The items of a section that goes do not count beside it.
  const removed = [...old.values()].filter(
    ({ id, blockId }) => !now.has(id) && (id === blockId || now.has(blockId)),
  )
  if (removed.length > 0 && !saysRemoval(message)) return { kind: 'removal', blockIds: blocksOf(removed) }
  const emptied = before.blocks.filter(
    ({ id, ...block }) => !now.has(id) && takesFrom(message, namesOf(block)),
  )
  if (emptied.length > 0) return { kind: 'removal', blockIds: emptied.map(({ id }) => id) }
  const changed = [...old.values()].filter(({ id, text }) => now.has(id) && now.get(id)?.text !== text)
  for (const { id, blockId, strings } of changed) {
    const texts = now.get(id)?.strings ?? new Map<string, string>()
    for (const [path, text] of strings) {
      const part = findPart(message, text, texts.get(path))
      if (part) return { ...part, blockIds: [blockId] }
    }
  }
  // With an item, what belongs to it goes too: a column takes its cells out of every row.
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

/** “Make the page darker” speaks of the whole page, never of the word “page” in a text. */
const wholePage = /^(?:page|site|website|document|background|design|look|everything)$/i

/** The words of a text that others took the place of. */
function exchangedWord(was: string, is: string): string {
  let start = 0
  while (start < was.length && was[start] === is[start]) start++
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++
  return was.slice(start, was.length - end).trim()
}

/** Equal but for case and a mark at the end. */
function isEqualText(one: string, other: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[.!?…]$/, '')
  return bare(one) === bare(other)
}

function namesOf({ type, props }: Pick<Block, 'type' | 'props'>): string[] {
  const heading = 'heading' in props && typeof props.heading === 'string' ? [props.heading.toLowerCase()] : []
  return [type, ...heading]
}

/** A block or an item of a list, with the texts that are its own. */
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
