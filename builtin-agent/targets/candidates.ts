import { nameWordsOf, singular } from '../nodeNames.ts'
import type { Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { stem, type Token, wordsOf } from '../tokens.ts'
import { numbers, ordinals, pointingWords } from '../words/plain.ts'
import { isGenericWord, type Phrase, readPhrase, relationWords } from './phrase.ts'
import { isAtOrBelow, type Scored, score } from './score.ts'

/** Cached per page, as scores depend on its focus. */
const scores = new WeakMap<OpenPage, Map<string, Scored[]>>()

/** The nodes that a phrase may refer to, with their scores. */
export function scoredFor(phrase: Phrase, page: OpenPage): Scored[] {
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

/** Whether every word of a phrase relates to the page or is a pointing word. If not, it refers to nothing there. */
export function isAllKnown(tokens: Token[], page: OpenPage): boolean {
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
      isGenericWord(lower) ||
      isGenericWord(singular(lower)) ||
      pointingWords.has(lower) ||
      relationWords.has(lower) ||
      edges.has(lower)
    )
  })
}
const edges = new Set(['bottom', 'end', 'top', 'upper'])

/** Nodes by name, names by word, and nodes by the stems of their texts. */
type Index = {
  byNames: Map<Node['names'], Node[]>
  byWord: Map<string, Node['names'][]>
  byStem: Map<string, Node[]>
}
const indexes = new WeakMap<Node[], Index>()

/** The index of a page's nodes by the words that may refer to them. */
function indexOf({ nodes }: OpenPage): Index {
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
