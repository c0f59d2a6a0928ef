import { parseInline } from '../../documents/inline.ts'

/** Words that can go without a loss. */
const padding =
  /\b(?:really|very|just|simply|actually|basically|quite|truly|literally|in order(?= to)|of course|as a matter of fact|needless to say|at the end of the day)\s/gi

/** A shorter text that says the same thing first, or undefined where there is nothing to leave out. */
export function shorten(text: string): string | undefined {
  const candidates = [
    firstOf(text, /\n\n+/),
    firstSentences(text),
    firstClause(text),
    text.replace(padding, ''),
  ]
  return candidates.find(
    (candidate) =>
      candidate !== undefined &&
      candidate.length >= 8 &&
      candidate.length <= text.length * 0.85 &&
      isWhole(candidate),
  )
}

/** The first half of the sentences, one at least. */
function firstSentences(text: string): string | undefined {
  const sentences = text.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}“"*])/u)
  return sentences.length > 1 ? sentences.slice(0, Math.floor(sentences.length / 2)).join(' ') : undefined
}

/** What stands before a dash, semicolon, colon or the last comma. */
function firstClause(text: string): string | undefined {
  const end = /[.!?]$/.exec(text)?.[0] ?? ''
  const breaks = [
    ' – ',
    ' — ',
    '; ',
    ': ',
    ', and ',
    ', so ',
    ', which ',
    ', but ',
    ', because ',
    ', ',
    ' and ',
  ]
  for (const mark of breaks) {
    const at = text.lastIndexOf(mark)
    if (at > text.length * 0.3) return text.slice(0, at).trimEnd() + end
  }
  return undefined
}

function firstOf(text: string, separator: RegExp): string | undefined {
  const parts = text.split(separator)
  return parts.length > 1 ? parts[0] : undefined
}

/** Nothing may be cut in the middle of its markup. */
function isWhole(text: string): boolean {
  const loose = parseInline(text).some((node) => node.kind === 'text' && /\*|\[/.test(node.text))
  return !loose && (text.match(/\{\{/g)?.length ?? 0) === (text.match(/\}\}/g)?.length ?? 0)
}
