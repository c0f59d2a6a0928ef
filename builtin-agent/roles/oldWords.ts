import type { OpenPage } from '../page.ts'
import { dayLike } from '../values/dates.ts'
import { leavesWith } from '../values/replace.ts'
import { momentsIn, shapeOf } from '../values/shapes.ts'
import { numbers } from '../words/plain.ts'
import { counterpart, isNumber } from './amounts.ts'
import { trimmed } from './ways.ts'
import type { Part } from './wishes.ts'

/** The old words as the page has them: with digits, in its date format, and without nouns such as "the word". */
export function writtenAs({ text, isQuote }: Part, page: OpenPage): string {
  if (isQuote) return text
  const said = trimmed(text).replace(/^(?:the|our) (?:words?|term|phrase|text) /i, '')
  const plain = said.replace(/^["“”'‘’«]\s*|\s*["“”'‘’»]$/g, '')
  const digits = (words: string) =>
    words.replace(/\p{L}+/gu, (word) => String(numbers[word.toLowerCase()] ?? word))
  const day = page.nodes.flatMap(({ value }) =>
    typeof value === 'string' && dayLike(plain, value)?.toLowerCase() === value.toLowerCase() ? value : [],
  )[0]
  if (day) return day
  const bare = plain.replace(/^(?:the|an?|our|that|those|these) /i, '')
  return (
    [plain, digits(plain)].find((words) => leavesWith(words, page).length > 0) ??
    [bare, digits(bare)].find((words) => leavesWith(words, page).length === 1) ??
    plain
  )
}

/** Removes words from the old ones that are also before the new ones, and so stay. */
export function withoutRepeated(old: Part | undefined, value: Part, message: string): Part | undefined {
  // If the value is an amount, words before the old amount stay as well.
  const words = old?.text.split(/\s+/) ?? []
  const amount = words.findIndex(isNumber)
  if (old && !old.isQuote && amount > 0 && isNumber(value.text.split(/\s+/)[0] ?? '') && words.length > 3)
    return { ...old, text: words.slice(amount).join(' ') }
  const [lead] = /^\p{Ll}+\s+(?=\S)/u.exec(old?.text ?? '') ?? []
  if (!old || old.isQuote || !lead || !message.slice(0, value.start).toLowerCase().endsWith(lead)) return old
  return { ...old, text: old.text.slice(lead.length), start: old.start + lead.length }
}

/**
 * Old and new words as the page has them: a date in its format, and only the part of the new words that replaces the old.
 */
export function inNumber(old: string, { text, isQuote }: Part, page: OpenPage): [string, string] {
  const value = isQuote ? text : trimmed(text)
  const [moment, ...others] = shapeOf(value) === 'time' ? momentsIn(old) : []
  if (moment && others.length === 0 && leavesWith(moment, page).length > 0) return [moment, value]
  return [old, isQuote ? value : (dayLike(value, old) ?? counterpart(value, old))]
}
