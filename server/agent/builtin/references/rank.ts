import { addProduct, addRow, readWeights, type Table } from '../learnt/weights.ts'
import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { vectorOf } from '../roles/network.ts'
import type { Token } from '../tokens.ts'
import {
  type Around,
  descriptorsOf,
  featuresOf,
  isExplained,
  isMiscounted,
  readPhrase,
  width,
} from './features.ts'

type Meta = { words: string[]; descriptors: string[] }
type Model = { tables: Record<string, Table>; words: Map<string, number>; descriptors: Map<string, number> }
let model: Model | undefined
function load(): Model {
  const { meta, tables } = readWeights<Meta>(new URL('./references.bin', import.meta.url))
  return {
    tables,
    words: new Map(meta.words.map((word, index) => [word, index])),
    descriptors: new Map(meta.descriptors.map((name, index) => [name, index])),
  }
}

/** How much less likely the second is where the third is named. */
const miscounted = 4

export type Ranked = {
  node: Node
  likelihood: number
  /** Whether every telling word of the phrase has to do with the node, and no ordinal speaks against it. */
  isExplained: boolean
}

/** What a phrase means on a page, or among the nodes that `fits` lets through: the nodes it could mean, likeliest first. */
export function rank(
  tokens: Token[],
  page: Page,
  { around = {}, fits }: { around?: Around | undefined; fits?: (node: Node) => boolean } = {},
): Ranked[] {
  model ??= load()
  const { tables, words, descriptors } = model
  const phrase = readPhrase(tokens, around)
  const speaksFor = new Float32Array(descriptors.size)
  for (const word of phrase.words) {
    const row = words.get(word)
    if (row) addRow(speaksFor, tables.words as Table, row)
    const [side, plain] = word.split(':', 2)
    const vector = vectorOf(plain ?? '')
    if (vector && (side === 'head' || side === 'tail')) addProduct(speaksFor, tables[side] as Table, vector)
  }
  const rows = featuresOf(phrase, tokens, page)
  const hiddenBias = (tables.hiddenBias as Table).values
  const output = (tables.output as Table).values
  const scores = page.nodes.map((node, at) => {
    if (fits && !fits(node)) return Number.NEGATIVE_INFINITY
    const hidden = Float32Array.from(hiddenBias)
    const row = rows.subarray(at * width, (at + 1) * width)
    addProduct(hidden, tables.hidden as Table, row)
    let score = 0
    for (let each = 0; each < hidden.length; each++)
      score += Math.max(0, hidden[each] as number) * (output[each] as number)
    for (const name of descriptorsOf(node)) {
      const index = descriptors.get(name)
      if (index !== undefined) score += speaksFor[index] as number
    }
    return score + bonus(node, tokens, page) - (isMiscounted(row) ? miscounted : 0)
  })
  const most = Math.max(...scores)
  if (most === Number.NEGATIVE_INFINITY) return []
  const sum = scores.reduce((total, score) => total + Math.exp(score - most), 0)
  return page.nodes
    .map((node, at) => ({
      node,
      likelihood: Math.exp((scores[at] as number) - most) / sum,
      isExplained: isExplained(rows.subarray(at * width, (at + 1) * width)),
    }))
    .filter(({ likelihood }) => likelihood > 0.02)
    .sort((a, b) => b.likelihood - a.likelihood)
}

/** "its answer", "the text there": what was just spoken of is nearer. */
function bonus(node: Node, tokens: Token[], page: Page): number {
  if (page.selected) return node.block === page.selected ? 4 : 0
  if (page.focus.length === 0) return 0
  const points = tokens.some(({ norm }) =>
    /^(?:its|their|it|there|that|this|them|those|these|his|her)$/.test(norm),
  )
    ? 5
    : isGeneric(tokens)
      ? 4
      : 1
  const near = page.focus.map(holderOf)
  for (let at: Node | undefined = node; at; at = at.parent) if (near.includes(at)) return points
  return 0
}

/** The item or section that a property belongs to. */
function holderOf(node: Node): Node {
  let at = node
  while (at.parent && !at.isItem) at = at.parent
  return at
}

/** "the answer", "heading": the name of a part alone, which every section may have. */
export const isGeneric = (tokens: Token[]) =>
  tokens.every(({ norm }) =>
    /^(?:the|a|our|main|text|heading|headline|header|subheadline|subtitle|title|answer|description|body|label|button|link|price|icon|note|intro|caption|name|role|hint)$/.test(
      norm,
    ),
  )
