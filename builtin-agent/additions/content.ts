import { isPlural } from '../nodeNames.ts'
import { trimmed } from '../roles/ways.ts'
import type { Part } from '../roles/wishes.ts'
import { wordsOf } from '../tokens.ts'

/** One piece of what is to be added. */
export type Entry = {
  text: string
  isQuote: boolean
  /** What the message calls it, such as "answer" or the title of a column. */
  name: string | undefined
  /** What stands between it and the part before. */
  gap: string
}

/** The pieces of new content with the names given for them, before ("Q: …") or after them ("yes for Solvane"). */
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
      // "“Week 3” as its time" and "with the text “We switch on.”" say which way they go.
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

/** The name applies to all that are listed. */
function nameRun(entries: Entry[], name: string) {
  for (let at = entries.length - 1; at > 0; at--) {
    const [, before] = [entries[at] as Entry, entries[at - 1] as Entry]
    if (before.name) return
    before.name = name
  }
}

/** Nothing between a name and what it names but words that join them. */
const isNamed = /^\s*(?:[:=]|is|are|reads?|says?|saying)?\s*$/i

const nameIn = (text: string) =>
  text
    .slice(0, 200)
    .trim()
    .replace(/^(?:(?:its|the|with|a|an|and|whose|where|one|two|these|this)\s+)+/i, '')
    .replace(/[\s:=?.,]+$/, '')
    .replace(/\s+(?:is|are|reads|being)$/i, '')

/** A text without marks that only divide, and with the full stop that ends its sentence. */
function withStop({ text, end }: Part, message: string, isFollowed: boolean): string {
  const words = trimmed(text, /[\s,;]/)
  // The mark of the last piece may belong to the request: "Could we add Adatum?"
  if (isFollowed && message[end] === '?') return `${words}?`
  return words
}

/** Whether a text stands for content that is not given: "three figures", "something nice". */
export function isDescription({ text, isQuote }: Entry): boolean {
  return (
    !isQuote &&
    /^(?:some|several|a few|our|the|your|their|my|another|new|more|two|three|four|five)\b.{0,60}\b(?:customers?|clients?|partners?|quotes?|testimonials?|logos?|ones?|questions?|features?|stuff|things?|numbers?|figures?|section|companies|videos?|clips?|films?|maps?|charts?|brochures?|case stud(?:y|ies)|podcasts?|calculators?)$/i.test(
      text,
    )
  )
}

/** Pieces of content as one would say them. */
export const saidIn = (entries: Entry[]) =>
  entries.map(({ text, name }) => (name ? `${name}: “${text}”` : `“${text}”`)).join(', ')
