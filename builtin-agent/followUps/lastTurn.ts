import type { Document } from '../../document/index.ts'
import type { Turn } from '../agent.ts'
import { check } from '../check.ts'
import { type OpenPage, openPage } from '../page.ts'
import { readMessage } from '../readMessage.ts'
import { undoLast } from '../recognisers/past.ts'
import { areListed } from '../roles/meant.ts'
import { readWishes } from '../roles/model.ts'
import { isSame } from '../roles/samePage.ts'
import type { Part, Wish } from '../roles/wishes.ts'
import { touchedBy } from '../touched.ts'
import { correctedIn } from './openings.ts'

type Operations = NonNullable<Turn['operations']>

/** A wish and the message that it was read from. */
type Asked = { message: string; wish: Wish }

/** A message that depends on the last turn: its wishes, completed from that turn, and the page to carry them out on. */
export type FollowUp = { message: string; wishes?: Wish[]; page?: OpenPage }

/** The turn that a follow-up refers to. */
export type LastTurn = {
  /** The last message that is complete in itself, with its wish. */
  asked: Asked
  /** The operations of the last turn. */
  operations: Operations
  /** How many turns a correction undoes: the last one, and those before it that were corrections as well. */
  count: number
}

const mostTurns = 6

/** The last turn. Its wish is read on the version of the page that it was sent for, if that is still stored. */
export async function lastTurn(now: OpenPage): Promise<LastTurn | undefined> {
  const undone = await undoLast(1, { ...now, selected: undefined })
  const page = undone.kind === 'done' ? openPage(now.context, undone.draft.document) : now
  const { conversation } = page.context
  const messages = conversation.filter(({ author }) => author === 'user').slice(-mostTurns)
  const operations = conversation.findLast(({ author }) => author === 'agent')?.operations ?? []
  let count = 1
  let isCorrecting = true
  for (const { text } of messages.toReversed()) {
    const corrected = correctedIn(text)
    const message = corrected ?? text
    const wish = readWishes(message, page)[0]?.wishes.findLast(isWhole)
    if (wish) return { asked: { message, wish }, operations, count }
    isCorrecting &&= corrected !== undefined
    if (isCorrecting) count++
  }
  return undefined
}

/** Whether a wish is complete without earlier messages. */
const isWhole = ({ act, parts }: Wish) =>
  parts.length > 1 && (act !== undefined || new Set(parts.map(({ role }) => role)).size > 1)

/** The page without the changes of the last turn. Their nodes stay in focus, so that "other" can refer to them. */
export async function takeBack(
  { operations, count }: LastTurn,
  page: OpenPage,
): Promise<OpenPage | undefined> {
  const outcome = await undoLast(count, { ...page, selected: undefined })
  if (outcome.kind !== 'done') return undefined
  const before = openPage(page.context, outcome.draft.document)
  return { ...before, focus: touchedBy(operations, before) }
}

/** The target of a wish: the first one, or all of them in an enumeration or a swap. */
export function targetOf({ message, wish }: Asked): Part | undefined {
  const targets = wish.parts.filter(({ role }) => role === 'T')
  const [first] = targets
  const last = targets.at(-1)
  if (!first || !last || !(wish.act === 'swap' || areListed(targets, message))) return first
  return { ...first, end: last.end, text: message.slice(first.start, last.end), isQuote: false }
}

/** The only part of a wish with a role; undefined if there are several. */
export function onlyPart({ parts }: Wish, role: Part['role']): Part | undefined {
  const found = parts.filter((part) => part.role === role)
  return found.length === 1 ? found[0] : undefined
}

/** A wish with one part replaced, and its message with the same replacement. */
export function withWords({ message, wish }: Asked, old: Part, words: string): Asked {
  const [, quote] = /^["“](.+)["”]$/s.exec(words) ?? []
  const text = quote ?? words
  const isQuote = quote !== undefined || old.isQuote
  const written = isQuote ? `"${text}"` : text
  const by = written.length - (old.end - old.start)
  const next = `${message.slice(0, old.start)}${written}${message.slice(old.end)}`
  const moved = (part: Part): Part[] => {
    if (part.start === old.start) return [{ ...part, text, isQuote, end: old.end + by }]
    if (part.start > old.start && part.end <= old.end) return []
    return [part.start >= old.end ? { ...part, start: part.start + by, end: part.end + by } : part]
  }
  const parts = wish.parts.flatMap(moved)
  return {
    message: next,
    wish: { ...wish, parts, said: next.slice(parts[0]?.start, parts.at(-1)?.end) },
  }
}

/** The document that a follow-up produces; undefined unless all of it can be carried out. */
export async function resultOf({ message, wishes }: FollowUp, page: OpenPage): Promise<Document | undefined> {
  const { draft, reply } = await readMessage(message, page, wishes)
  if (!draft || reply.isUnclear) return undefined
  const checked = check(page, draft)
  return 'document' in checked ? checked.document : undefined
}

/** The first wish that changes the page into something else than `now`. */
export async function firstWorking(
  all: Asked[],
  page: OpenPage,
  now: Document,
  fits: (document: Document) => boolean = () => true,
): Promise<FollowUp | undefined> {
  for (const { message, wish } of all) {
    const followUp = { message, wishes: [wish], page }
    const document = await resultOf(followUp, page)
    if (document && !isSame(document, now) && fits(document)) return followUp
  }
  return undefined
}
