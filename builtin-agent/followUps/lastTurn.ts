import type { Document } from '../../document/index.ts'
import type { Turn } from '../agent.ts'
import { check } from '../check.ts'
import type { Node } from '../nodes.ts'
import { nodeAt, openPage, type Page } from '../page.ts'
import { readMessage } from '../readMessage.ts'
import { undoLast } from '../recognisers/past.ts'
import { areListed } from '../roles/meant.ts'
import { readWishes } from '../roles/model.ts'
import { isSame } from '../roles/readings.ts'
import type { Part, Wish } from '../roles/wishes.ts'
import { correctedIn } from './openings.ts'

type Operations = NonNullable<Turn['operations']>

/** A message that only makes sense after the last one: what it comes to, and on which page. */
export type FollowUp = { message: string; page?: Page }

/** The turn that a follow-up goes on from. */
export type LastTurn = {
  /** The message whose wish is repeated or corrected. After "the FAQ too" that is the one before it. */
  asked: string
  wish: Wish
  /** What the last turn did. */
  operations: Operations
  /** How many turns a correction takes back: the last one, and those that it corrected itself. */
  count: number
}

const mostTurns = 6

export function lastTurn(page: Page): LastTurn | undefined {
  const { conversation } = page.context
  const messages = conversation.filter(({ author }) => author === 'user').slice(-mostTurns)
  const operations = conversation.findLast(({ author }) => author === 'agent')?.operations ?? []
  let count = 1
  let isCorrecting = true
  for (const { text } of messages.toReversed()) {
    const corrected = correctedIn(text)
    const asked = corrected ?? text
    const wish = readWishes(asked, page)[0]?.wishes.findLast(isWhole)
    if (wish) return { asked, wish, operations, count }
    isCorrecting &&= corrected !== undefined
    if (isCorrecting) count++
  }
  return undefined
}

/** Whether a wish needs nothing that was said before it: "remove the FAQ", "Boutique is €260 now". */
const isWhole = ({ act, parts }: Wish) =>
  parts.length > 1 && (act !== undefined || new Set(parts.map(({ role }) => role)).size > 1)

/** The page without what the last turn did. What that was about is what "the other one" goes by. */
export async function takeBack({ operations, count }: LastTurn, page: Page): Promise<Page | undefined> {
  const outcome = await undoLast(count, { ...page, selected: undefined })
  if (outcome.kind !== 'done') return undefined
  const before = openPage(page.context, outcome.draft.document)
  return { ...before, focus: touchedBy(operations, before) }
}

/** What a wish is about: the first thing that it names, or all of them where they stand in a row. */
export function targetOf({ asked, wish }: LastTurn): Part | undefined {
  const targets = wish.parts.filter(({ role }) => role === 'T')
  const [first] = targets
  const last = targets.at(-1)
  if (!first || !last || !(wish.act === 'swap' || areListed(targets, asked))) return first
  return { ...first, end: last.end, text: asked.slice(first.start, last.end), isQuote: false }
}

/** The part of a wish that has a role, where there is one only. */
export function onlyPart({ parts }: Wish, role: Part['role']): Part | undefined {
  const found = parts.filter((part) => part.role === role)
  return found.length === 1 ? found[0] : undefined
}

/** A message with other words in the place of a part. */
export const withPart = (message: string, { start, end }: Part, words: string) =>
  `${message.slice(0, start)}${words}${message.slice(end)}`

/** What a message makes of a page, where all of it is understood and something changes. */
export async function resultOf(message: string, page: Page): Promise<Document | undefined> {
  const { draft, reply } = await readMessage(message, page)
  if (!draft || reply.unknown.length > 0) return undefined
  const checked = check(page, draft)
  return 'document' in checked ? checked.document : undefined
}

/** The first of some messages that changes a page, and makes another page of it than `now`. */
export async function firstWorking(
  messages: string[],
  page: Page,
  now: Document,
  fits: (document: Document) => boolean = () => true,
): Promise<FollowUp | undefined> {
  for (const message of new Set(messages)) {
    const document = await resultOf(message, page)
    if (document && !isSame(document, now) && fits(document)) return { message, page }
  }
  return undefined
}

/** What operations were about, as far as it is on a page. */
export function touchedBy(operations: Operations, page: Page): Node[] {
  // To highlight one plan, the highlight of another one goes; the change is not about that.
  const given = operations.filter((operation) => !takesFromItem(operation))
  return (given.length > 0 ? given : operations).flatMap((operation) => touchedByOne(operation, page))
}

const takesFromItem = (operation: Operations[number]) =>
  operation.type === 'updateItem' && Object.values(operation.props).every((value) => value === null)

function touchedByOne(operation: Operations[number], page: Page): Node[] {
  const some = (node: Node | undefined) => (node ? [node] : [])
  const itemIn = (blockId: string, list: string, id: unknown) =>
    nodeAt(page, blockId, list)?.children.find(
      ({ value }) => (value as { id?: string } | undefined)?.id === id,
    )
  switch (operation.type) {
    case 'updateBlock':
      return Object.keys(operation.props).flatMap((prop) => {
        const node = nodeAt(page, operation.blockId, prop)
        return node?.kind === 'group'
          ? [node, ...node.children.filter(({ kind }) => kind === 'text')]
          : some(node)
      })
    case 'addBlock':
      return some(nodeAt(page, operation.block.id))
    case 'moveBlock':
    case 'removeBlock':
      return some(nodeAt(page, operation.blockId))
    case 'updateItem': {
      const item = itemIn(operation.blockId, operation.list, operation.itemId)
      return Object.keys(operation.props).flatMap((prop) =>
        some(item?.children.find((child) => child.prop === prop)),
      )
    }
    case 'addItem':
      return some(itemIn(operation.blockId, operation.list, operation.item.id))
    case 'moveItem':
    case 'removeItem':
      return some(itemIn(operation.blockId, operation.list, operation.itemId))
    case 'setTheme':
      return page.nodes.filter(({ kind, prop }) => kind === 'theme' && Object.hasOwn(operation.theme, prop))
    case 'setMetadata':
      return page.nodes.filter(({ kind, prop }) => kind === 'meta' && Object.hasOwn(operation.metadata, prop))
  }
}
