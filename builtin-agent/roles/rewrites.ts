import type { Node } from '../nodes.ts'
import { type Limit, longestText, shortenTexts } from '../operations/shortenTexts.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { Referents } from '../references/rank.ts'
import { numbers } from '../words/plain.ts'
import { isPiece } from './pieces.ts'
import { requestFor, type Way } from './ways.ts'
import type { Wish } from './wishes.ts'

const shorter =
  /\b(?:shorten|shorter|short|trim|tighten|tighter|condense|concise|brief|briefer|cut|compress|down|snappier|punchier|reduce|crisper|less wordy|half)\b/i
/** Rules can't ensure that certain content is kept. */
const kept =
  /\b(?:keep|keeping|lose|losing|survive|survives|stays?|stay in|retain|mention|mentions|without (?:dropping|cutting))\b/i

/** Ways to shorten a text. Other rewriting needs a language model. */
export function* rewrites(
  wish: Wish,
  pointed: Referents[] | undefined,
  page: OpenPage,
  message: string,
): Generator<Way> {
  const how = wish.parts
    .filter(({ role }) => role === 'rewrite' || role === 'V')
    .map(({ text }) => text)
    .join(' ')
  const limit = limitIn(how)
  const isLimited = wish.parts.some(({ role }) => role === 'V')
  if ((isLimited ? !limit : !shorter.test(how)) || kept.test(message) || /\beach\b/i.test(how)) return
  const pieces = wish.parts.filter(({ role, text }) => role === 'T' && isPiece(text))
  if (pieces.length > 0) return
  for (const { nodes, likelihood } of pointed ?? []) {
    const texts = nodes.flatMap((node) => (isText(node) ? [node] : longestText(node)))
    if (texts.length === 0) continue
    const outcome: Outcome = shortenTexts(texts, limit ?? {}, page)
    yield { likelihood, request: requestFor(outcome), outcome }
  }
}

const isText = ({ kind, value }: Node) => (kind === 'text' || kind === 'meta') && typeof value === 'string'

function limitIn(how: string): Limit | undefined {
  const [, number = '', unit = ''] =
    /\b(\d{1,3}|\p{L}+)\s+(?:short\s+)?(words?|sentences?|characters?|phrases?)\b/iu.exec(how) ?? []
  const count =
    numbers[number.toLowerCase()] ??
    (/^\d+$/.test(number) ? Number(number) : /^(?:a|single)$/i.test(number) ? 1 : undefined)
  if (count !== undefined)
    return /^word/i.test(unit)
      ? { words: count }
      : /^char/i.test(unit)
        ? { characters: count }
        : { sentences: count }
  return /\bhalf\b/i.test(how) ? { isHalf: true } : undefined
}
