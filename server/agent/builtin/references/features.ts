import { isPlural, type Node, nameWordsOf, singular } from '../nodes.ts'
import type { Page } from '../page.ts'
import { vectorOf } from '../roles/network.ts'
import { type Fit, fitsOf } from '../targets.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { type Assignment, assignmentsOf, type Given, readGiven } from '../values/assign.ts'
import { fontAt } from '../values/read.ts'
import {
  determiners, functionWords, genericBlockWords, genericItemWords, genericTextWords, numbers, ordinals, pointingWords,
} from '../words/plain.ts' // biome-ignore format: a list

/** What a wish says around a phrase: what to do, the new value, the old words, other things it names, the words of the message before it. */
export type Around = {
  act?: string | undefined
  value?: { text: string; isQuote: boolean } | undefined
  old?: string | undefined
  beside?: Token[]
  rest?: Token[]
}

/** A phrase such as "the line under the headline", taken apart: its words, and those that its first relation points at. */
export type Phrase = {
  /** Every word with the side of the relation it stands on, such as `head:line`, `tail:headline`. */
  words: string[]
  content: Content[]
  ordinals: number[]
  quotes: string[]
  relation: 'after' | 'before' | undefined
  isPlural: boolean
  isTop: boolean
  isBottom: boolean
  text: string
  given: Given | undefined
  old: string
  rest: Set<string>
}
type Content = { word: string; stem: string; isTail: boolean; isGeneric: boolean }

const relations = new Set(
  'of in on under below above beneath underneath for from at with about between next after before to inside over beside by behind near within'.split(
    ' ',
  ),
)
const after = new Set('under below beneath underneath after'.split(' '))
const before = new Set('above before over'.split(' '))
const most = 24

export function readPhrase(tokens: Token[], around: Around = {}): Phrase {
  const { act, value, old, beside = [], rest = [] } = around
  const own = tokens.slice(0, most)
  const list = [...own, ...beside.slice(0, most)]
  const marked = value && (value.isQuote ? `“${value.text}”` : value.text)
  const given = marked === undefined ? undefined : readGiven(tokenise(marked), marked)
  const phrase: Phrase = {
    words: [],
    content: [],
    ordinals: [],
    quotes: [],
    relation: undefined,
    isPlural: false,
    isTop: false,
    isBottom: false,
    given,
    old: wordsOf(old ?? '').join(' '),
    rest: new Set(rest.flatMap(({ kind, norm }) => (kind === 'word' && !isPlain(norm) ? [stem(norm)] : []))),
    text: own
      .flatMap(({ text }) => wordsOf(text))
      .filter((word) => !determiners.has(word))
      .join(' '),
  }
  if (act || given) phrase.words.push(`act:${act ?? 'none'}`)
  if (given) phrase.words.push(`value:${given.shape}`, `value:${formOf(given)}`)
  if (phrase.old) phrase.words.push('old:')
  let isTail = false
  for (const [at, token] of list.entries()) {
    const { norm, kind, text } = token
    if (at === own.length) isTail = true
    if (kind === 'mark') continue
    if (kind === 'quote') {
      phrase.quotes.push(wordsOf(text).join(' '))
      phrase.words.push(`${isTail ? 'tail' : 'head'}:<quote>`)
      continue
    }
    const word = kind === 'number' ? '<number>' : kind === 'word' ? norm : `<${kind}>`
    if (at > 0 && relations.has(norm) && !isTail) {
      isTail = true
      phrase.relation = after.has(norm) ? 'after' : before.has(norm) ? 'before' : undefined
    }
    phrase.words.push(`${token.possessive || isTail ? 'tail' : 'head'}:${word}`)
    const ordinal = ordinals[norm] ?? (at > 0 ? numbers[norm] : undefined)
    if (ordinal !== undefined) phrase.ordinals.push(ordinal)
    else if (kind === 'number' && /^\d$/.test(norm)) phrase.ordinals.push(Number(norm))
    if (/^(?:top|upper|start|beginning|opening)$/.test(norm)) phrase.isTop = true
    if (/^(?:bottom|end|lower|closing|final)$/.test(norm)) phrase.isBottom = true
    if (kind === 'word' && !isTail && isPlural(norm)) phrase.isPlural = true
    if (kind === 'word' && (determiners.has(norm) || functionWords.has(norm) || ordinal !== undefined))
      continue
    for (const each of kind === 'word' ? [norm] : wordsOf(text)) {
      const single = singular(each)
      phrase.content.push({
        word: single,
        stem: stem(each),
        isTail: isTail || token.possessive === true,
        isGeneric: [genericBlockWords, genericItemWords, genericTextWords, pointingWords].some(
          (set) => set.has(each) || set.has(single),
        ),
      })
    }
  }
  return phrase
}

const isPlain = (word: string) => determiners.has(word) || functionWords.has(word)

/** What kind of text a value is, as far as its form tells. */
function formOf({ text, tokens, isColor, isLink }: Given): string {
  if (isColor || isLink) return isColor ? 'color' : 'link'
  const font = fontAt(tokens, 0)
  if (font && font.length === tokens.length) return 'font'
  const count = wordsOf(text).length
  return `${/\?$/.test(text) ? 'question' : /[.!]$/.test(text) ? 'sentence' : 'phrase'}${count < 4 ? 1 : count < 9 ? 2 : 3}`
}

/** What a node is, in words that are the same on every page: `pricing.plans.#.price`, `price`, `text`. */
export function descriptorsOf(node: Node): string[] {
  const path = node.path.replace(/\d+/g, '#')
  const holder = node.block?.type ?? node.kind
  const prop = /^\d+$/.test(node.prop) ? `${node.parent?.prop}#` : node.prop
  const parent = node.parent
    ? /^\d+$/.test(node.parent.prop)
      ? `${node.parent.parent?.prop}#`
      : node.parent.prop
    : ''
  return [
    `${holder}.${path}`,
    `prop:${prop}`,
    `below:${parent}.${prop}`,
    `in:${holder}`,
    `kind:${node.kind}${node.isItem ? '#' : ''}`,
    ...[node, ...node.children].flatMap(({ kind, prop, value }) =>
      (kind === 'choice' || kind === 'flag') && value !== undefined ? `is:${prop}=${value}` : [],
    ),
  ]
}

const kinds = [
  'block',
  'item',
  'text',
  'group',
  'list',
  'link',
  'choice',
  'flag',
  'number',
  'asset',
  'theme',
  'meta',
]
const firstKind = 49
const firstValue = firstKind + kinds.length
const firstNear = firstValue + 14
const contrary = firstNear + 4
export const width = contrary + 1

type Known = {
  vocabulary: Vocabulary | undefined
  weightOf: (word: string, stem: string) => number
  isName: (word: string) => boolean
  /** Whether a word, or another one with its stem, is a name of something on the page or in one of its texts. */
  isThere: (word: string, stem: string) => boolean
  values: Map<Node, string>
  labels: Map<Node, string>
  /** A row for each node with what does not depend on a phrase. */
  rows: Float32Array
  /** The stems of the own words of the nodes that were looked at. */
  stems: Map<Node, Set<string>>
}
const pages = new WeakMap<Page['nodes'], Known>()
function knownOf(page: Page): Known {
  const found = pages.get(page.nodes)
  if (found) return found
  const named = new Map<string, number>()
  const written = new Map<string, number>()
  const labelled = new Set<string>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const values = new Map<Node, string>()
  const labels = new Map<Node, string>()
  for (const node of page.nodes) {
    labels.set(node, wordsOf(node.label).join(' '))
    values.set(node, typeof node.value === 'string' ? wordsOf(node.value).join(' ') : '')
    for (const word of nameWordsOf(node)) count(named, word)
    for (const each of node.textStems) count(written, each)
    for (const each of node.labelStems) labelled.add(each)
  }
  const most = Math.log(1 + page.nodes.length)
  const weight = (count: number | undefined) =>
    count === undefined ? 0 : Math.log(1 + page.nodes.length / count) / most
  const known: Known = {
    vocabulary: undefined,
    weightOf: (word, root) => Math.max(weight(named.get(word)), weight(written.get(root))),
    isName: (word) => named.has(word),
    isThere: (word, root) => named.has(word) || written.has(root) || labelled.has(root),
    values,
    labels,
    rows: rowsOf(page),
    stems: new Map(),
  }
  pages.set(page.nodes, known)
  return known
}

function rowsOf({ nodes, document }: Page): Float32Array {
  const rows = new Float32Array(nodes.length * width)
  for (const [at, { kind, value, above, block, count, children }] of nodes.entries()) {
    const row = rows.subarray(at * width, (at + 1) * width)
    row[35] = kind !== 'block' && value === undefined ? 1 : 0
    row[36] = above.length / 4
    row[37] = block && block === document.blocks[0] ? 1 : 0
    row[41] = kind === 'block' && count > 1 ? 1 : 0
    row[44] = Math.min(1, children.filter(({ value: each }) => each !== undefined).length / 6)
    row[firstKind + kinds.indexOf(kind)] = 1
  }
  return rows
}

/** The words that nodes are called by, with what they mean as vectors. */
type Vocabulary = {
  vectors: Float32Array[]
  names: Map<Node, number[]>
  labels: Map<Node, number[]>
  /** How near words are to those of the vocabulary. */
  near: Map<string, Float32Array | undefined>
}
function vocabularyOf({ nodes }: Page, { labels }: Known): Vocabulary {
  const vectors: Float32Array[] = []
  const places = new Map<string, number>()
  const placesOf = (words: Iterable<string>) => {
    const found: number[] = []
    for (const word of words) {
      let place = places.get(word)
      if (place === undefined) {
        const vector = isPlain(word) ? undefined : directionOf(word)
        place = vector ? vectors.push(vector) - 1 : -1
        places.set(word, place)
      }
      if (place >= 0) found.push(place)
    }
    return found
  }
  return {
    vectors,
    names: new Map(nodes.map((node) => [node, placesOf(nameWordsOf(node))])),
    labels: new Map(nodes.map((node) => [node, placesOf((labels.get(node) ?? '').split(' ').slice(0, 12))])),
    near: new Map(),
  }
}

/** How near a word is to each word of the vocabulary of a page. */
function nearOf(
  word: string,
  page: Page,
  known: Known,
): { vocabulary: Vocabulary; alike: Float32Array } | undefined {
  known.vocabulary ??= vocabularyOf(page, known)
  const { vocabulary } = known
  if (!vocabulary.near.has(word)) {
    const own = directionOf(word)
    vocabulary.near.set(word, own && Float32Array.from(vocabulary.vectors, (other) => dot(own, other)))
  }
  const alike = vocabulary.near.get(word)
  return alike && { vocabulary, alike }
}
const directions = new Map<string, Float32Array>()
/** What a word means, as a vector of length one. The words of the network are all there are, so this stays small. */
function directionOf(word: string): Float32Array | undefined {
  const known = directions.get(word)
  if (known) return known
  const vector = vectorOf(word)
  if (!vector) return undefined
  const length = Math.sqrt(dot(vector, vector)) || 1
  const direction = vector.map((each) => each / length)
  directions.set(word, direction)
  return direction
}

/** How a phrase fits each node of a page: a row of numbers for each node, in the order of the page. */
export function featuresOf(phrase: Phrase, tokens: Token[], page: Page): Float32Array {
  const fits: Map<Node, Fit> = fitsOf(tokens, page)
  const best = [...fits.values()].reduce(
    (most, { score, unknown }) => (unknown === 0 ? Math.max(most, score) : most),
    0,
  )
  const known = knownOf(page)
  const rows = known.rows.slice()
  const weights = phrase.content.map(({ word, stem: root, isGeneric }) => {
    // A word that many nodes share says little.
    const weight = known.weightOf(word, root) || 1
    return isGeneric ? weight / 2 : weight
  })
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  const said = ` ${phrase.content.map(({ word }) => word).join(' ')} `
  const isThere = phrase.content.map(({ word, stem: root }) => known.isThere(word, root))
  const added = new Set(
    wordsOf(phrase.given?.text ?? '').flatMap((word) => (isPlain(word) ? [] : [stem(word)])),
  )
  const [firstBlock, lastBlock] = [page.document.blocks[0], page.document.blocks.at(-1)]
  for (const [at, node] of page.nodes.entries()) {
    const row = rows.subarray(at * width, (at + 1) * width)
    const { above } = node
    const names = nameWordsOf(node)
    const block = above.at(-1) ?? node
    const item = node.isItem ? node : above.find(({ isItem }) => isItem)
    const shares = new Float32Array(10)
    let headOwn = 0
    let tailOwn = 0
    let left = 0
    for (const [index, { word, stem: root, isTail, isGeneric }] of phrase.content.entries()) {
      const weight = (weights[index] as number) / sum
      const own = isThere[index] && names.has(word)
      const level = !isThere[index]
        ? isGeneric
          ? 9
          : 10
        : own
          ? 0
          : node.labelStems.has(root)
            ? 1
            : item && item !== node && nameWordsOf(item).has(word)
              ? 2
              : above.some((each) => nameWordsOf(each).has(word))
                ? 3
                : item?.labelStems.has(root)
                  ? 4
                  : block.labelStems.has(root)
                    ? 5
                    : node.textStems.has(root)
                      ? 6
                      : item?.textStems.has(root)
                        ? 7
                        : block.textStems.has(root)
                          ? 8
                          : isGeneric
                            ? 9
                            : 10
      if (level <= 9) shares[level] = (shares[level] ?? 0) + weight
      else {
        left += weight
        // A word that names something else: "the author of the quote" is no author of the page.
        if (known.isName(word)) row[contrary] = (row[contrary] ?? 0) + weight
        const near = nearOf(word, page, known)
        if (near) {
          const { vocabulary, alike } = near
          const places = [
            vocabulary.names.get(node),
            vocabulary.labels.get(node),
            item && item !== node ? vocabulary.labels.get(item) : undefined,
            vocabulary.labels.get(block),
          ]
          for (let offset = 0; offset < places.length; offset++)
            row[firstNear + offset] =
              (row[firstNear + offset] ?? 0) + weight * nearest(places[offset] ?? [], alike)
        }
      }
      if (!isThere[index]) continue
      if (level === 0 || level === 1 || level === 6) {
        if (isTail) tailOwn += weight
        else headOwn += weight
      }
      // Both at once counts too: "the note" on a note, and a label that says "note".
      if (own && node.labelStems.has(root)) row[10] = (row[10] ?? 0) + weight
      if (node.labelStems.has(root)) row[11] = (row[11] ?? 0) + weight
      if (item?.labelStems.has(root)) row[12] = (row[12] ?? 0) + weight
      if (node.textStems.has(root)) row[13] = (row[13] ?? 0) + weight
    }
    row.set(shares)
    row[14] = left
    row[15] = left === 0 ? 1 : 0
    row[16] = headOwn
    row[17] = tailOwn
    const shared = phrase.content.filter(({ stem: root }) => node.labelStems.has(root)).length
    row[18] = node.labelStems.size > 0 ? shared / node.labelStems.size : 0
    const value = known.values.get(node) ?? ''
    const label = node.kind === 'text' ? value : (known.labels.get(node) ?? '')
    row[19] = label !== '' && label === phrase.text ? 1 : 0
    row[20] = phrase.text.length > 5 && value.includes(phrase.text) ? 1 : 0
    let bestName = 0
    if (phrase.content.some(({ word }) => names.has(word)))
      for (const [name, weight] of node.names)
        if (said.includes(` ${name} `))
          bestName = Math.max(bestName, weight / 10 + (name.split(' ').length - 1) * 0.4)
    row[21] = bestName
    for (const quote of phrase.quotes) {
      if (label === quote) row[22] = 1
      else if (value.includes(quote)) row[23] = 1
      else if (item && item !== node && known.labels.get(item) === quote) row[24] = 1
      else if (known.labels.get(block) === quote) row[25] = 1
    }
    for (const ordinal of phrase.ordinals) {
      const places = [node, ...above].filter(
        (each) => each.isItem || (each.kind === 'block' && each.count > 1),
      )
      const matches = (each: Node) =>
        each.index ===
        (ordinal < 0 ? each.count + ordinal : ordinal === 0 ? (each.count - 1) / 2 : ordinal - 1)
      if (places[0] === node && matches(node)) row[26] = 1
      else if (places[0] && places[0] !== node && matches(places[0])) row[27] = 1
      else if (places[1] && matches(places[1])) row[28] = 1
      else if (places.length > 0) row[29] = 1
      else row[30] = 1
    }
    if (phrase.isTop) row[node.block === firstBlock ? 31 : 32] = 1
    if (phrase.isBottom) row[node.block === lastBlock ? 33 : 34] = 1
    row[38] = phrase.isPlural && (node.kind === 'list' || node.kind === 'block') ? 1 : 0
    row[39] = phrase.isPlural && node.isItem ? 1 : 0
    row[40] =
      item &&
      item.count > 1 &&
      (shares[1] ?? 0) + (shares[4] ?? 0) + (shares[6] ?? 0) + (shares[7] ?? 0) === 0 &&
      phrase.ordinals.length === 0 &&
      phrase.quotes.length === 0
        ? 1
        : 0
    row[42] = neighbours(node, phrase, page)
    row[43] = phrase.relation && headOwn === 0 && tailOwn > 0 ? 1 : 0
    const fit = fits.get(node)
    if (fit) {
      row[45] = fit.isFound ? 1 : 0
      row[46] = fit.score / 20
      row[47] = fit.unknown === 0 ? Math.max(0, 1 + (fit.score - best) / 10) : 0
      row[48] = fit.unknown / 3
    }
    fillValue(row.subarray(firstValue, firstNear), node, item, block, phrase, added, known)
  }
  return rows
}

/** How the new value, the old words and the rest of the message fit a node. */
function fillValue(
  row: Float32Array,
  node: Node,
  item: Node | undefined,
  block: Node,
  { given, old, rest }: Phrase,
  added: Set<string>,
  { values, stems }: Known,
) {
  if (given) {
    const [best] = assignmentsOf(node, given) as (Assignment | undefined)[]
    row[0] = 1
    row[1] = best?.node === node ? 1 : 0
    row[2] = best && best.node !== node ? 1 : 0
    row[3] = best ? Math.min(best.cost, 6) / 6 : 1
    const own = stemsIn(node, stems)
    const texts = own.size > 0 ? own : node.textStems
    row[4] = shareOf(added, texts)
    row[5] = own.size > 0 ? shareOf(own, added) : 0
  }
  if (old) {
    const value = values.get(node) ?? ''
    row[6] = 1
    row[7] = value === old ? 1 : 0
    row[8] = value !== '' && ` ${value} `.includes(` ${old} `) ? 1 : 0
    row[9] = row[8] || hasBelow(node, old, values) ? 1 : 0
  }
  if (rest.size > 0) {
    row[10] = shareOf(node.labelStems, rest)
    row[11] = item && item !== node ? shareOf(item.labelStems, rest) : 0
    row[12] = shareOf(node.textStems, rest)
    row[13] = block !== node ? shareOf(block.labelStems, rest) : 0
  }
}
function stemsIn(node: Node, known: Map<Node, Set<string>>): Set<string> {
  const found = known.get(node)
  if (found) return found
  const stems = new Set(typeof node.value === 'string' ? wordsOf(node.value).map(stem) : [])
  known.set(node, stems)
  return stems
}
function shareOf(part: Set<string>, whole: Set<string>): number {
  let shared = 0
  for (const each of part) if (whole.has(each)) shared++
  return part.size === 0 ? 0 : shared / part.size
}
const hasBelow = (node: Node, words: string, values: Map<Node, string>): boolean =>
  node.children.some(
    (child) => ` ${values.get(child) ?? ''} `.includes(` ${words} `) || hasBelow(child, words, values),
  )
function nearest(places: number[], alike: Float32Array): number {
  let most = 0
  for (const place of places) most = Math.max(most, alike[place] ?? 0)
  return most
}
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}

/** Whether a row leaves no telling word of the phrase unexplained, and no ordinal speaks against it. */
export function isExplained(row: Float32Array): boolean {
  return row[19] === 1 || ((row[14] as number) < 0.05 && row[29] === 0 && row[30] === 0)
}

/** Whether an ordinal of the phrase speaks against the node, and it isn't called by just these words. */
export const isMiscounted = (row: Float32Array) => row[29] === 1 && row[19] !== 1

/** Whether what stands before or after a node, as the relation says, is what the phrase points at. */
function neighbours(node: Node, phrase: Phrase, page: Page): number {
  if (!phrase.relation) return 0
  const tail = phrase.content.filter(({ isTail }) => isTail)
  if (tail.length === 0) return 0
  const siblings = (node.parent?.children ?? page.nodes.filter(({ kind }) => kind === 'block')).filter(
    (each) => each === node || each.value !== undefined,
  )
  const at = siblings.indexOf(node)
  const beside = siblings[phrase.relation === 'after' ? at - 1 : at + 1]
  const matches = (each: Node) =>
    tail.filter(({ word, stem: root }) => nameWordsOf(each).has(word) || each.labelStems.has(root)).length /
    tail.length
  const near = beside ? matches(beside) : 0
  const further = siblings
    .filter((each, index) => each !== node && (phrase.relation === 'after' ? index < at : index > at))
    .reduce((best, each) => Math.max(best, matches(each)), 0)
  return Math.max(near, further / 2)
}
