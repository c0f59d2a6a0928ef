import { tokenise } from '../tokens.ts'
import { classesOf } from '../verbs.ts'
import { fillers, isFunctionWord } from '../words/plain.ts'
import type { Wish } from './wishes.ts'

/** How clear a wish is. Content words without a role make it less likely that it was read correctly. */
export function clarity({ act, parts }: Wish, message: string): number {
  let unread = 0
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (!before || before.end >= part.start) continue
    const gap = message.slice(before.end, part.start)
    const near = gap.slice(gap.search(/[.!?\n](?!.*[.!?\n])/) + 1)
    unread += unreadIn(near)
  }
  const rest = /^(?:\bno\.(?=\s*\d)|[^.!?,;:(\n–])*/.exec(message.slice(parts.at(-1)?.end))?.[0] ?? ''
  // A further object after the last part was probably missed by the reading.
  const isMore = oneMore.test(rest)
  const after = unreadIn(rest.replace(numbering, '').split(reason)[0] ?? '')
  const tail = message.slice(parts.at(-1)?.end).replace(/^["”'’]/, '')
  const isMissed = /^["”]?,? (?:at |on |in )?(?:the )?(?:top and bottom|both places)\b/i.test(tail)
  return 0.7 ** (unread + after * (act === 'add' ? 2 : 1) + (isMore ? 6 : 0) + (isMissed ? 14 : 0))
}
/** The number of the next point in a list. */
const numbering = /[\s(]*\b\d{1,2}[.):]?\s*$/
export const takenBack =
  /^[\s,.;–—-]*(?:(?:no|oh|sorry|hmm),? (?:wait|sorry|rather|actually)|(?:wait|sorry),? (?:no|i mean)|scratch that|i mean(?:t)? the)\b/i
/** A conjunction with another noun phrase. */
const oneMore = /^\s*(?:and|&|plus)\s+(?:also\s+)?(?:the|our|both|all)\s+\w+(?:\s+\w+)?\s*$/i
const reason = /\b(?:because|since|as|so|but|and|while|which|who|if|when|for)\b/i
const unreadIn = (text: string) =>
  tokenise(text).filter(
    ({ kind, norm }) =>
      kind === 'number' ||
      kind === 'quote' ||
      (kind === 'word' && norm.length > 2 && !isStructuralWord(norm)),
  ).length
export const isStructuralWord = (word: string) =>
  isFunctionWord(word) || fillers.has(word) || plainWords.has(word) || classesOf(word).length > 0
const plainWords = new Set(
  'should read reads say says said needs need want wants would like must now not but and instead than because since into onto become becomes called will can could our their from that this its his her they she you we goes longer anymore only more one new there here then also please thank thanks been being have has had was were gets got'.split(
    ' ',
  ),
)
