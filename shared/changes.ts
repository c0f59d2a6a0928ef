/**
 * Changes of a document and how they are applied and undone. The server validates a change before and the result after;
 * the console applies the same change at once and shows the result while it is being saved.
 */

export type AnyBlock = {
  id: string
  type: string
  props: object
  sources: unknown[]
  hidden?: true
  locked?: true
}
export type AnyDocument<B extends AnyBlock = AnyBlock> = { theme: object; blocks: B[]; metadata?: object }
type Fields = Record<string, unknown>
type Item = { id: string } & Fields

export type ItemChange =
  | { type: 'addItem'; blockId: string; list: string; item: Fields; afterId: string | null }
  | { type: 'updateItem'; blockId: string; list: string; itemId: string; props: Fields }
  | { type: 'moveItem'; blockId: string; list: string; itemId: string; afterId: string | null }
  | { type: 'removeItem'; blockId: string; list: string; itemId: string }

export type DocumentChange<B extends AnyBlock = AnyBlock> =
  | { type: 'addBlock'; block: B; afterId: string | null }
  | {
      type: 'updateBlock'
      blockId: string
      props: Fields
      sources?: B['sources']
      hidden?: boolean
      locked?: boolean
    }
  | { type: 'moveBlock'; blockId: string; afterId: string | null }
  | { type: 'removeBlock'; blockId: string }
  | { type: 'setTheme'; theme: object }
  | { type: 'setMetadata'; metadata: object }
  | ItemChange

/** A change that can't be applied: its block, item or position doesn't exist in the document. */
export class ChangeError extends Error {
  override name = 'ChangeError'
  /** JSON Pointer into the change. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** Returns the changed document; the given one is not modified. In patches, null removes a field. */
export function applyChange<B extends AnyBlock, D extends AnyDocument<B>>(
  document: D & AnyDocument<B>,
  change: DocumentChange<B>,
): D {
  const { blocks } = document
  switch (change.type) {
    case 'addBlock':
      if (blocks.some(({ id }) => id === change.block.id))
        throw new ChangeError('/block/id', 'is the id of another block')
      return { ...document, blocks: insertBlock(blocks, change.block, change.afterId) }
    case 'updateBlock':
      return replaceBlock<B, D>(document, change.blockId, (block) => updateBlock(block, change))
    case 'moveBlock': {
      const block = findBlock(blocks, change.blockId)
      const others = blocks.filter((other) => other !== block)
      return { ...document, blocks: insertBlock(others, block, change.afterId) }
    }
    case 'removeBlock': {
      const block = findBlock(blocks, change.blockId)
      return { ...document, blocks: blocks.filter((other) => other !== block) }
    }
    case 'setTheme':
      return { ...document, theme: withoutNulls({ ...document.theme, ...change.theme }) }
    case 'setMetadata': {
      const { metadata: before, ...rest } = document
      const metadata = withoutNulls({ ...before, ...change.metadata })
      return (Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest) as D
    }
    default:
      return replaceBlock<B, D>(document, change.blockId, (block) => changeItem(block, change))
  }
}

/** The block after a change of one item in one of its lists. */
export function changeItem<B extends AnyBlock>(block: B, change: ItemChange): B {
  const items = itemsIn(block, change.list)
  return { ...block, props: { ...block.props, [change.list]: changeItems(items, change) } }
}

/** The inverse of a change, from the document before it. */
export function invertChange<B extends AnyBlock>(
  document: AnyDocument<B>,
  change: DocumentChange<B>,
): DocumentChange<B> {
  const { blocks } = document
  switch (change.type) {
    case 'addBlock':
      return { type: 'removeBlock', blockId: change.block.id }
    case 'removeBlock': {
      const block = findBlock(blocks, change.blockId)
      return { type: 'addBlock', block, afterId: idBefore(blocks, block.id) }
    }
    case 'moveBlock':
      return { type: 'moveBlock', blockId: change.blockId, afterId: idBefore(blocks, change.blockId) }
    case 'updateBlock': {
      const block = findBlock(blocks, change.blockId)
      return {
        type: 'updateBlock',
        blockId: block.id,
        props: valuesBefore(block.props, change.props),
        ...(change.sources && { sources: block.sources }),
        ...(change.hidden !== undefined && { hidden: block.hidden === true }),
        ...(change.locked !== undefined && { locked: block.locked === true }),
      }
    }
    case 'setTheme':
      return { type: 'setTheme', theme: valuesBefore(document.theme, change.theme) }
    case 'setMetadata':
      return { type: 'setMetadata', metadata: valuesBefore(document.metadata ?? {}, change.metadata) }
    default:
      return invertItemChange(findBlock(blocks, change.blockId), change)
  }
}

function invertItemChange(block: AnyBlock, change: ItemChange): ItemChange | DocumentChange<never> {
  const { blockId, list } = change
  const items = itemsIn(block, list)
  switch (change.type) {
    case 'addItem': {
      // The list was created with this item. It is removed as a whole: an empty list may be invalid.
      if (items.length === 0)
        return { type: 'updateBlock', blockId, props: valuesBefore(block.props, { [list]: 0 }) }
      return { type: 'removeItem', blockId, list, itemId: String(change.item.id) }
    }
    case 'removeItem': {
      const item = findItem(items, change.itemId)
      return { type: 'addItem', blockId, list, item, afterId: idBefore(items, item.id) }
    }
    case 'moveItem':
      return {
        type: 'moveItem',
        blockId,
        list,
        itemId: change.itemId,
        afterId: idBefore(items, change.itemId),
      }
    case 'updateItem': {
      const { id: _, ...props } = change.props
      const before = valuesBefore(findItem(items, change.itemId), props)
      return { type: 'updateItem', blockId, list, itemId: change.itemId, props: before }
    }
  }
}

function updateBlock<B extends AnyBlock>(
  block: B,
  change: Extract<DocumentChange<B>, { type: 'updateBlock' }>,
): B {
  const { hidden: wasHidden, locked: wasLocked, ...rest } = block
  const { hidden = wasHidden, locked = wasLocked, sources = block.sources } = change
  return {
    ...rest,
    props: withoutNulls({ ...block.props, ...change.props }),
    sources,
    ...(hidden && { hidden: true }),
    ...(locked && { locked: true }),
  } as B
}

function replaceBlock<B extends AnyBlock, D extends AnyDocument<B>>(
  document: D & AnyDocument<B>,
  blockId: string,
  change: (block: B) => B,
): D {
  const block = findBlock(document.blocks, blockId)
  const changed = change(block)
  return { ...document, blocks: document.blocks.map((other) => (other === block ? changed : other)) }
}

function findBlock<B extends AnyBlock>(blocks: B[], id: string): B {
  const block = blocks.find((candidate) => candidate.id === id)
  if (!block) throw new ChangeError('/blockId', 'names no block of the document')
  return block
}

function insertBlock<B extends AnyBlock>(blocks: B[], block: B, afterId: string | null): B[] {
  const index = placeAfter(blocks, afterId)
  if (index === undefined) throw new ChangeError('/afterId', 'names no other block of the document')
  return blocks.toSpliced(index, 0, block)
}

function itemsIn({ props }: AnyBlock, list: string): Item[] {
  return ((props as Fields)[list] ?? []) as Item[]
}

function changeItems(items: Item[], change: ItemChange): Item[] {
  if (change.type === 'addItem') {
    const added = change.item as Item
    if (added.id !== undefined && items.some(({ id }) => id === added.id))
      throw new ChangeError('/item/id', 'is the id of another item')
    return insertItem(items, added, change.afterId)
  }
  const item = findItem(items, change.itemId)
  const others = items.filter((other) => other !== item)
  switch (change.type) {
    case 'updateItem': {
      const { id: _, ...props } = change.props
      return items.map((other) => (other === item ? (withoutNulls({ ...item, ...props }) as Item) : other))
    }
    case 'moveItem':
      return insertItem(others, item, change.afterId)
    case 'removeItem':
      return others
  }
}

function findItem(items: Item[], id: string): Item {
  const item = items.find((candidate) => candidate.id === id)
  if (!item) throw new ChangeError('/itemId', `names no item of this list; it has ${idsOf(items)}`)
  return item
}

function insertItem(items: Item[], item: Item, afterId: string | null): Item[] {
  const index = placeAfter(items, afterId)
  if (index === undefined)
    throw new ChangeError('/afterId', `names no other item of this list; it has ${idsOf(items)}`)
  return items.toSpliced(index, 0, item)
}

function placeAfter(things: { id: string }[], afterId: string | null): number | undefined {
  if (afterId === null) return 0
  const index = things.findIndex(({ id }) => id === afterId)
  return index === -1 ? undefined : index + 1
}

function idBefore(things: { id: string }[], id: string): string | null {
  return things[things.findIndex((thing) => thing.id === id) - 1]?.id ?? null
}

function idsOf(items: Item[]): string {
  return items.map(({ id }) => id).join(', ') || 'no items'
}

/** The previous values of a patch's fields; null for absent ones. */
function valuesBefore(before: object, patch: object): Fields {
  const old = before as Fields
  return Object.fromEntries(Object.keys(patch).map((name) => [name, old[name] ?? null]))
}

export function withoutNulls(fields: object): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}
