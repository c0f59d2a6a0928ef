import type { Around } from '../references/phrase.ts'
import { tokenise } from '../tokens.ts'
import type { Part, Wish } from './wishes.ts'

/** The context of a phrase: its wish, and the message before it. */
export function aroundOf(part: Part, { act, parts }: Wish, message: string): Around {
  const value = parts.findLast(({ role }) => role === 'V')
  const others = parts.filter(
    ({ role, start, end }) => role === 'T' && (end <= part.start || start >= part.end),
  )
  return {
    act,
    value,
    old: parts.find(({ role }) => role === 'O')?.text,
    beside: others.flatMap(({ text }) => tokenise(text)),
    rest: tokenise(message.slice(0, part.start)).filter((token) =>
      parts.every(({ start, end }) => token.end <= start || token.start >= end),
    ),
  }
}
