import { articles, numbers, ordinals } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** A value found in a message, and the place after it. */
export type Reading<T> = { value: T; end: number }

export type PhraseTable<T> = Map<string, { words: string[]; value: T }[]>

/** Names of one or more words (`price_table`) for values, found by their first word, longest first. */
export function phraseTable<T>(entries: [T, string][]): PhraseTable<T> {
  const table: PhraseTable<T> = new Map()
  for (const [value, said] of entries)
    for (const name of said.split(' ')) {
      const words = name.split('_')
      const [first = ''] = words
      table.set(first, [...(table.get(first) ?? []), { words, value }])
    }
  for (const list of table.values()) list.sort((a, b) => b.words.length - a.words.length)
  return table
}

/** Every name that stands here, the longest first. */
export function longest<T>(table: PhraseTable<T>, tokens: Token[], at: number): Reading<T>[] {
  const token = tokens[at]
  if (token?.kind !== 'word') return []
  return (table.get(token.norm) ?? [])
    .filter(({ words }) => words.every((word, index) => isWord(tokens[at + index], word)))
    .map(({ words, value }) => ({ value, end: at + words.length }))
}

export function isWord(token: Token | undefined, ...words: string[]): boolean {
  return token?.kind === 'word' && words.includes(token.norm)
}

export function skipArticles(tokens: Token[], at: number): number {
  let from = at
  while (tokens[from]?.kind === 'word' && articles.has(tokens[from]?.norm ?? '')) from++
  return from
}

/** `3`, `v3`, `12px`, `three`, `third`. */
export function numberOf(token: Token | undefined): number | undefined {
  if (token?.kind !== 'word') return undefined
  const digits = /^v?(\d{1,9})(?:px|pt|st|nd|rd|th)?$/.exec(token.norm)?.[1]
  if (digits !== undefined) return Number(digits)
  const { norm } = token
  return Object.hasOwn(numbers, norm)
    ? numbers[norm]
    : Object.hasOwn(ordinals, norm)
      ? ordinals[norm]
      : undefined
}
