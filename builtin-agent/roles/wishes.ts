import { type Token, tokenise } from '../tokens.ts'
import { type Act, acts, labels, type WordRole } from './labels.ts'

/** A span of the message, with its role. */
export type Part = { role: WordRole; text: string; start: number; end: number; isQuote: boolean }
/** A wish: the act, its parts, and the words from the first part to the last. */
export type Wish = { act: Act | undefined; parts: Part[]; said: string }

const isOtherAct = (parts: Part[], role: WordRole) =>
  role !== 'undo' && acts.some((act) => act === role) && parts.some((part) => part.role === 'undo')

/** Combines the labels of a message into wishes. */
export function wishesOf(tokens: Token[], path: number[], message: string): Wish[] {
  const wishes: Part[][] = []
  let part: Part | undefined
  for (const [at, index] of path.entries()) {
    const token = tokens[at] as Token
    const { role, edge } = labels[index] ?? {}
    if (!role) part = undefined
    else if (edge === 'inside' && part) {
      part.end = token.end
      part.isQuote = false
      part.text = message.slice(part.start, part.end)
    } else {
      if (edge === 'next' || wishes.length === 0) wishes.push([])
      const isQuote = token.kind === 'quote'
      part = {
        role,
        start: token.start,
        end: token.end,
        isQuote,
        text: isQuote ? token.text : message.slice(token.start, token.end),
      }
      // An undo and the new change are two wishes.
      if (isOtherAct(wishes.at(-1) ?? [], role)) wishes.push([])
      wishes.at(-1)?.push(part)
    }
  }
  for (const part of wishes.flat())
    if (part.role === 'V') {
      keepQuote(part)
      dropTail(part)
      keepLast(part)
    }
  for (const parts of wishes) dropFullStop(parts)
  return wishes.map((parts) => ({
    act: acts.find((act) => parts.some(({ role }) => role === act)),
    parts,
    said: message.slice(parts[0]?.start, parts.at(-1)?.end),
  }))
}

/** Removes an adverbial about the wish from the end of its value. */
function dropTail(part: Part) {
  if (part.isQuote) return
  const text = part.text.replace(
    /\s+(?:(?:on|in|for) (?:this|that) (?:one|page)|from now on|these days|this time|these times|for now|as well|too|going forward|if possible)$/i,
    '',
  )
  part.end -= part.text.length - text.length
  part.text = text
}

/** Removes the full stop of the sentence from the last value of an enumeration. */
function dropFullStop(parts: Part[]) {
  const values = parts.filter(({ role, isQuote }) => role === 'V' && !isQuote)
  const last = values.at(-1)
  if (
    !last ||
    values.length < 3 ||
    !values.every(({ text }) => /^\S+$/.test(text)) ||
    !/\w\.$/.test(last.text)
  )
    return
  last.text = last.text.slice(0, -1)
  last.end -= 1
}

/** Removes everything before a correction from a value. */
function keepLast(part: Part) {
  if (part.isQuote) return
  const taken =
    /^.*\b(?:no wait|wait no|wait|scratch that|i mean|no sorry|sorry no|or rather|correction)\b[\s,.:–-]*(?=\S)/is.exec(
      part.text,
    )
  if (!taken) return
  part.start += taken[0].length
  part.text = part.text.slice(taken[0].length)
}

/** If a value consists of a quote with a word or two beside it, only the quote counts. */
function keepQuote(part: Part) {
  const [first, ...others] = tokenise(part.text)
  if (
    part.isQuote ||
    first?.kind !== 'quote' ||
    others.length === 0 ||
    others.length > 2 ||
    others.some(({ kind }) => kind === 'quote')
  )
    return
  part.text = first.text
  part.isQuote = true
}
