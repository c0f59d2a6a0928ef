import { type Token, tokenise } from '../tokens.ts'
import { type Act, acts, labels, type Role } from './labels.ts'

/** One part of a message with the role it has. */
export type Part = { role: Role; text: string; start: number; end: number; isQuote: boolean }
/** What is asked for: what to do, the parts it is done with, and the words from the first of them to the last. */
export type Wish = { act: Act | undefined; parts: Part[]; said: string }

const isOtherAct = (parts: Part[], role: Role) =>
  role !== 'undo' && acts.some((act) => act === role) && parts.some((part) => part.role === 'undo')

/** Puts the labels of a message together to wishes. */
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
      // What is to be undone, and what is to be done instead, are two wishes.
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

/** What is said about the wish is not part of its value. */
function dropTail(part: Part) {
  if (part.isQuote) return
  const text = part.text.replace(
    /\s+(?:(?:on|in|for) (?:this|that) (?:one|page)|from now on|these days|this time|these times|for now|as well|too|going forward|if possible)$/i,
    '',
  )
  part.end -= part.text.length - text.length
  part.text = text
}

/** Of "Small, Medium and Large." the last value has no full stop either. */
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

/** Of "prices per house, no wait, prices per property" the value is what was said last. */
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

/** Of "“Hosted in Frankfurt” here" the value is what is quoted. */
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
