import { parseInline } from '../../shared/inline.ts'
import { padding } from '../words/english.ts'

const paddingPattern = new RegExp(`\\b(?:${padding.split(', ').join('|')}|in order(?= to))\\s`, 'gi')

/** Shortens a text by leaving out sentences or clauses; undefined if that is not possible. */
export function shorten(text: string): string | undefined {
  const candidates = [
    firstOf(text, /\n\n+/),
    firstSentences(text),
    firstClause(text),
    text.replace(paddingPattern, ''),
    withoutRelative(text),
  ]
  return candidates.find(
    (candidate) =>
      candidate !== undefined &&
      candidate.length >= 8 &&
      candidate.length <= text.length * 0.85 &&
      isWhole(candidate),
  )
}

/** Shortens a text to a number of words, by whole sentences if possible, otherwise by clauses. */
export function toWords(text: string, most: number): string | undefined {
  const count = (part: string) => part.split(/\s+/).filter(Boolean).length
  if (count(text) <= most) return undefined
  const end = /[.!?]$/.exec(text)?.[0] ?? ''
  const sentences = text.split(/(?<=[.!?…])\s+/)
  let whole = ''
  for (const sentence of sentences) {
    if (count(`${whole} ${sentence}`) > most) break
    whole = `${whole} ${sentence}`.trim()
  }
  if (whole) return whole
  const parts = (sentences[0] ?? text).split(
    /(?=,? (?:and|so|but|which|because|before|after|that|to|for|with|until|when|while|who) )|(?=, )|(?= [–—] )/,
  )
  let clause = ''
  for (const part of parts) {
    if (count(clause + part) > most) break
    clause += part
  }
  const bare = clause.trim().replace(/[,;:]$/, '')
  return count(bare) >= Math.min(3, most) && isWhole(bare) ? bare.replace(/[.!?]$/, '') + end : undefined
}

/** The first half of the sentences, at least one. */
function firstSentences(text: string): string | undefined {
  const sentences = text.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}“"*])/u)
  return sentences.length > 1 ? sentences.slice(0, Math.floor(sentences.length / 2)).join(' ') : undefined
}

/** The text before a dash, semicolon, colon or the last comma. */
function firstClause(text: string): string | undefined {
  const end = /[.!?]$/.exec(text)?.[0] ?? ''
  for (const mark of [
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
  ]) {
    const at = text.lastIndexOf(mark)
    if (at > text.length * 0.3) return text.slice(0, at).trimEnd() + end
  }
  return undefined
}

/** The text without a relative clause at its end, even one without a pronoun. */
function withoutRelative(text: string): string | undefined {
  const end = /[.!?]$/.exec(text)?.[0] ?? ''
  const match = /^(.{8,}?\s\p{L}+) (?:that|which|who|you|we|they|it)\s.*$/u.exec(text)
  return match?.[1] &&
    match[1].split(/\s+/).length >= 3 &&
    !/ (?:for|to|of|with|and|see|what|how|than|by|at|in|on|from)$/i.test(match[1])
    ? match[1] + end
    : undefined
}

function firstOf(text: string, separator: RegExp): string | undefined {
  const parts = text.split(separator)
  return parts.length > 1 ? parts[0] : undefined
}

/** Whether markup is balanced, so that no cut is inside of it. */
function isWhole(text: string): boolean {
  const loose = parseInline(text).some((node) => node.kind === 'text' && /\*|\[/.test(node.text))
  return !loose && (text.match(/\{\{/g)?.length ?? 0) === (text.match(/\}\}/g)?.length ?? 0)
}
