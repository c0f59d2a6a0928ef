import { namingWords } from './naming.ts'
import { ancestors, isPlural, type Node, nameWordsOf, singular } from './nodes.ts'
import type { Page } from './page.ts'
import { stem, type Token, tokenise, wordsOf } from './tokens.ts'
import { paraphrases } from './words/paraphrases.ts'
import {
  determiners,
  fillers,
  functionWords,
  genericBlockWords,
  genericItemWords,
  genericTextWords,
  numbers,
  ordinals,
  pointingWords,
} from './words/plain.ts'

/** What a phrase such as "the price of the first plan" turned out to mean on this page. */
export type Found =
  | { kind: 'found'; nodes: Node[]; score: number }
  | { kind: 'unclear'; nodes: Node[] }
  | { kind: 'nothing'; unknown: string[]; near: Node[] }

export type Wanted = {
  /** A bonus for what fits the verb; `null` leaves a node out. */
  fits?: (node: Node) => number | null
  /** Look only below this node. */
  within?: Node | undefined
  /** Several nodes that fit equally well are all meant, as in "the quotes". */
  allowSeveral?: boolean
}

type Item = { word: string; stem: string; raw: string; kind: Token['kind'] }
type Scored = { node: Node; score: number; unknown: string[]; own: number }

const isGeneric = (word: string) =>
  [genericBlockWords, genericItemWords, genericTextWords].some((set) => set.has(word.toLowerCase()))
const clearBy = 1.4
const mostWords = 24
const mostNameWords = 14
const aboutWords = new Set(
  'about mentioning mentions saying says says with regarding on that where re concerning talking'.split(' '),
)
const allWords = new Set('all every both each everything any'.split(' '))

/** Finds what a phrase means by scoring everything on the page against its words. Every content word must be explained. */
export function resolve(tokens: Token[], page: Page, wanted: Wanted = {}): Found {
  const phrase = readPhrase(tokens)
  const isPronoun = tokens.some(({ norm }) => /^(?:it|this|that|them|those|these|its)$/.test(norm))
  if (phrase.items.length === 0 || (isPronoun && phrase.items.every(({ raw }) => isGeneric(raw))))
    return resolvePronoun(tokens, page, phrase, wanted)
  // A name has few words; more than this is a text.
  if (phrase.items.length > mostNameWords) return { kind: 'nothing', unknown: [], near: [] }
  const neighbour = resolveNeighbour(tokens, page, wanted)
  if (neighbour) return neighbour
  const positional = resolvePosition(phrase, page, wanted)
  if (positional) return positional
  const scored: Scored[] = []
  let near: Scored[] = []
  for (const result of scoredFor(phrase, page)) {
    if (wanted.within && !isBelow(result.node, wanted.within)) continue
    const bonus = wanted.fits?.(result.node) ?? (wanted.fits ? null : 0)
    if (bonus === null) continue
    if (result.unknown.length === 0) scored.push({ ...result, score: result.score + bonus })
    else near.push(result)
  }
  const pointed = scored.filter(({ node }) => !isBeside(node, tokens))
  if (pointed.length > 0) return choose(pointed, phrase, page, wanted)
  near = near.sort((a, b) => a.unknown.length - b.unknown.length || b.score - a.score)
  return {
    kind: 'nothing',
    unknown: near[0]?.unknown ?? phrase.items.map(({ raw }) => raw),
    near: near.slice(0, 3).map(({ node }) => node),
  }
}

export type Fit = { score: number; unknown: number; isFound: boolean }
/** How well a phrase fits each node that shares a word with it, and which of them it was found to mean. */
export function fitsOf(tokens: Token[], page: Page): Map<Node, Fit> {
  const found = resolve(tokens, page)
  const nodes = found.kind === 'found' ? found.nodes : []
  const phrase = readPhrase(tokens)
  const fits = new Map<Node, Fit>()
  for (const { node, score, unknown } of scoredFor(phrase, page))
    fits.set(node, { score, unknown: unknown.length, isFound: nodes.includes(node) })
  for (const node of nodes) if (!fits.has(node)) fits.set(node, { score: 10, unknown: 0, isFound: true })
  return fits
}

/** Nodes by the names they share, these by their words, and nodes by the stems of their texts. */
type Index = {
  byNames: Map<Node['names'], Node[]>
  byWord: Map<string, Node['names'][]>
  byStem: Map<string, Node[]>
}
const indexes = new WeakMap<Node[], Index>()
/** What phrases have come to. It depends on what was spoken of last, so it is kept for each page by itself. */
const scores = new WeakMap<Page, Map<string, Scored[]>>()

/** Nodes by the words they can be spoken of with. */
function indexOf({ nodes }: Page): Index {
  const known = indexes.get(nodes)
  if (known) return known
  const index: Index = {
    byNames: Map.groupBy(nodes, ({ names }) => names),
    byWord: new Map(),
    byStem: new Map(),
  }
  for (const [names, [node]] of index.byNames)
    for (const word of nameWordsOf(node as Node)) add(index.byWord, word, names)
  for (const node of nodes) {
    for (const word of node.textStems) add(index.byStem, word, node)
    for (const word of node.labelStems) if (!node.textStems.has(word)) add(index.byStem, word, node)
  }
  indexes.set(nodes, index)
  return index
}

function add<Key, T>(table: Map<Key, T[]>, key: Key, value: T) {
  const list = table.get(key)
  if (list) list.push(value)
  else table.set(key, [value])
}

/** Whether every word of a phrase has to do with something on the page, or points. Where one does not, the phrase means nothing there. */
export function isAllKnown(tokens: Token[], page: Page): boolean {
  const { byWord, byStem } = indexOf(page)
  return readPhrase(tokens).items.every(({ word, stem: root, raw, kind }) => {
    const lower = raw.toLowerCase()
    return (
      byWord.has(word) ||
      byStem.has(root) ||
      kind === 'reference' ||
      kind === 'quote' ||
      kind === 'number' ||
      word === 'other' ||
      ordinals[lower] !== undefined ||
      numbers[lower] !== undefined ||
      isGeneric(lower) ||
      isGeneric(singular(lower)) ||
      pointingWords.has(lower) ||
      relationWords.has(lower) ||
      edges.has(lower)
    )
  })
}
const edges = new Set(['bottom', 'end', 'top', 'upper'])

/** The nodes that a phrase could mean, with how well it fits each. */
function scoredFor(phrase: Phrase, page: Page): Scored[] {
  const index = indexOf(page)
  const items = phrase.items.map(({ kind, raw, word, stem: root }) => `${kind} ${raw} ${word} ${root}`)
  const key = [phrase.isAbout, ...items].join('|')
  const own = scores.get(page) ?? new Map<string, Scored[]>()
  scores.set(page, own)
  const known = own.get(key)
  if (known) return known
  const candidates = new Set<Node>()
  for (const { word, stem: root, kind, raw } of phrase.items) {
    for (const names of index.byWord.get(word) ?? [])
      for (const node of index.byNames.get(names) ?? []) candidates.add(node)
    for (const node of index.byStem.get(root) ?? []) candidates.add(node)
    if (kind === 'reference') for (const node of page.nodes) if (isAtOrBelow(node, raw)) candidates.add(node)
    if (kind === 'quote')
      for (const each of wordsOf(raw))
        for (const node of index.byStem.get(stem(each)) ?? []) candidates.add(node)
  }
  const result: Scored[] = []
  for (const node of page.nodes) {
    const scored = candidates.has(node) ? score(node, phrase, page) : undefined
    if (scored) result.push(scored)
  }
  own.set(key, result)
  return result
}

type Phrase = {
  items: Item[]
  ordinals: number[]
  /** "last two" is the ordinal -1 and the count 2. */
  count: number | undefined
  isAll: boolean
  isOther: boolean
  /** "that column": one that was spoken of. */
  isThat: boolean
  isAbout: boolean
  isPlural: boolean
  place: 'top' | 'bottom' | undefined
}

function readPhrase(given: Token[]): Phrase {
  const tokens = paraphrased(given)
  const phrase: Phrase = {
    items: [],
    ordinals: [],
    count: undefined,
    isAll: false,
    isOther: false,
    isThat: false,
    isAbout: false,
    isPlural: false,
    place: undefined,
  }
  for (const token of tokens.slice(0, mostWords * 2)) {
    const { norm, kind, text } = token
    if (kind === 'mark') continue
    if (kind === 'word') {
      if (aboutWords.has(norm)) phrase.isAbout = true
      if (allWords.has(norm)) phrase.isAll = true
      if (norm === 'other') phrase.isOther = true
      if (/^(?:that|this|those|these)$/.test(norm)) phrase.isThat = true
      if (norm === 'only' || allWords.has(norm)) continue
      if (determiners.has(norm) || functionWords.has(norm)) continue
      if (fillers.has(norm) && !namingWords.has(norm)) continue
    }
    phrase.items.push({ word: singular(norm), stem: stem(norm), raw: text, kind })
    if (kind === 'word' && isPlural(norm)) phrase.isPlural = true
  }
  phrase.items = phrase.items.slice(0, mostWords)
  return phrase
}

/** "the line under the headline" is the subheadline. */
function paraphrased(tokens: Token[]): Token[] {
  if (tokens.length > 20 || tokens.some(({ kind }) => kind === 'quote')) return tokens
  const said = tokens.map(({ norm, possessive }) => (possessive ? `${norm}'s` : norm)).join(' ')
  const found = paraphrases.find(([pattern]) => pattern.test(said))
  return found ? tokenise(said.replace(found[0], found[1])) : tokens
}

/** "it", "this", "that one": what was selected, or what the conversation is about. */
function resolvePronoun(tokens: Token[], page: Page, phrase: Phrase, { fits, within }: Wanted): Found {
  const isPointing = tokens.some(({ norm }) =>
    /^(?:it|this|that|them|those|these|here|one|its|their)$/.test(norm),
  )
  const fitting = (node: Node) =>
    [node, ...ancestors(node)].find((candidate) => (fits ? fits(candidate) !== null : true))
  const nodes = isPointing ? [...new Set(page.focus.flatMap((node) => fitting(node) ?? []))] : []
  if (phrase.isAll || within || nodes.length === 0) return { kind: 'nothing', unknown: [], near: [] }
  return { kind: 'found', nodes, score: 8 }
}

/** "the last two sections", "the second section": blocks by their place on the page, whatever their type. */
function resolvePosition(phrase: Phrase, page: Page, { fits }: Wanted): Found | undefined {
  let ordinal: number | undefined
  let count = 1
  let isGeneric = false
  for (const { word, raw } of phrase.items) {
    const lower = raw.toLowerCase()
    if (ordinals[lower] !== undefined) ordinal = ordinals[lower]
    else if (lower === 'top') ordinal ??= 1
    else if (lower === 'bottom') ordinal ??= -1
    else if (numbers[lower] !== undefined || /^\d$/.test(lower)) count = numbers[lower] ?? Number(lower)
    else if (/^(?:section|block)$/.test(word)) isGeneric = true
    else return undefined
  }
  if (!isGeneric || ordinal === undefined) return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const from = ordinal > 0 ? ordinal - 1 : blocks.length + ordinal
  const nodes = ordinal < 0 ? blocks.slice(Math.max(0, from - count + 1)) : blocks.slice(from, from + count)
  if (nodes.length === 0 || nodes.some((node) => fits && fits(node) === null))
    return { kind: 'nothing', unknown: ['section'], near: [] }
  return { kind: 'found', nodes, score: 10 }
}

/** How well a node explains the words of a phrase; undefined when it explains none by itself. */
function score(node: Node, phrase: Phrase, page: Page): Scored | undefined {
  const { items } = phrase
  const covered: boolean[] = new Array(items.length).fill(false)
  let total = coverByNames(node.names, items, covered, 1)
  let own = total > 0 ? 1 : 0
  const hasName = total > 0
  let qualified = false
  let identified = false
  for (const above of ancestors(node)) {
    const points = coverByNames(above.names, items, covered, 0.35, 2)
    if (points > 0) qualified = true
    total += points
  }
  const shared = items.filter(({ stem: word }) => node.labelStems.has(word)).length
  const readsLabel = node.kind !== 'text' || phrase.isAbout || shared >= node.labelStems.size * 0.6
  let byLabel = 0
  for (const [index, item] of items.entries()) {
    if (covered[index]) continue
    if (item.kind === 'reference') {
      if (!isAtOrBelow(node, item.raw)) return undefined
      total += node.key === keyOf(item.raw) ? 14 : 8
      own++
      identified = true
      covered[index] = true
    } else if (item.kind === 'quote') {
      const points = quotePoints(node, item.raw)
      if (points === 0) continue
      total += points
      own++
      covered[index] = true
    } else if (readsLabel && node.labelStems.has(item.stem) && !ordinals[item.raw.toLowerCase()]) {
      total += 6
      own++
      byLabel++
      covered[index] = true
    }
  }
  if (byLabel > 0) total += (3 * byLabel) / node.labelStems.size
  for (const above of ancestors(node)) {
    const points = coverByNames(above.names, items, covered, 0.35)
    if (points > 0) qualified = true
    total += points
    for (const [index, item] of items.entries()) {
      if (covered[index]) continue
      const points =
        item.kind === 'quote' ? quotePoints(above, item.raw) / 3 : above.labelStems.has(item.stem) ? 4 : 0
      if (points === 0) continue
      total += points
      qualified = true
      if (above.isItem) identified = true
      covered[index] = true
    }
  }
  // A sibling can name a node as well: "Jane's role" is the role beside the name Jane.
  for (const [index, item] of items.entries()) {
    if (covered[index] || item.kind === 'quote') continue
    const lower = item.raw.toLowerCase()
    if (ordinals[lower] !== undefined || lower === 'next') continue
    const depth =
      node.textStems.has(item.stem) &&
      ((hasName && node.kind !== 'block' && node.kind !== 'list') || phrase.isAbout)
        ? 3
        : isBelowText(node, item.stem) && hasName
          ? 1.5
          : 0
    if (depth === 0) continue
    total += depth
    identified = true
    if (depth === 3) own++
    covered[index] = true
  }
  const ordinal = coverOrdinals(node, items, covered)
  if (ordinal === undefined) return undefined
  total += ordinal
  if (ordinal > 0) identified = true
  total += coverGeneric(node, phrase, covered, page, qualified)
  if (!node.isItem && !identified && [...ancestors(node)].some(({ isItem, count }) => isItem && count > 1))
    total -= 2.5
  if (own === 0) return undefined
  const unknown = items.filter((_, index) => !covered[index]).map(({ raw }) => raw)
  if (unknown.length === items.length) return undefined
  total += priority(node, page, qualified)
  return { node, score: total, unknown, own }
}

/** The phrases of one to five words, by their length and where they begin: every node of a page is compared with them. */
const phrases = new WeakMap<Item[], string[][]>()
function runsOf(items: Item[]): string[][] {
  const known = phrases.get(items)
  if (known) return known
  const words = items.map(({ word }) => word)
  const runs = [1, 2, 3, 4, 5].map((length) =>
    words
      .slice(0, Math.max(0, words.length - length + 1))
      .map((_, start) => words.slice(start, start + length).join(' ')),
  )
  phrases.set(items, runs)
  return runs
}

/** Finds names of one to five words among the items. */
function coverByNames(
  names: ReadonlyMap<string, number>,
  items: Item[],
  covered: boolean[],
  share: number,
  least = 1,
): number {
  let total = 0
  const runs = runsOf(items)
  for (let length = Math.min(5, items.length); length >= least; length--)
    for (let start = 0; start + length <= items.length; start++) {
      const weight = names.get(runs[length - 1]?.[start] ?? '')
      if (weight === undefined || covered.slice(start, start + length).some(Boolean)) continue
      covered.fill(true, start, start + length)
      total += total === 0 ? (weight + (length - 1) * 4) * share : 1
    }
  return total
}

function quotePoints(node: Node, quote: string): number {
  const wanted = wordsOf(quote).join(' ')
  if (wordsOf(node.label).join(' ') === wanted) return 14
  const text = typeof node.value === 'string' ? node.value : node.label
  return wanted !== '' && wordsOf(text).join(' ').includes(wanted) ? 9 : 0
}

/** A reference names a node by its key: `‹pricing/plans/0›`. */
const keyOf = (reference: string) => reference.slice(1, -1)
const isAtOrBelow = (node: Node, reference: string) =>
  node.key === keyOf(reference) || [...ancestors(node)].some(({ key }) => key === keyOf(reference))

function isBelowText(node: Node, wanted: string): boolean {
  for (const above of ancestors(node)) if (above.isItem && above.textStems.has(wanted)) return true
  return false
}

/** Points for "the second", "last", "feature 2"; undefined where the node is another one. */
function coverOrdinals(node: Node, items: Item[], covered: boolean[]): number | undefined {
  let total = 0
  for (const [index, { raw, kind }] of items.entries()) {
    if (covered[index]) continue
    const lower = raw.toLowerCase()
    const ordinal =
      ordinals[lower] ?? (kind === 'number' && /^\d{1,2}$/.test(lower) ? Number(lower) : undefined)
    if (ordinal === undefined) continue
    const ranked =
      node.isItem || (node.kind === 'block' && node.count > 1)
        ? node
        : [...ancestors(node)].find(({ isItem, kind: of, count }) => isItem || (of === 'block' && count > 1))
    if (!ranked) return undefined
    const place = ordinal < 0 ? ranked.count + ordinal : ordinal === 0 ? (ranked.count - 1) / 2 : ordinal - 1
    if (place !== ranked.index) return undefined
    covered[index] = true
    total += 6
  }
  return total
}

/** Words such as "section", "text" and "big" point without naming; they fit some kinds better than others. */
function coverGeneric(
  node: Node,
  phrase: Phrase,
  covered: boolean[],
  page: Page,
  qualified: boolean,
): number {
  let total = 0
  const hasRelation = phrase.items.some(
    ({ raw }) => relationWords.has(raw.toLowerCase()) || /^(?:next|beside)$/i.test(raw),
  )
  for (const [index, { word, raw }] of phrase.items.entries()) {
    if (covered[index]) continue
    const lower = raw.toLowerCase()
    const plain = singular(lower)
    const isBlock = genericBlockWords.has(lower) || genericBlockWords.has(plain)
    const isText = genericTextWords.has(lower) || genericTextWords.has(plain)
    const isItem = genericItemWords.has(lower) || genericItemWords.has(plain)
    if (lower === 'bottom' || lower === 'end')
      total += node.block && node.block === page.document.blocks.at(-1) ? 4 : -2
    else if (lower === 'top' || lower === 'upper')
      total += node.block && node.block === page.document.blocks[0] ? 3 : -2
    else if (isBlock && node.kind === 'block') total += 2
    else if (isText && (node.kind === 'text' || node.kind === 'block')) total += node.kind === 'text' ? 2 : 0
    else if (isItem && (node.isItem || node.kind === 'block')) total += node.isItem ? 2 : 0
    else if (
      !(
        isBlock ||
        isText ||
        isItem ||
        pointingWords.has(lower) ||
        isCount(node, lower) ||
        (hasRelation && isSibling(node, word)) ||
        word === 'other' ||
        ((qualified || node.kind !== 'block') && relationWords.has(lower))
      )
    )
      continue
    covered[index] = true
  }
  return total
}

/** "the three steps": the number of things there are says nothing new. */
function isCount(node: Node, word: string): boolean {
  const count = numbers[word] ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined)
  if (count === undefined) return false
  if (node.kind === 'block' && node.count === count) return true
  return [node, ...ancestors(node)].some(({ children }) =>
    children.some(({ kind, children: items }) => kind === 'list' && items.length === count),
  )
}

/** "the note under the buttons": what stands beside it is named only to point. */
function isSibling(node: Node, word: string): boolean {
  const block = [node, ...ancestors(node)].at(-1)
  return node !== block && (block?.children.some(({ names }) => names.has(word)) ?? false)
}

/** What people mean when they do not say which: the top of the page, what is there, what was pointed at. */
function priority(node: Node, page: Page, qualified: boolean): number {
  let total = 0
  const depth = node.above.length
  if (
    !qualified &&
    node.block &&
    node.block === page.document.blocks[0] &&
    (depth === 1 || (depth === 2 && node.parent?.kind === 'group'))
  )
    total += 2.5
  if (node.kind !== 'block' && node.kind !== 'theme' && node.kind !== 'meta' && node.value === undefined)
    total -= 4
  if (page.selected && node.block === page.selected) total += 6
  if (
    page.focus.some(
      (focus) => focus === node || isBelow(node, focus) || (focus.isItem && focus.parent === node.parent),
    )
  )
    total += 2
  else if (page.focus.some((focus) => focus.block !== undefined && focus.block === node.block)) total += 4.2
  return total - depth * 0.2
}

const relationWords = new Set('under below above beneath underneath after before inside'.split(' '))

/** "the section above the FAQ", "the block after the hero". */
function resolveNeighbour(tokens: Token[], page: Page, { fits }: Wanted): Found | undefined {
  const at = tokens.findIndex(({ norm }) => relationWords.has(norm))
  if (
    at < 1 ||
    !tokens
      .slice(0, at)
      .every(({ norm }) => determiners.has(norm) || genericBlockWords.has(norm) || fillers.has(norm)) ||
    !tokens.slice(0, at).some(({ norm }) => /^(?:section|block|part)$/.test(norm))
  )
    return undefined
  const anchor = resolve(tokens.slice(at + 1), page, { fits: ({ kind }) => (kind === 'block' ? 0 : null) })
  if (anchor.kind !== 'found') return undefined
  const blocks = page.nodes.filter(({ kind }) => kind === 'block')
  const step = /above|before/.test(tokens[at]?.norm ?? '') ? -1 : 1
  const node = blocks[blocks.indexOf(anchor.nodes[0] as Node) + step]
  if (!node || (fits && fits(node) === null)) return undefined
  return { kind: 'found', nodes: [node], score: 10 }
}

function choose(scored: Scored[], phrase: Phrase, page: Page, wanted: Wanted): Found {
  let list = scored.sort((a, b) => b.score - a.score)
  if (phrase.isOther && page.focus.length > 0) {
    const rest = list.filter(({ node }) => !page.focus.includes(node) && node.block !== page.focus[0]?.block)
    if (rest.length > 0) list = rest
  }
  const best = list[0] as Scored
  const close = list.filter(({ score }) => score > best.score - clearBy)
  const alike = close.filter(
    ({ node }) =>
      node.kind === best.node.kind && node.prop.replace(/^\d+$/, '') === best.node.prop.replace(/^\d+$/, ''),
  )
  const means = phrase.isAll || phrase.isPlural
  if (alike.length > 1 && means && wanted.allowSeveral)
    return { kind: 'found', nodes: alike.map(({ node }) => node), score: best.score }
  if (phrase.isAll && wanted.allowSeveral) {
    const same = list.filter(
      ({ node }) => node.kind === best.node.kind && node.prop === best.node.prop && !node.isItem,
    )
    if (same.length > 1) return { kind: 'found', nodes: same.map(({ node }) => node), score: best.score }
  }
  const rivals = close.filter(
    ({ node }) => node === best.node || !(isBelow(node, best.node) || isBelow(best.node, node)),
  )
  if (rivals.length > 1 && phrase.isThat) {
    const spoken = rivals.filter(({ node }) =>
      page.focus.some((focus) => focus === node || isBelow(focus, node) || isBelow(node, focus)),
    )
    if (spoken.length === 1) return { kind: 'found', nodes: [(spoken[0] as Scored).node], score: best.score }
  }
  if (rivals.length > 1) return { kind: 'unclear', nodes: rivals.slice(0, 4).map(({ node }) => node) }
  return { kind: 'found', nodes: [best.node], score: best.score }
}

export function isBelow(node: Node, above: Node): boolean {
  return node.above.includes(above)
}

/** "the line under the buttons" is not the buttons: what stands after the relation only says where to look. */
function isBeside(node: Node, tokens: Token[]): boolean {
  const at = tokens.findIndex(({ norm }) => relationWords.has(norm) || norm === 'over')
  if (
    at < 1 ||
    node.kind === 'block' ||
    node.isItem ||
    /note|intro|caption|eyebrow|subheadline|role|alt/i.test(node.prop)
  )
    return false
  const head = tokens.slice(0, at)
  if (!head.some(({ norm }) => /^(?:line|sentence|text|words|one|bit|note|remark|phrase)$/.test(norm)))
    return false
  const namesIt = (list: Token[]) =>
    [...node.names.keys()].some((name) =>
      name.split(' ').every((word) => list.some(({ norm }) => singular(norm) === word)),
    )
  return !namesIt(head) && namesIt(tokens.slice(at + 1))
}
