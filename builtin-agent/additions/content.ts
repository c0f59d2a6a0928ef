import { isPlural } from '../nodeNames.ts'
import { trimmed } from '../roles/ways.ts'
import type { Part } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'

/** One piece of the content of an addition. */
export type Entry = {
  text: string
  isQuote: boolean
  /** The name that the message gives it: a property, or the title of a column. */
  name: string | undefined
  /** The text of the message between this entry and the part before it. */
  gap: string
}

/** The entries of an addition with their names, which stand before or after them. */
export function entriesOf(parts: Part[], message: string): Entry[] {
  const ordered = parts.filter(({ role }) => role === 'F' || role === 'V')
  const isNameLast =
    ordered.findIndex(({ role }) => role === 'F') > ordered.findIndex(({ role }) => role === 'V') &&
    ordered.at(-1)?.role === 'F'
  const entries: Entry[] = []
  let name: string | undefined
  for (const [at, part] of ordered.entries()) {
    const last = entries.at(-1)
    if (part.role === 'F') {
      const [before, next] = [ordered[at - 1], ordered[at + 1]]
      const gaps = [
        before && message.slice(before.end, part.start),
        next && message.slice(part.end, next.start),
      ] as const
      const isApart = gaps.map((gap) => gap === undefined || /[,;|\n]/.test(gap))
      // Connecting words such as "as" and "with" tell on which side of the text its name stands.
      const isLast =
        /\b(?:as|for|under)\s+(?:the |its |a )?$/i.test(gaps[0] ?? '') && gaps[1] !== ' '
          ? true
          : /\b(?:with|and|its|where)\s*$/i.test(message.slice(0, part.start)) && isNamed.test(gaps[1] ?? '-')
            ? false
            : isApart[0] === isApart[1]
              ? isNameLast
              : isApart[1]
      if (isLast && last && before?.role === 'V') {
        last.name ??= nameIn(part.text)
        if (isPlural(wordsOf(part.text).at(-1) ?? '')) nameRun(entries, last.name)
      } else name = nameIn(part.text)
      continue
    }
    const before = parts[parts.indexOf(part) - 1]
    entries.push({
      text: part.isQuote ? part.text : withStop(part, message, at < ordered.length - 1),
      isQuote: part.isQuote,
      name,
      gap: message.slice(before?.end ?? part.start, part.start),
    })
    name = undefined
  }
  return entries
}

/** A plural name after a list of entries names all of them. */
function nameRun(entries: Entry[], name: string) {
  for (let at = entries.length - 1; at > 0; at--) {
    const [, before] = [entries[at] as Entry, entries[at - 1] as Entry]
    if (before.name) return
    before.name = name
  }
}

/** A name and its text with nothing but connecting words between them. */
const isNamed = /^\s*(?:[:=]|is|are|reads?|says?|saying)?\s*$/i

const nameIn = (text: string) =>
  text
    .slice(0, 200)
    .trim()
    .replace(/^(?:(?:its|the|with|a|an|and|whose|where|one|two|these|this)\s+)+/i, '')
    .replace(/[\s:=?.,]+$/, '')
    .replace(/\s+(?:is|are|reads|being)$/i, '')

/** A text without separators, but with the question mark that ends its sentence. */
function withStop({ text, end }: Part, message: string, isFollowed: boolean): string {
  const words = trimmed(text, /[\s,;]/)
  // The question mark after the last entry may belong to the request.
  if (isFollowed && message[end] === '?') return `${words}?`
  return words
}

/** Whether a text only describes content that is not given, by its number and kind. */
export function isDescription({ text, isQuote }: Entry): boolean {
  return (
    !isQuote &&
    /^(?:some|several|a few|our|the|your|their|my|another|new|more|two|three|four|five)\b.{0,60}\b(?:customers?|clients?|partners?|quotes?|testimonials?|logos?|ones?|questions?|features?|stuff|things?|numbers?|figures?|section|companies|videos?|clips?|films?|maps?|charts?|brochures?|case stud(?:y|ies)|podcasts?|calculators?)$/i.test(
      text,
    )
  )
}

/** The entries as a message would state them. */
export const saidIn = (entries: Entry[]) =>
  entries.map(({ text, name }) => (name ? `${name}: “${text}”` : `“${text}”`)).join(', ')
