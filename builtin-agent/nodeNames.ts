import { namesIn, wordsOf } from './tokens.ts'
import { functionWords } from './words/plain.ts'

const tables = new Map<string, ReadonlyMap<string, number>>()

/** Names with weights: the first is the usual name, later ones weigh a little less. */
export function toNames(list: string): ReadonlyMap<string, number> {
  const known = tables.get(list)
  if (known) return known
  const names = new Map<string, number>()
  for (const [index, name] of namesIn(list).entries())
    addName(names, name, index === 0 ? 10 : index < 3 ? 9.5 : index < 12 ? 8.5 : 8)
  if (tables.size < 2000) tables.set(list, names)
  return names
}

export function withNames(known: ReadonlyMap<string, number>, added: string[], weight: number) {
  if (added.length === 0) return known
  const names = new Map(known)
  for (const name of added) addName(names, name, weight)
  return names
}

const split = new WeakMap<ReadonlyMap<string, number>, ReadonlySet<string>>()

/** All words of a node's names. */
export function nameWordsOf({ names }: { names: ReadonlyMap<string, number> }): ReadonlySet<string> {
  const known = split.get(names)
  if (known) return known
  const words = new Set([...names.keys()].flatMap((name) => name.split(' ')))
  split.set(names, words)
  return words
}

function addName(names: Map<string, number>, name: string, weight: number) {
  const key = contentOf(name)
  if (key && !names.has(key)) names.set(key, weight)
}

/** The content words of a name, each in the singular. */
export function contentOf(name: string): string {
  const words = wordsOf(name)
  const content = words.filter((word) => !functionWords.has(word))
  return (content.length > 0 ? content : words).map(singular).join(' ')
}

export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=x|ch|sh|ss)es$/, '')
    .replace(/s$/, '')
}

export function isPlural(word: string): boolean {
  return word.length > 3 && singular(word) !== word
}

/** Splits camel case: `primaryAction` becomes `primary action`. */
export function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
