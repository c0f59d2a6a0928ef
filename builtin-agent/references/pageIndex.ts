import { getOrInsert } from '../memoize.ts'
import { nameWordsOf } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { vectorOf } from '../roles/network.ts'
import { wordsOf } from '../tokens.ts'
import { isFunctionWord } from '../words/plain.ts'

/** The data that phrases are compared with. Arrays have an entry per node, in the order of the page. */
type PageIndex = {
  /** The normalised words of its text and of its label. */
  texts: string[]
  labels: string[]
  /** The index of its parent, its item and its section, the last two of which may be the node itself; -1 for none. */
  parents: Int32Array
  items: Int32Array
  blocks: Int32Array
  /** How well a word distinguishes nodes. */
  weightOf: (word: string, stem: string) => number
  isName: (word: string) => boolean
  /** Whether a word or its stem occurs in a name or text of the page. */
  isThere: (word: string, stem: string) => boolean
  /** Caches by word. */
  matches: Map<string, WordMatches>
  similarities: Map<string, Similarities>
  vocabulary: Vocabulary | undefined
}
const pages = new WeakMap<OpenPage['nodes'], PageIndex>()
/** The capacity of each cache. */
const mostWords = 200

export function pageIndexOf({ nodes }: OpenPage): PageIndex {
  const found = pages.get(nodes)
  if (found) return found
  const named = new Map<string, number>()
  const written = new Map<string, number>()
  const labelled = new Set<string>()
  const count = (counts: Map<string, number>, key: string, times = 1) =>
    counts.set(key, (counts.get(key) ?? 0) + times)
  for (const node of nodes) {
    for (const each of node.textStems) count(written, each)
    for (const each of node.labelStems) labelled.add(each)
  }
  for (const alike of Map.groupBy(nodes, ({ names }) => names).values())
    for (const word of nameWordsOf(alike[0] as Node)) count(named, word, alike.length)
  const most = Math.log(1 + nodes.length)
  const weight = (count: number | undefined) =>
    count === undefined ? 0 : Math.log(1 + nodes.length / count) / most
  const index: PageIndex = {
    texts: nodes.map(({ value }) => (typeof value === 'string' ? wordsOf(value).join(' ') : '')),
    labels: nodes.map(({ label }) => wordsOf(label).join(' ')),
    ...holdersOf(nodes),
    weightOf: (word, root) => Math.max(weight(named.get(word)), weight(written.get(root))),
    isName: (word) => named.has(word),
    isThere: (word, root) => named.has(word) || written.has(root) || labelled.has(root),
    matches: new Map(),
    similarities: new Map(),
    vocabulary: undefined,
  }
  pages.set(nodes, index)
  return index
}

/** Relies on parents being listed before their children. */
function holdersOf(nodes: Node[]): Pick<PageIndex, 'parents' | 'items' | 'blocks'> {
  const places = new Map<Node, number>()
  const [parents, items, blocks] = [0, 0, 0].map(() => new Int32Array(nodes.length).fill(-1)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  for (const [at, node] of nodes.entries()) {
    places.set(node, at)
    const parent = node.parent ? (places.get(node.parent) as number) : -1
    parents[at] = parent
    items[at] = node.isItem ? at : parent === -1 ? -1 : (items[parent] as number)
    blocks[at] = parent === -1 ? at : (blocks[parent] as number)
  }
  return { parents, items, blocks }
}

/** The level of a word without any relation to a node. */
export const unrelated = 10

/**
 * How a word matches each node: in its names, its label or its texts. The level ranks the match: 0 is the node's own name, 8
 * a text elsewhere in its section.
 */
type WordMatches = { levels: Uint8Array; inNames: Uint8Array; inLabel: Uint8Array; inText: Uint8Array }

/** The matches of a word with the nodes of a page; undefined if it does not occur there. */
export function matchesOf(word: string, stem: string, page: OpenPage): WordMatches | undefined {
  const index = pageIndexOf(page)
  if (!index.isThere(word, stem)) return undefined
  return getOrInsert(index.matches, `${word} ${stem}`, mostWords, () =>
    compare(word, stem, page.nodes, index),
  )
}

function compare(
  word: string,
  stem: string,
  nodes: Node[],
  { parents, items, blocks }: PageIndex,
): WordMatches {
  const [levels, inNames, inLabel, inText, above] = [0, 0, 0, 0, 0].map(
    () => new Uint8Array(nodes.length),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as Node
    inNames[at] = nameWordsOf(node).has(word) ? 1 : 0
    inLabel[at] = node.labelStems.has(stem) ? 1 : 0
    inText[at] = node.textStems.has(stem) ? 1 : 0
    const parent = parents[at] as number
    above[at] = parent !== -1 && (inNames[parent] || above[parent]) ? 1 : 0
  }
  const levelAt = (at: number, item: number, block: number) => {
    const isInItem = item !== -1
    if (inNames[at]) return 0
    if (inLabel[at]) return 1
    if (isInItem && item !== at && inNames[item]) return 2
    if (above[at]) return 3
    if (isInItem && inLabel[item]) return 4
    if (inLabel[block]) return 5
    if (inText[at]) return 6
    if (isInItem && inText[item]) return 7
    return inText[block] ? 8 : unrelated
  }
  for (let at = 0; at < nodes.length; at++)
    levels[at] = levelAt(at, items[at] as number, blocks[at] as number)
  return { levels, inNames, inLabel, inText }
}

/** The cosine similarity of a word to the most similar word of each node's names, and of its label. */
type Similarities = { names: Float32Array; labels: Float32Array }

/** The similarity of a word to the words of each node; undefined for a word without a vector. */
export function similaritiesOf(word: string, page: OpenPage): Similarities | undefined {
  const index = pageIndexOf(page)
  const direction = directionOf(word)
  return (
    direction &&
    getOrInsert(index.similarities, word, mostWords, () => computeSimilarities(direction, page, index))
  )
}

function computeSimilarities(direction: Float32Array, page: OpenPage, index: PageIndex): Similarities {
  index.vocabulary ??= vocabularyOf(page, index)
  const { vectors, names, labels } = index.vocabulary
  const alike = Float32Array.from(vectors, (other) => dot(direction, other))
  const nearest = (places: number[]) => {
    let most = 0
    for (const place of places) most = Math.max(most, alike[place] as number)
    return most
  }
  const near = new Float32Array(page.nodes.length)
  for (const { nodes, places } of names) {
    const most = nearest(places)
    for (const at of nodes) near[at] = most
  }
  return { names: near, labels: Float32Array.from(labels, nearest) }
}

/** The vectors of the words in names and labels. Nodes with the same names share an entry. */
type Vocabulary = {
  vectors: Float32Array[]
  names: { nodes: number[]; places: number[] }[]
  labels: number[][]
}
function vocabularyOf({ nodes }: OpenPage, { labels }: PageIndex): Vocabulary {
  const vectors: Float32Array[] = []
  const places = new Map<string, number>()
  const placesOf = (words: Iterable<string>) => {
    const found: number[] = []
    for (const word of words) {
      let place = places.get(word)
      if (place === undefined) {
        const vector = isFunctionWord(word) ? undefined : directionOf(word)
        place = vector ? vectors.push(vector) - 1 : -1
        places.set(word, place)
      }
      if (place >= 0) found.push(place)
    }
    return found
  }
  const byNames = Map.groupBy(nodes.keys(), (at) => (nodes[at] as Node).names)
  return {
    vectors,
    names: [...byNames.values()].map((alike) => ({
      nodes: alike,
      places: placesOf(nameWordsOf(nodes[alike[0] as number] as Node)),
    })),
    labels: labels.map((label) => placesOf(label.split(' ').slice(0, 12))),
  }
}

const directions = new Map<string, Float32Array>()
/** The unit vector of a word. The cache is bounded, as only words of the network have one. */
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

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}
