import { singular } from '../nodeNames.ts'
import { isBelow, type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { wordsOf } from '../tokens.ts'
import {
  genericBlockWords,
  genericItemWords,
  genericTextWords,
  numbers,
  ordinals,
  pointingWords,
} from '../words/plain.ts'
import { type Phrase, type PhraseWord, relationWords } from './phrase.ts'

export type Scored = { node: Node; score: number; unknown: string[]; own: number }

/** How well a node explains the words of a phrase; undefined if it explains none by itself. */
export function score(node: Node, phrase: Phrase, page: OpenPage): Scored | undefined {
  const { items } = phrase
  const covered: boolean[] = new Array(items.length).fill(false)
  let total = coverByNames(node.names, items, covered, 1)
  let own = total > 0 ? 1 : 0
  const hasName = total > 0
  let qualified = false
  let identified = false
  for (const above of node.above) {
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
  for (const above of node.above) {
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
  // The name of a sibling may identify a node, such as the name of a person their role.
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
  if (!node.isItem && !identified && node.above.some(({ isItem, count }) => isItem && count > 1)) total -= 2.5
  if (own === 0) return undefined
  const unknown = items.filter((_, index) => !covered[index]).map(({ raw }) => raw)
  if (unknown.length === items.length) return undefined
  total += priority(node, page, qualified)
  return { node, score: total, unknown, own }
}

/** The sequences of one to five words in a phrase, by length and start. Cached, as every node is compared with them. */
const phrases = new WeakMap<PhraseWord[], string[][]>()
function runsOf(items: PhraseWord[]): string[][] {
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

/** Covers names of one to five words among the items. */
function coverByNames(
  names: ReadonlyMap<string, number>,
  items: PhraseWord[],
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

/** The key of the node that a reference names. */
const keyOf = (reference: string) => reference.slice(1, -1)
export const isAtOrBelow = (node: Node, reference: string) =>
  node.key === keyOf(reference) || node.above.some(({ key }) => key === keyOf(reference))

function isBelowText(node: Node, wanted: string): boolean {
  for (const above of node.above) if (above.isItem && above.textStems.has(wanted)) return true
  return false
}

/** The score for ordinals; undefined if they exclude the node. */
function coverOrdinals(node: Node, items: PhraseWord[], covered: boolean[]): number | undefined {
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
        : node.above.find(({ isItem, kind: of, count }) => isItem || (of === 'block' && count > 1))
    if (!ranked) return undefined
    const place = ordinal < 0 ? ranked.count + ordinal : ordinal === 0 ? (ranked.count - 1) / 2 : ordinal - 1
    if (place !== ranked.index) return undefined
    covered[index] = true
    total += 6
  }
  return total
}

/** Generic nouns and pointing words fit some kinds of nodes better than others. */
function coverGeneric(
  node: Node,
  phrase: Phrase,
  covered: boolean[],
  page: OpenPage,
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

/** Whether a word is only the number of a list's items, which does not identify it. */
function isCount(node: Node, word: string): boolean {
  const count = numbers[word] ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined)
  if (count === undefined) return false
  if (node.kind === 'block' && node.count === count) return true
  return withAncestors(node).some(({ children }) =>
    children.some(({ kind, children: items }) => kind === 'list' && items.length === count),
  )
}

/** Whether a word names a sibling of the node, which then is only an anchor. */
function isSibling(node: Node, word: string): boolean {
  const block = withAncestors(node).at(-1)
  return node !== block && (block?.children.some(({ names }) => names.has(word)) ?? false)
}

/** The preference where a phrase is ambiguous: the top of the page, existing values, the selection. */
function priority(node: Node, page: OpenPage, qualified: boolean): number {
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
