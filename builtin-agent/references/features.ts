import { nameWordsOf } from '../nodeNames.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { type Fit, fitsOf } from '../targets/resolve.ts'
import type { Token } from '../tokens.ts'
import { matchesOf, pageIndexOf, similaritiesOf, unrelated } from './pageIndex.ts'
import type { PhraseParts } from './phrase.ts'
import { valueFeatures } from './valueFeatures.ts'

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

/** Feature rows with the values that do not depend on a phrase. */
const empty = new WeakMap<OpenPage['nodes'], Float32Array>()
function rowsOf({ nodes, document }: OpenPage): Float32Array {
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

/** The features of each node for a phrase, one row per node in the order of the page. */
export function featuresOf(phrase: PhraseParts, tokens: Token[], page: OpenPage): Float32Array {
  const fits: Map<Node, Fit> = fitsOf(tokens, page)
  const best = [...fits.values()].reduce(
    (most, { score, unknown }) => (unknown === 0 ? Math.max(most, score) : most),
    0,
  )
  const index = pageIndexOf(page)
  const weights = phrase.content.map(({ word, stem: root, isGeneric }) => {
    // A word that many nodes share has less weight.
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
  // Written as plain loops, as it runs for every pair of node and phrase.
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
        // The word is the name of another node.
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
      // A word that matches both name and label counts in both.
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

/** The feature for an ordinal: it fits the node, one of its ancestors, none of them, or nothing is counted. */
function placeOfOrdinal(ordinal: number, node: Node): number {
  const places = withAncestors(node).filter(
    (each) => each.isItem || (each.kind === 'block' && each.count > 1),
  )
  const matches = (each: Node) =>
    each.index === (ordinal < 0 ? each.count + ordinal : ordinal === 0 ? (each.count - 1) / 2 : ordinal - 1)
  if (places[0] === node && matches(node)) return 26
  if (places[0] && places[0] !== node && matches(places[0])) return 27
  if (places[1] && matches(places[1])) return 28
  return places.length > 0 ? 29 : 30
}

/** Whether all content words of the phrase are explained, and no ordinal contradicts. */
export const isExplained = (rows: Float32Array, row: number) =>
  rows[row + 19] === 1 || ((rows[row + 14] as number) < 0.05 && rows[row + 29] === 0 && rows[row + 30] === 0)

/** Whether an ordinal contradicts, and the phrase is not exactly the node's text. */
export const isMiscounted = (rows: Float32Array, row: number) => rows[row + 29] === 1 && rows[row + 19] !== 1

/** How well the neighbour in the direction of the relation matches the anchor. */
function neighbours(node: Node, phrase: PhraseParts, page: OpenPage): number {
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
