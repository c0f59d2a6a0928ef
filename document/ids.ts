import { hash } from 'node:crypto'
import { canonicalJson } from '../shared/canonicalJson.ts'
import { type BlockTypeName, blockTypes } from './blocks/index.ts'
import { hashDocument } from './hash.ts'
import type { Block, Document } from './schema.ts'

/** An object in a list of a block, such as a question or a plan. */
export type Item = { id: string } & Record<string, unknown>

type ListSchema = { items?: { properties?: Record<string, unknown> } }

const listsOfType = new Map<string, string[]>(
  blockTypes.map(({ name, props }) => [
    name,
    Object.entries(props.properties as Record<string, ListSchema>)
      .filter(([, schema]) => schema.items?.properties?.id)
      .map(([list]) => list),
  ]),
)

/** The props of a block type that are lists of objects: `items`, `plans`, `fields`, `rows` … */
export function listsOf(type: string): string[] {
  return listsOfType.get(type) ?? []
}

/** The items of such a list; empty if the block has none. */
export function itemsOf(block: Block, list: string): Item[] {
  return ((block.props as Record<string, unknown>)[list] ?? []) as Item[]
}

/**
 * An id for a new block, such as `features-k3x9q2`. It is derived from the document and the block's content, so that the
 * same request gives the same document, and blocks added to copies of a page don't collide.
 */
export function newBlockId(document: Document, type: BlockTypeName, content: unknown = ''): string {
  const taken = new Set(document.blocks.map(({ id }) => id))
  const seed = `${hashDocument(document)} ${type} ${canonicalJson(content)}`
  return freeId(seed, (letters) => `${type}-${letters}`, taken)
}

/** Adds missing ids of items, and removes empty metadata. */
export function completeDocument(document: Document): Document {
  const { metadata, ...rest } = document
  return {
    ...rest,
    blocks: document.blocks.map(completeBlock),
    ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

/** Adds missing ids of items. They are derived from the content, so repeating it changes nothing. */
export function completeBlock(block: Block): Block {
  const props: Record<string, unknown> = { ...block.props }
  let changed = false
  for (const list of listsOf(block.type)) {
    const items = props[list]
    if (!Array.isArray(items) || items.every(hasId)) continue
    changed = true
    props[list] = addIds(items, `${block.id} ${list}`)
  }
  return changed ? ({ ...block, props } as Block) : block
}

function addIds(items: unknown[], seed: string): unknown[] {
  const taken = new Set(items.filter(hasId).map(({ id }) => id))
  return items.map((item) => {
    if (hasId(item) || typeof item !== 'object' || item === null) return item
    const id = freeId(`${seed} ${canonicalJson(item)}`, (letters) => `i${letters}`, taken)
    taken.add(id)
    return { id, ...item }
  })
}

function hasId(item: unknown): item is Item {
  return typeof item === 'object' && item !== null && typeof (item as { id?: unknown }).id === 'string'
}

function freeId(seed: string, name: (letters: string) => string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = name(letters(`${seed} ${attempt}`))
    if (!taken.has(id)) return id
  }
}

/** A hash of eight letters and digits: 41 bits. */
function letters(text: string): string {
  const number = BigInt(`0x${hash('sha256', text).slice(0, 16)}`) % 36n ** 8n
  return number.toString(36).padStart(8, '0')
}
