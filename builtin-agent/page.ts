import { type Block, type Document, effectiveMetadata } from '../document/index.ts'
import type { AgentContext } from './agent.ts'
import { type Node, nodesOf } from './nodes.ts'
import { wordsOf } from './tokens.ts'

/** The page while a message is worked on: the document so far, and everything on it that can be spoken of. */
export type Page = {
  context: AgentContext
  document: Document
  nodes: Node[]
  /** Words that label something on the page, and all words on it. */
  labels: Set<string>
  words: Set<string>
  /** The block that was selected, where one was. */
  selected: Block | undefined
  /** What "it" means: the selection, or what was spoken of or changed last. */
  focus: Node[]
  /** Whether `focus` was changed by a wish of the same message. */
  isGoingOn?: boolean
  /** Where the last thing that was removed stood: the key of its list, or "blocks" for a section, and the index in it. */
  freed?: { list: string; index: number }
  /** The page as the message found it, where only values have changed since. */
  before?: Page
}

/** What was made of a document is used again: several steps look at the same one, and messages at cached ones. */
type Opened = { metadata: string; page: Omit<Page, 'context'> }
const opened = new WeakMap<Document, Opened>()

export function openPage(context: AgentContext, document: Document): Page {
  const known = opened.get(document)
  const metadata = JSON.stringify(context.page.metadata ?? {})
  if (known?.metadata === metadata) return { ...known.page, context }
  const page = readPage(context, document)
  opened.set(document, { metadata, page })
  return { ...page, context }
}

function readPage(context: AgentContext, document: Document): Omit<Page, 'context'> {
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

export function nodeAt(page: Page, blockId: string, path = ''): Node | undefined {
  return nodesByKey(page).get(`${blockId}/${path}`)
}

const keyed = new WeakMap<Node[], Map<string, Node>>()
export function nodesByKey({ nodes }: Pick<Page, 'nodes'>): ReadonlyMap<string, Node> {
  const known = keyed.get(nodes) ?? new Map(nodes.map((node) => [node.key, node]))
  keyed.set(nodes, known)
  return known
}

/** The same nodes on a page that has changed since; those that are gone are left out. */
export function carryOver(nodes: Node[], page: Page): Node[] {
  return nodes.flatMap(({ key }) => nodesByKey(page).get(key) ?? [])
}
