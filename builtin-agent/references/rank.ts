import { type AddProduct, productsOf } from '../learnt/products.ts'
import { addRow, readWeights, type Table } from '../learnt/weights.ts'
import { getOrInsert } from '../memoize.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { vectorOf } from '../roles/network.ts'
import type { Token } from '../tokens.ts'
import { descriptorsOf } from './descriptors.ts'
import { featuresOf, isExplained, isMiscounted, width } from './features.ts'
import { type Around, splitPhrase } from './phrase.ts'

type ReferenceMeta = { words: string[]; descriptors: string[] }
type Model = {
  tables: Record<string, Table>
  words: Map<string, number>
  descriptors: Map<string, number>
  products: Record<'head' | 'tail' | 'hidden', AddProduct>
}
let model: Model | undefined
function load(): Model {
  const { meta, tables } = readWeights<ReferenceMeta>(new URL('./references.bin', import.meta.url))
  const { head, tail, hidden } = tables as Record<'head' | 'tail' | 'hidden', Table>
  return {
    tables,
    products: productsOf({ head, tail, hidden }),
    words: new Map(meta.words.map((word, index) => [word, index])),
    descriptors: new Map(meta.descriptors.map((name, index) => [name, index])),
  }
}

/** The factor by which a contradicting ordinal lowers the score. */
const miscounted = 4

/** The score for the phrase referring to nothing on the page. */
const nothing = 0

export type Ranked = {
  node: Node
  likelihood: number
  /** Whether every content word of the phrase relates to the node, and no ordinal contradicts. */
  isExplained: boolean
}

/** The nodes that a phrase may refer to together, and how likely that is. */
export type Referents = { nodes: Node[]; likelihood: number }

/** The nodes that a phrase may refer to, likeliest first. `fits` restricts the candidates. */
export function rank(
  tokens: Token[],
  page: OpenPage,
  { around = {}, fits }: { around?: Around | undefined; fits?: (node: Node) => boolean } = {},
): Ranked[] {
  const known = scoredOn(page, tokens, around)
  const bonus = bonusOf(tokens, page)
  const scores = page.nodes.map((node, at) =>
    fits && !fits(node) ? Number.NEGATIVE_INFINITY : (known[at] as NodeScore).score + bonus(node),
  )
  const most = Math.max(nothing, ...scores)
  const sum = [nothing, ...scores].reduce((total, score) => total + Math.exp(score - most), 0)
  return page.nodes
    .map((node, at) => ({
      node,
      likelihood: Math.exp((scores[at] as number) - most) / sum,
      isExplained: (known[at] as NodeScore).isExplained,
    }))
    .filter(({ likelihood }) => likelihood > 0.02)
    .sort((a, b) => b.likelihood - a.likelihood)
}

type NodeScore = { score: number; isExplained: boolean }
type RankedPage = { scored: Map<string, NodeScore[]>; descriptors: number[][] }
/** Cached, as the readings of a message contain the same phrases. */
const pages = new WeakMap<Node[], RankedPage>()
const mostPhrases = 50

function openedOn({ nodes }: OpenPage, { descriptors: known }: Model): RankedPage {
  const descriptors = nodes.map((node) => descriptorsOf(node).flatMap((name) => known.get(name) ?? []))
  return { scored: new Map(), descriptors }
}

/** The scores of all nodes for a phrase. */
function scoredOn(page: OpenPage, tokens: Token[], around: Around): NodeScore[] {
  model ??= load()
  const known = pages.get(page.nodes) ?? openedOn(page, model)
  pages.set(page.nodes, known)
  const textOf = (list: Token[] | undefined) => list?.map(({ kind, text, norm }) => `${kind} ${text} ${norm}`)
  const key = JSON.stringify([
    textOf(tokens),
    { ...around, beside: textOf(around.beside), rest: textOf(around.rest) },
  ])
  const { scored } = known
  return getOrInsert(scored, key, mostPhrases, () => score(page, tokens, around, known, model as Model))
}

function score(
  page: OpenPage,
  tokens: Token[],
  around: Around,
  { descriptors: described }: RankedPage,
  { tables, words, descriptors, products }: Model,
): NodeScore[] {
  const phrase = splitPhrase(tokens, around)
  const speaksFor = new Float32Array(descriptors.size)
  for (const word of phrase.words) {
    const row = words.get(word)
    if (row) addRow(speaksFor, tables.words as Table, row)
    const [side, plain] = word.split(':', 2)
    const vector = vectorOf(plain ?? '')
    if (vector && (side === 'head' || side === 'tail')) products[side](speaksFor, vector)
  }
  const rows = featuresOf(phrase, tokens, page)
  const bias = (tables.hiddenBias as Table).values
  const output = (tables.output as Table).values
  const size = bias.length
  const sums = new Float32Array(page.nodes.length * size)
  for (let at = 0; at < sums.length; at += size) sums.set(bias, at)
  products.hidden(sums, rows)
  return page.nodes.map((_, at) => {
    const row = at * width
    let total = isMiscounted(rows, row) ? -miscounted : 0
    for (let each = 0; each < size; each++)
      total += Math.max(0, sums[at * size + each] as number) * (output[each] as number)
    for (const index of described[at] ?? []) total += speaksFor[index] as number
    return { score: total, isExplained: isExplained(rows, row) }
  })
}

/** Possessives and "there" favour nodes near the focus. */
function bonusOf(tokens: Token[], page: OpenPage): (node: Node) => number {
  if (page.selected) return ({ block }) => (block === page.selected ? 4 : 0)
  if (page.focus.length === 0) return () => 0
  const points = tokens.some(({ norm }) =>
    /^(?:its|their|it|there|that|this|them|those|these|his|her)$/.test(norm),
  )
    ? 5
    : isGenericName(tokens)
      ? 4
      : 1
  const near = page.focus.map(holderOf)
  return (node) => (withAncestors(node).some((each) => near.includes(each)) ? points : 0)
}

/** The item or section of a node. */
function holderOf(node: Node): Node {
  let at = node
  while (at.parent && !at.isItem) at = at.parent
  return at
}

/** Whether the phrase is only a generic name of a part, which many sections have. */
export const isGenericName = (tokens: Token[]) =>
  tokens.every(({ norm }) =>
    /^(?:the|a|our|main|text|heading|headline|header|subheadline|subtitle|title|answer|description|body|label|button|link|price|icon|note|intro|caption|name|role|hint)$/.test(
      norm,
    ),
  )
