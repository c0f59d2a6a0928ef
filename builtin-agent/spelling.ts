import { namingWords } from './naming.ts'
import { singular } from './nodeNames.ts'
import type { OpenPage } from './page.ts'
import { isCommonWord } from './roles/network.ts'
import { type Token, wordsOf } from './tokens.ts'
import { verbWords } from './verbs.ts'
import { colors, fontWords } from './words/looks.ts'
import { choiceWords, fieldKinds, flagWords, iconWords } from './words/names.ts'
import {
  determiners,
  everyday,
  fillerPhrases,
  fillers,
  functionWords,
  numbers,
  ordinals,
  reasonPhrases,
  reasonWords,
} from './words/plain.ts'

/** Rarer words that are spelled like a typing error of a known word. */
const common = new Set('colder fonts props tiled carts hides trims bland heros zeros'.split(' '))
const optionWords = [
  ...Object.values(choiceWords).flatMap((table) => Object.values(table)),
  ...Object.values(flagWords).flatMap(({ on, off }) => [on, off]),
  ...Object.entries(iconWords).flat(),
  ...Object.values(fieldKinds),
  ...Object.values(fontWords),
].flatMap((list) => wordsOf(list))
const abbreviations: Record<string, string> = {
  btn: 'button',
  pic: 'picture',
  desc: 'description',
  sec: 'section',
  para: 'paragraph',
}
const mostCorrected = 300
let known: Set<string> | undefined
let byInitial: Map<string, string[]> | undefined

/** Corrects typing errors in words that name nodes or actions. Quotes and words from the page are left as they are. */
export function correct(tokens: Token[], page: OpenPage): Token[] {
  known ??= new Set([
    ...verbWords, ...namingWords, ...determiners, ...functionWords, ...fillers, ...Object.keys(ordinals), ...Object.keys(numbers),
    ...[fillerPhrases, reasonPhrases].flatMap((list) => list.split(/[\s,]+/)), ...reasonWords, ...everyday,
    ...[...colors.keys()].flatMap((name) => name.split(' ')),
    ...optionWords,
    ...'exclamation question sentence paragraph emoji comma bullet keyword tagline browser social sharing preview description optional required mandatory shorter longer below above under before between everywhere personalise personalize background headline please'.split(' '),
  ]) // biome-ignore format: a list
  byInitial ??= Map.groupBy([...known].filter((word) => word.length >= 5), ([initial = '']) => initial) // biome-ignore format: one line
  const words = known
  const table = byInitial
  const accented = accentedOn(page)
  return tokens.map((token, index) => {
    const { norm, kind } = token
    const withAccents = kind === 'word' && !page.words.has(norm) ? accented.get(norm) : undefined
    if (withAccents) return { ...token, norm: withAccents }
    // `hasOwn`, as a word may be “__proto__”.
    const long = kind === 'word' && Object.hasOwn(abbreviations, norm) ? abbreviations[norm] : undefined
    if (long) return { ...token, norm: long }
    if (kind !== 'word' || index > mostCorrected || norm.length < 4 || norm.length > 16) return token
    if (
      words.has(norm) ||
      common.has(norm) ||
      page.words.has(norm) ||
      page.words.has(singular(norm)) ||
      isCommonWord(norm) ||
      (/^\p{Lu}/u.test(token.text.slice(0, 1)) && index > 0)
    )
      return token
    const near = (table.get(norm[0] as string) ?? []).filter((candidate) => isNear(norm, candidate))
    const best = near.find((candidate) => distance(norm, candidate) === 1) ?? near[0] ?? onPage(norm, page)
    return best ? { ...token, norm: best } : token
  })
}

const accents = new WeakMap<Set<string>, Map<string, string>>()

/** The accented words of a page, by their spelling without accents. */
function accentedOn({ words }: OpenPage): Map<string, string> {
  const known = accents.get(words)
  if (known) return known
  const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
  const found = new Map(
    [...words].filter((word) => /[^a-z0-9]/.test(word)).map((word) => [plain(word), word]),
  )
  accents.set(words, found)
  return found
}

/** The only longer word of the page that is one typing error away from a word. */
function onPage(word: string, { words }: OpenPage): string | undefined {
  if (word.length < 7) return undefined
  const near = new Set(
    [...words].flatMap((other) =>
      other[0] === word[0] && Math.abs(other.length - word.length) < 3
        ? [other, singular(other)].filter((form) => distance(word, form) === 1).map(() => other)
        : [],
    ),
  )
  return near.size === 1 ? [...near][0] : undefined
}

export function isNear(word: string, candidate: string): boolean {
  const allowed = candidate.length >= 8 ? 2 : 1
  if (Math.abs(word.length - candidate.length) > allowed) return false
  if (
    candidate === `${word}s` ||
    word === `${candidate}s` ||
    candidate === `${word}d` ||
    word === `${candidate}d`
  )
    return false
  return distance(word, candidate) <= allowed
}

/** The edit distance: letters that are wrong, missing, extra, or swapped with a neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
