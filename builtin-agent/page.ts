import { type Block, type Document, effectiveMetadata } from '../document/index.ts'
import type { AgentContext } from './agent.ts'
import { type Node, nodesOf } from './nodes.ts'
import { wordsOf } from './tokens.ts'

/** The state of the page while a message is processed: the current document and its nodes. */
export type OpenPage = {
  context: AgentContext
  document: Document
  nodes: Node[]
  /** The longer words of labels, and of all texts. */
  labels: Set<string>
  words: Set<string>
  /** The selected block, if any. */
  selected: Block | undefined
  /** The nodes that "it" refers to: the selection, or the nodes mentioned or changed last. */
  focus: Node[]
  /** Whether `focus` was set by an earlier wish of the same message. */
  isGoingOn?: boolean
  /** Where the last removed object stood: the key of its list, or "blocks" for a section, and its index. */
  freed?: { list: string; index: number }
  /** The page before the latest steps of the message, if these only set values. */
  before?: OpenPage
}

/** The nodes of a document are cached: several steps use the same document, and messages use cached documents. */
type Opened = { metadata: string; page: Omit<OpenPage, 'context'> }
const opened = new WeakMap<Document, Opened>()

export function openPage(context: AgentContext, document: Document): OpenPage {
  const known = opened.get(document)
  const metadata = JSON.stringify(context.page.metadata ?? {})
  if (known?.metadata === metadata) return { ...known.page, context }
  const page = readPage(context, document)
  opened.set(document, { metadata, page })
  return { ...page, context }
}

function readPage(context: AgentContext, document: Document): Omit<OpenPage, 'context'> {
  const nodes = nodesOf(document, effectiveMetadata(context.page.metadata, document.metadata))
  const labels = nodes.filter(({ isItem, kind }) => isItem || kind === 'block').map(({ label }) => label)
  const texts = nodes.flatMap(({ kind, value }) =>
    kind === 'text' && typeof value === 'string' ? [value] : [],
  )
  const longWords = (list: string[]) => new Set(list.flatMap(wordsOf).filter((word) => word.length > 3))
  return {
    document,
    nodes,
    labels: longWords(labels),
    words: longWords(texts),
    selected: undefined,
    focus: [],
  }
}

export function nodeAt(page: OpenPage, blockId: string, path = ''): Node | undefined {
  return nodesByKey(page).get(`${blockId}/${path}`)
}

const keyed = new WeakMap<Node[], Map<string, Node>>()
export function nodesByKey({ nodes }: Pick<OpenPage, 'nodes'>): ReadonlyMap<string, Node> {
  const known = keyed.get(nodes) ?? new Map(nodes.map((node) => [node.key, node]))
  keyed.set(nodes, known)
  return known
}

/** The same nodes on a later version of the page, without those that no longer exist. */
export function carryOver(nodes: Node[], page: OpenPage): Node[] {
  return nodes.flatMap(({ key }) => nodesByKey(page).get(key) ?? [])
}
