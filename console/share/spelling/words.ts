import { plainText } from '../../../shared/plainText.ts'
import { mapStrings } from '../../../shared/strings.ts'
import type { Document } from '../../documents/document.ts'
import type { BlockTypes } from '../../documents/schema.ts'

/** A text of a page with its path. */
export type PlacedText = { path: string; text: string }

/** The texts that visitors read: no links, enumerations or hidden blocks. */
export function textsOf({ blocks }: Document, { types }: BlockTypes): PlacedText[] {
  return blocks.flatMap(({ type, props, hidden }, index) => {
    const schema = types.get(type)?.props
    if (!schema || hidden) return []
    const texts: PlacedText[] = []
    mapStrings(schema, props, (text, { kind, path }) => {
      if (kind && kind !== 'link') texts.push({ path: `/blocks/${index}/props${path}`, text })
      return text
    })
    return texts
  })
}

type Occurrence = { word: string; isCapital: boolean; isFirst: boolean }

/**
 * The words of a page that may be misspelt. Skips known names, placeholders, domains and addresses, words with digits
 * or several capitals, and words that are capitalised inside a sentence or more than once.
 */
export function wordsToCheck(texts: PlacedText[], leftOut: Iterable<string>): string[] {
  const known = new Set(
    [...leftOut].flatMap((name) => plainWords(name).map(({ word }) => word.toLowerCase())),
  )
  const all = texts.map(({ text }) => plainWords(text)).filter((words) => !isTitle(words))
  const capitals = new Map<string, number>()
  for (const { word, isCapital } of all.flat())
    if (isCapital) capitals.set(word.toLowerCase(), (capitals.get(word.toLowerCase()) ?? 0) + 1)
  const found = new Map<string, string>()
  for (const { word, isCapital, isFirst } of all.flat()) {
    const folded = word.toLowerCase()
    if (known.has(folded)) continue
    if (isCapital && (!isFirst || (capitals.get(folded) ?? 0) > 1)) continue
    if (!isCapital || !found.has(folded)) found.set(folded, word)
  }
  return [...found.values()]
}

/** A text with only capitalised words: a name, or a heading in title case, in which names can't be recognised. */
function isTitle(words: Occurrence[]): boolean {
  return words.length > 0 && words.every(({ isCapital }) => isCapital)
}

const token = /\{\{[^{}]*\}\}/g
const linkTarget = /\]\([^()\s]*\)/g
const piece = /[^\s“”"„«»()[\]{}<>,;!?…*|–—]+/g

function plainWords(text: string): Occurrence[] {
  // A placeholder stands for a word, so the word after it doesn't begin a sentence.
  const bare = text.replace(token, ' x ').replace(linkTarget, ' ')
  const words: Occurrence[] = []
  let end = 0
  for (const { 0: raw, index } of bare.matchAll(piece)) {
    const isFirst = index === 0 || /[.!?:…\n•·–—“"„]/.test(bare.slice(end ? end - 1 : 0, index))
    end = index + raw.length
    words.push(...wordsIn(raw).map((word, place) => occurrence(word, isFirst && place === 0)))
  }
  return words
}

function occurrence(word: string, isFirst: boolean): Occurrence {
  return { word, isCapital: /^\p{Lu}/u.test(word), isFirst }
}

/** The words in a piece of text without spaces: none in a domain, number or abbreviation, two in “read-through”. */
function wordsIn(raw: string): string[] {
  const trimmed = raw.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[.:'’-]+$/u, '')
  const parts = trimmed.split('-').map((part) => part.replace(/['’]s$/, '').replaceAll('’', "'"))
  const isPlain = (part: string) => /^[A-Za-z][a-z]*(?:'[a-z]+)?$/.test(part)
  if (!parts.every(isPlain)) return []
  return parts.filter((part) => part.length > (parts.length > 1 ? 3 : 2))
}

/** Replaces a word in a text, but not in longer words, placeholders and links. */
export function replaceWord(text: string, word: string, by: string): string {
  return text
    .split(/(\{\{[^{}]*\}\}|\]\([^()\s]*\))/)
    .map((part, index) => (index % 2 === 0 ? replaceIn(part, word, by) : part))
    .join('')
}

function replaceIn(text: string, word: string, by: string): string {
  return text
    .split(/([\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?)/u)
    .map((part) => {
      const [stem = '', ending = ''] = part.split(/(?=['’]s$)/)
      if (stem.replaceAll('’', "'").toLowerCase() !== word.toLowerCase()) return part
      return (/^\p{Lu}/u.test(stem) ? by.charAt(0).toUpperCase() + by.slice(1) : by) + ending
    })
    .join('')
}

/** A few words of context before and after a word. */
export function wordContext(text: string, word: string): { before: string; after: string } {
  const plain = plainText(text).replace(/\s+/g, ' ')
  const at = plain.toLowerCase().indexOf(word.toLowerCase())
  const [before, after] = [plain.slice(0, at), plain.slice(at + word.length)]
  return {
    before: before.length > 24 ? `… ${before.slice(-24).replace(/^\S*\s/, '')}` : before,
    after: after.length > 24 ? `${after.slice(0, 24).replace(/\s\S*$/, '')} …` : after,
  }
}

/**
 * Whether a suggestion differs only by a typo: one letter, or two in a longer word; swapped letters count as one. The
 * first letter must match: it is rarely mistyped, but often makes names differ from words.
 */
export function isTypo(word: string, suggestion: string): boolean {
  const [a, b] = [word.toLowerCase(), suggestion.toLowerCase()]
  if (a === b || a[0] !== b[0] || !/^[a-z']+$/.test(b)) return false
  return distance(a, b) <= (a.length > 5 ? 2 : 1)
}

/** The first suggestion, unless another one differs only by a doubled letter: “arive” is “arrive”, not “arise”. */
export function bestSuggestion(word: string, suggestions: string[]): string | undefined {
  const single = (text: string) => text.toLowerCase().replace(/(.)\1/g, '$1')
  return suggestions.find((one) => single(one) === single(word)) ?? suggestions[0]
}

/** The number of letters to insert, remove, change or swap. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const [before, above = []] = [rows[i - 2], rows[i - 1]]
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row[j] = Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (before && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
