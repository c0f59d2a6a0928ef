import type { Document } from '../../document/index.ts'
import { readWeights } from '../learnt/weights.ts'
import { namingWords } from '../naming.ts'
import { singular } from '../nodeNames.ts'
import type { OpenPage } from '../page.ts'
import type { MarkedInstruction } from '../roles/examples.ts'
import { isOurWord } from '../spelling.ts'
import { stem } from '../tokens.ts'
import { classesOf } from '../verbs.ts'

// Pages and instructions told with other words and numbers, so that the networks learn from how a word stands on the page and not
// from the words of the few pages that people wrote instructions for.

/** Numbers from 0 to 1 that are the same in every run. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

const { meta, tables } = readWeights<{ words: string[] }>(new URL('../roles/roles.bin', import.meta.url))
const vectors = tables.words as { columns: number; values: Float32Array }
const normal = meta.words.map((_, at) => {
  const row = vectors.values.slice(at * vectors.columns, (at + 1) * vectors.columns)
  const length = Math.hypot(...row) || 1
  return row.map((value) => value / length)
})
const place = new Map(meta.words.map((word, at) => [word, at]))
const ending = (word: string) => /(?:ing|ed|ly|s)$/.exec(word)?.[0] ?? ''
const isExchanged = (word: string) =>
  /^\p{L}{3,}$/u.test(word) && !isOurWord(word) && !namingWords.has(word) && classesOf(word).length === 0
const exchangeable = meta.words.flatMap((word, at) => (at < 16_000 && isExchanged(word) ? [at] : []))
const rare = exchangeable.slice(-5000)

const likeOnes = new Map<string, string[]>()
/** Words that are used like a word and mean something else; for an unknown one, rare words. */
function wordsLike(word: string, chance: () => number): string[] {
  const own = place.get(word)
  if (own === undefined)
    return Array.from(
      { length: 8 },
      () => meta.words[rare[Math.floor(chance() * rare.length)] as number] as string,
    )
  const known = likeOnes.get(word)
  if (known) return known
  const vector = normal[own] as Float32Array
  const scored = exchangeable.flatMap((at) => {
    const other = meta.words[at] as string
    if (ending(other) !== ending(word) || stem(other) === stem(word)) return []
    const row = normal[at] as Float32Array
    let score = 0
    for (let each = 0; each < row.length; each++) score += (row[each] as number) * (vector[each] as number)
    return [{ other, score }]
  })
  const found = scored
    .sort((one, other) => other.score - one.score)
    .slice(4, 60)
    .map(({ other }) => other)
  likeOnes.set(word, found)
  return found
}

/** How a page is told: which word stands for which, and where its items and sections went. */
export type Variant = {
  document: Document
  metadata: Record<string, string>
  words: Map<string, string>
  seed: number
  keyOf: (key: string) => string
  isShuffled: boolean
  dropped: ReadonlySet<string>
}

const wordShape = /\p{L}[\p{L}\p{M}]*|\d+(?:[.,]\d+)*/gu
type Piece = { start: number; end: number; text: string }

function cased(word: string, like: string): string {
  if (like.length > 1 && like === like.toUpperCase()) return word.toUpperCase()
  return /^\p{Lu}/u.test(like) ? word[0]?.toUpperCase() + word.slice(1) : word
}

/** A number of two and more digits with other digits: the same one has the same in a variant. */
function renumbered(text: string, seed: number): string {
  if (text.replace(/\D/g, '').length < 2) return text
  const chance = chanceFrom([...text].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), seed))
  const isYear = /^(?:19|20)\d\d$/.test(text)
  return text.replace(/\d/g, (digit, at: number) =>
    isYear && at < 2 ? digit : String(at === 0 ? 1 + Math.floor(chance() * 9) : Math.floor(chance() * 10)),
  )
}

/** The pieces of a text that are told otherwise. */
function changesOf(text: string, { words, seed }: Pick<Variant, 'words' | 'seed'>): Piece[] {
  return [...text.matchAll(wordShape)].flatMap(({ 0: found, index: start }) => {
    const end = start + found.length
    if (/[#/@+&]/.test(text[start - 1] ?? '') || /[/@]/.test(text[end] ?? '')) return []
    if (/^\d/.test(found)) return [{ start, end, text: renumbered(found, seed) }]
    const norm = found.toLowerCase()
    const one = singular(norm)
    const other = words.get(one)
    if (!other) return []
    return [{ start, end, text: cased(norm === one ? other : `${other}s`, found) }]
  })
}

function retold(text: string, variant: Pick<Variant, 'words' | 'seed'>): string {
  let result = ''
  let from = 0
  for (const { start, end, text: other } of changesOf(text, variant)) {
    result += text.slice(from, start) + other
    from = end
  }
  return result + text.slice(from)
}

function shuffled<T>(list: T[], chance: () => number): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1))
    ;[result[at], result[other]] = [result[other] as T, result[at] as T]
  }
  return result
}

type Props = Record<string, unknown>
const lists = ['items', 'plans', 'rows', 'fields', 'points']

/** A page with other words; `isShuffled`: in another order; `isMixed`: also without some sections and with one of another page. */
export function varyPage(
  page: OpenPage,
  metadata: Record<string, string>,
  others: Document[],
  seed: number,
  { isShuffled, isMixed }: { isShuffled: boolean; isMixed: boolean },
): Variant {
  const chance = chanceFrom(seed)
  const document = structuredClone(page.document)
  const taken = new Set<string>()
  const words = new Map<string, string>()
  for (const { value, kind } of page.nodes)
    if (kind === 'text' && typeof value === 'string')
      for (const [found] of value.matchAll(wordShape)) taken.add(singular(found.toLowerCase()))
  for (const word of [...taken].sort()) {
    if (!isExchanged(word) || chance() < 0.25) continue
    const like = wordsLike(word, chance)
    const other = like[Math.floor(chance() * like.length)]
    if (!other || taken.has(singular(other))) continue
    taken.add(singular(other))
    words.set(word, singular(other))
  }
  const told = { words, seed }
  for (const { key, kind, value } of page.nodes) {
    if (kind !== 'text' || typeof value !== 'string' || value === '' || key.startsWith('meta/')) continue
    const [id, ...path] = key.split('/')
    let holder = document.blocks.find((block) => block.id === id)?.props as Props | undefined
    for (const step of path.slice(0, -1)) holder = holder?.[step] as Props | undefined
    if (holder && typeof holder[path.at(-1) as string] === 'string')
      holder[path.at(-1) as string] = retold(value, told)
  }
  const moved = new Map<string, number[]>()
  const dropped = new Set<string>()
  if (isShuffled) {
    for (const { id, props } of document.blocks)
      for (const name of lists) {
        const list = (props as Props)[name]
        if (!Array.isArray(list) || list.length < 2) continue
        const order = shuffled([...list.keys()], chance)
        ;(props as Props)[name] = order.map((at) => list[at])
        moved.set(`${id}/${name}`, order)
      }
    const [first, ...rest] = document.blocks
    if (first) document.blocks = [first, ...shuffled(rest, chance)]
  }
  if (isMixed) {
    for (let count = 1 + Math.floor(chance() * 2); count > 0 && document.blocks.length > 4; count--) {
      const at = 1 + Math.floor(chance() * (document.blocks.length - 1))
      for (const { id } of document.blocks.splice(at, 1)) dropped.add(id)
    }
    const types = new Set(page.document.blocks.map(({ type }) => type))
    const ids = new Set(page.document.blocks.map(({ id }) => id))
    const foreign = others
      .flatMap(({ blocks }) => blocks)
      .filter(({ id, type }) => !types.has(type) && !ids.has(id))
    const borrowed = foreign[Math.floor(chance() * foreign.length)]
    if (borrowed)
      document.blocks.splice(1 + Math.floor(chance() * document.blocks.length), 0, structuredClone(borrowed))
  }
  return {
    document,
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, text]) => [name, retold(text, told)])),
    words,
    seed,
    keyOf(key) {
      const [id = '', name = '', index = '', ...rest] = key.split('/')
      const to = moved.get(`${id}/${name}`)?.indexOf(Number(index))
      return index === '' || to === undefined ? key : [id, name, String(to), ...rest].join('/')
    },
    isShuffled,
    dropped,
  }
}

const ordered =
  /\b(?:first|second|third|fourth|fifth|sixth|last|middle|next|previous|above|below|under|over|underneath|top|bottom|upper|lower|before|after|between|beside|left|right|final|other|another|one|ones|it|its|them|they|order|up|down|number|row|\d+(?:st|nd|rd|th)|(?:step|point|item|question|plan|stat|card|quote|bullet|no|nr)\.? \d)\b/i

/** Whether an instruction means the same on a variant of its page. */
export function fits({ text, spans }: MarkedInstruction, { isShuffled, dropped }: Variant): boolean {
  if (!isShuffled) return true
  if (ordered.test(text)) return false
  if (spans.some(({ role }) => ['P', 'move', 'swap', 'restore', 'undo', 'redo'].includes(role))) return false
  if (dropped.size === 0) return true
  return spans.every(
    ({ role, key }) =>
      role !== 'T' || key?.split(',').every((each) => !dropped.has(each.split('/')[0] ?? '')),
  )
}

/** Puts other text for pieces of an instruction; its marks move along. */
function replacePieces({ fixture, text, spans }: MarkedInstruction, pieces: Piece[]): MarkedInstruction {
  let result = ''
  let from = 0
  const shifts: { at: number; by: number }[] = []
  for (const piece of pieces) {
    result += text.slice(from, piece.start) + piece.text
    from = piece.end
    shifts.push({ at: piece.end, by: piece.text.length - (piece.end - piece.start) })
  }
  result += text.slice(from)
  const to = (position: number) =>
    shifts.reduce((sum, { at, by }) => (at <= position ? sum + by : sum), position)
  return {
    fixture,
    text: result,
    spans: spans.map((span) => ({ ...span, start: to(span.start), end: to(span.end) })),
  }
}

const pronouns = /^(?:it|its|this|that|them|they|their|these|those|both|one|all)\b/i

/** An instruction for a variant of its page: other words where the page has other words, at times another name for the thing, or a typing error. */
export function varyExample(
  example: MarkedInstruction,
  variant: Variant,
  phrasesFor: (key: string) => string[],
  seed: number,
): MarkedInstruction {
  const chance = chanceFrom(seed)
  const renamed = example.spans.flatMap(({ role, key, start, end }) => {
    const phrase = example.text.slice(start, end)
    if (role !== 'T' || !key || pronouns.test(phrase) || chance() > 0.3) return []
    const phrases = phrasesFor(key)
    const other = phrases[Math.floor(chance() * phrases.length)]
    return other ? [{ start, end, text: other }] : []
  })
  let result = replacePieces(example, renamed)
  result = replacePieces(result, changesOf(result.text, variant))
  if (chance() < 0.12) {
    const words = [...result.text.matchAll(/\p{L}{5,}/gu)].filter(({ index }) =>
      result.spans.every(
        ({ role, start, end }) => (role !== 'V' && role !== 'O') || index < start || index >= end,
      ),
    )
    const found = words[Math.floor(chance() * words.length)]
    if (found) {
      const [word] = found
      const at = 1 + Math.floor(chance() * (word.length - 3))
      const slip =
        chance() < 0.5
          ? word.slice(0, at) + word.slice(at + 1)
          : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
      result = replacePieces(result, [{ start: found.index, end: found.index + word.length, text: slip }])
    }
  }
  return {
    ...result,
    spans: result.spans.map((span) => ({
      ...span,
      key: span.key?.split(',').map(variant.keyOf).join(','),
    })),
  }
}
