import { memoize } from '../memoize.ts'
import { isPlural, nameWordsOf, singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { type Fit, fitsOf } from '../targets/resolve.ts'
import { stem, type Token, tokenise, wordsOf } from '../tokens.ts'
import { type Assignment, assignmentsOf, type Given, readGiven } from '../values/assign.ts'
import { fontAt } from '../values/read.ts'
import {
  determiners, functionWords, genericBlockWords, genericItemWords, genericTextWords, numbers, ordinals, pointingWords,
} from '../words/plain.ts' // biome-ignore format: a list
import { isPlain, matchesOf, pageIndexOf, similaritiesOf, unrelated } from './pageIndex.ts'

/** What a wish says around a phrase: what to do, the new value, the old words, other things it names, the words of the message before it. */
export type Around = {
  act?: string | undefined
  value?: { text: string; isQuote: boolean } | undefined
  old?: string | undefined
  beside?: Token[]
  rest?: Token[]
}

/** A phrase such as "the line under the headline", taken apart: its words, and those that its first relation points at. */
type Phrase = {
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

/** The same value is looked at with each phrase of a message. */
const givenBy = memoize((text) => readGiven(tokenise(text), text))

export function readPhrase(tokens: Token[], around: Around = {}): Phrase {
  const { act, value, old, beside = [], rest = [] } = around
  const own = tokens.slice(0, most)
  const list = [...own, ...beside.slice(0, most)]
  const marked = value && (value.isQuote ? `“${value.text}”` : value.text)
  const given = marked === undefined ? undefined : givenBy(marked)
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

/** What kind of text a value is, as far as its form tells. */
function formOf({ text, tokens, isColor, isLink }: Given): string {
  if (isColor || isLink) return isColor ? 'color' : 'link'
  const font = fontAt(tokens, 0)
  if (font && font.length === tokens.length) return 'font'
  const count = wordsOf(text).length
  return `${/\?$/.test(text) ? 'question' : /[.!]$/.test(text) ? 'sentence' : 'phrase'}${count < 4 ? 1 : count < 9 ? 2 : 3}`
}

/** What a node is, in words that are the same on every page: `pricing.plans.#.price`, `price`, `text`. */
export function descriptorsOf(node: Node): readonly string[] {
  const options = [node, ...node.children].flatMap(({ kind, prop, value }) =>
    (kind === 'choice' || kind === 'flag') && value !== undefined ? `is:${prop}=${value}` : [],
  )
  const place = placeOf(node)
  return options.length > 0 ? [...place, ...options] : place
}

/** By the place alone. There are as many as the schemas have properties. */
const described = new Map<string, readonly string[]>()
function placeOf({ path: own, kind, block, prop, parent, isItem }: Node): readonly string[] {
  const holder = block?.type ?? kind
  const path = `${holder}.${own.replace(/\d+/g, '#')}`
  const known = described.get(path)
  if (known) return known
  const nameIn = ({ prop, parent }: Pick<Node, 'prop' | 'parent'>) =>
    /^\d+$/.test(prop) ? `${parent?.prop}#` : prop
  const name = nameIn({ prop, parent })
  const place = [
    path,
    `prop:${name}`,
    `below:${parent ? nameIn(parent) : ''}.${name}`,
    `in:${holder}`,
    `kind:${kind}${isItem ? '#' : ''}`,
  ]
  described.set(path, place)
  return place
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

/** Rows for the nodes of a page with what does not depend on a phrase. */
const empty = new WeakMap<Page['nodes'], Float32Array>()
function rowsOf({ nodes, document }: Page): Float32Array {
  const known = empty.get(nodes)
  if (known) return known
  const rows = new Float32Array(nodes.length * width)
  for (const [at, { kind, value, above, block, count, children }] of nodes.entries()) {
    const row = at * width
    rows[row + 35] = kind !== 'block' && value === undefined ? 1 : 0
    rows[row + 36] = above.length / 4
    rows[row + 37] = block && block === document.blocks[0] ? 1 : 0
    rows[row + 41] = kind === 'block' && count > 1 ? 1 : 0
    rows[row + 44] = Math.min(1, children.filter(({ value: each }) => each !== undefined).length / 6)
    rows[row + firstKind + kinds.indexOf(kind)] = 1
  }
  empty.set(nodes, rows)
  return rows
}

/** How a phrase fits each node of a page: a row of numbers for each node, in the order of the page. */
export function featuresOf(phrase: Phrase, tokens: Token[], page: Page): Float32Array {
  const fits: Map<Node, Fit> = fitsOf(tokens, page)
  const best = [...fits.values()].reduce(
    (most, { score, unknown }) => (unknown === 0 ? Math.max(most, score) : most),
    0,
  )
  const index = pageIndexOf(page)
  const weights = phrase.content.map(({ word, stem: root, isGeneric }) => {
    // A word that many nodes share says little.
    const weight = index.weightOf(word, root) || 1
    return isGeneric ? weight / 2 : weight
  })
  const sum = weights.reduce((total, weight) => total + weight, 0) || 1
  const said = ` ${phrase.content.map(({ word }) => word).join(' ')} `
  const words = phrase.content.map((content, nth) => ({
    ...content,
    weight: (weights[nth] as number) / sum,
    isName: index.isName(content.word),
    matches: matchesOf(content.word, content.stem, page),
    similar: content.isGeneric ? undefined : similaritiesOf(content.word, page),
  }))
  const [firstBlock, lastBlock] = [page.document.blocks[0], page.document.blocks.at(-1)]
  const value = valueFeatures(phrase, page)
  const rows = rowsOf(page).slice()
  const shares = new Float32Array(unrelated)
  // Plain loops over lists of numbers: this is done for every node and every phrase.
  const add = (place: number, amount: number) => {
    rows[place] = (rows[place] as number) + amount
  }
  for (let at = 0; at < page.nodes.length; at++) {
    const node = page.nodes[at] as Node
    const row = at * width
    const [item, block] = [index.items[at] as number, index.blocks[at] as number]
    shares.fill(0)
    let headOwn = 0
    let tailOwn = 0
    let left = 0
    let shared = 0
    let isNamed = false
    for (const { isTail, isGeneric, weight, isName, matches, similar } of words) {
      const level = matches?.levels[at] ?? unrelated
      if (level < unrelated) shares[level] = (shares[level] as number) + weight
      else if (isGeneric) shares[unrelated - 1] = (shares[unrelated - 1] as number) + weight
      else {
        left += weight
        // A word that names something else: "the author of the quote" is no author of the page.
        if (isName) add(row + contrary, weight)
        if (similar) {
          add(row + firstNear, weight * (similar.names[at] as number))
          add(row + firstNear + 1, weight * (similar.labels[at] as number))
          if (item !== -1 && item !== at) add(row + firstNear + 2, weight * (similar.labels[item] as number))
          add(row + firstNear + 3, weight * (similar.labels[block] as number))
        }
      }
      if (!matches) continue
      if (level === 0 || level === 1 || level === 6) {
        if (isTail) tailOwn += weight
        else headOwn += weight
      }
      const [isOwn, inLabel] = [matches.inNames[at] === 1, matches.inLabel[at] === 1]
      if (isOwn) isNamed = true
      if (inLabel) shared++
      // Both at once counts too: "the note" on a note, and a label that says "note".
      if (isOwn && inLabel) add(row + 10, weight)
      if (inLabel) add(row + 11, weight)
      if (item !== -1 && matches.inLabel[item] === 1) add(row + 12, weight)
      if (matches.inText[at] === 1) add(row + 13, weight)
    }
    rows.set(shares, row)
    rows[row + 14] = left
    rows[row + 15] = left === 0 ? 1 : 0
    rows[row + 16] = headOwn
    rows[row + 17] = tailOwn
    rows[row + 18] = node.labelStems.size > 0 ? shared / node.labelStems.size : 0
    const text = index.texts[at] as string
    const label = node.kind === 'text' ? text : (index.labels[at] as string)
    rows[row + 19] = label !== '' && label === phrase.text ? 1 : 0
    rows[row + 20] = phrase.text.length > 5 && text.includes(phrase.text) ? 1 : 0
    let bestName = 0
    if (isNamed)
      for (const [name, weight] of node.names)
        if (said.includes(` ${name} `))
          bestName = Math.max(bestName, weight / 10 + (name.split(' ').length - 1) * 0.4)
    rows[row + 21] = bestName
    for (const quote of phrase.quotes) {
      if (label === quote) rows[row + 22] = 1
      else if (text.includes(quote)) rows[row + 23] = 1
      else if (item !== -1 && item !== at && index.labels[item] === quote) rows[row + 24] = 1
      else if (index.labels[block] === quote) rows[row + 25] = 1
    }
    for (const ordinal of phrase.ordinals) rows[row + placeOfOrdinal(ordinal, node)] = 1
    if (phrase.isTop) rows[row + (node.block === firstBlock ? 31 : 32)] = 1
    if (phrase.isBottom) rows[row + (node.block === lastBlock ? 33 : 34)] = 1
    rows[row + 38] = phrase.isPlural && (node.kind === 'list' || node.kind === 'block') ? 1 : 0
    rows[row + 39] = phrase.isPlural && node.isItem ? 1 : 0
    rows[row + 40] =
      item !== -1 &&
      (page.nodes[item] as Node).count > 1 &&
      (shares[1] ?? 0) + (shares[4] ?? 0) + (shares[6] ?? 0) + (shares[7] ?? 0) === 0 &&
      phrase.ordinals.length === 0 &&
      phrase.quotes.length === 0
        ? 1
        : 0
    rows[row + 42] = neighbours(node, phrase, page)
    rows[row + 43] = phrase.relation && headOwn === 0 && tailOwn > 0 ? 1 : 0
    const fit = fits.get(node)
    if (fit) {
      rows[row + 45] = fit.isFound ? 1 : 0
      rows[row + 46] = fit.score / 20
      rows[row + 47] = fit.unknown === 0 ? Math.max(0, 1 + (fit.score - best) / 10) : 0
      rows[row + 48] = fit.unknown / 3
    }
    value(rows, row + firstValue, at)
  }
  return rows
}

/** Whether an ordinal is that of the node itself, of what it is in, of what that is in, of none of them, or counts nothing. */
function placeOfOrdinal(ordinal: number, node: Node): number {
  const places = [node, ...node.above].filter(
    (each) => each.isItem || (each.kind === 'block' && each.count > 1),
  )
  const matches = (each: Node) =>
    each.index === (ordinal < 0 ? each.count + ordinal : ordinal === 0 ? (each.count - 1) / 2 : ordinal - 1)
  if (places[0] === node && matches(node)) return 26
  if (places[0] && places[0] !== node && matches(places[0])) return 27
  if (places[1] && matches(places[1])) return 28
  return places.length > 0 ? 29 : 30
}

/** How the new value, the old words and the rest of the message fit a node; written into its row. */
function valueFeatures({ given, old, rest }: Phrase, page: Page) {
  const { nodes } = page
  const { texts, items, blocks, parents } = pageIndexOf(page)
  const added = new Set(wordsOf(given?.text ?? '').flatMap((word) => (isPlain(word) ? [] : [stem(word)])))
  const hasOld = texts.map((text) => old !== '' && ` ${text} `.includes(` ${old} `))
  const below = hasOld.map(() => false)
  for (let at = nodes.length - 1; at >= 0; at--)
    if ((hasOld[at] || below[at]) && parents[at] !== -1) below[parents[at] as number] = true
  return (rows: Float32Array, row: number, at: number) => {
    const node = nodes[at] as Node
    if (given) {
      const [best] = assignmentsOf(node, given) as (Assignment | undefined)[]
      rows[row] = 1
      rows[row + 1] = best?.node === node ? 1 : 0
      rows[row + 2] = best && best.node !== node ? 1 : 0
      rows[row + 3] = best ? Math.min(best.cost, 6) / 6 : 1
      const own = stemsIn(node)
      rows[row + 4] = shareOf(added, own.size > 0 ? own : node.textStems)
      rows[row + 5] = own.size > 0 ? shareOf(own, added) : 0
    }
    if (old) {
      rows[row + 6] = 1
      rows[row + 7] = texts[at] === old ? 1 : 0
      rows[row + 8] = hasOld[at] ? 1 : 0
      rows[row + 9] = hasOld[at] || below[at] ? 1 : 0
    }
    if (rest.size > 0) {
      const [item, block] = [items[at] as number, blocks[at] as number]
      rows[row + 10] = shareOf(node.labelStems, rest)
      rows[row + 11] = item !== -1 && item !== at ? shareOf((nodes[item] as Node).labelStems, rest) : 0
      rows[row + 12] = shareOf(node.textStems, rest)
      rows[row + 13] = block !== at ? shareOf((nodes[block] as Node).labelStems, rest) : 0
    }
  }
}

const none: ReadonlySet<string> = new Set()
/** The stems of the own words of a node. */
const stemsIn = ({ value }: Node) => (typeof value === 'string' ? stemsOfText(value) : none)
const stemsOfText = memoize((text): ReadonlySet<string> => new Set(wordsOf(text).map(stem)))

function shareOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  let shared = 0
  for (const each of part) if (whole.has(each)) shared++
  return part.size === 0 ? 0 : shared / part.size
}

/** Whether a row leaves no telling word of the phrase unexplained, and no ordinal speaks against it. */
export const isExplained = (rows: Float32Array, row: number) =>
  rows[row + 19] === 1 || ((rows[row + 14] as number) < 0.05 && rows[row + 29] === 0 && rows[row + 30] === 0)

/** Whether an ordinal of the phrase speaks against the node, and it isn't called by just these words. */
export const isMiscounted = (rows: Float32Array, row: number) => rows[row + 29] === 1 && rows[row + 19] !== 1

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
