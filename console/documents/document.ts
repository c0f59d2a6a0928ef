import type { Shape } from '../api/schema.ts'

export type Document = Shape<'Document'>
export type Block = Document['blocks'][number]
export type Operation = Shape<'VersionDiff'>['operations'][number]

/**
 * The document after an operation. The service checked it before it told of it, so here it is only carried out; one
 * that does not fit, as when something was missed, leaves the document as it is.
 */
export function applyOperation(document: Document, operation: Operation): Document {
  const { blocks, theme } = document
  switch (operation.type) {
    case 'addBlock':
      return { ...document, blocks: insert(blocks, operation.block as unknown as Block, operation.afterId) }
    case 'updateBlock':
      return {
        ...document,
        blocks: blocks.map((block) =>
          block.id === operation.blockId
            ? ({
                ...block,
                props: withoutNulls({ ...block.props, ...operation.props }),
                sources: operation.sources ?? block.sources,
              } as Block)
            : block,
        ),
      }
    case 'moveBlock': {
      const moved = blocks.find(({ id }) => id === operation.blockId)
      const others = blocks.filter((block) => block !== moved)
      return moved ? { ...document, blocks: insert(others, moved, operation.afterId) } : document
    }
    case 'removeBlock':
      return { ...document, blocks: blocks.filter(({ id }) => id !== operation.blockId) }
    case 'setTheme':
      return { ...document, theme: withoutNulls({ ...theme, ...operation.theme }) as Document['theme'] }
    case 'addItem':
    case 'updateItem':
    case 'moveItem':
    case 'removeItem':
      return {
        ...document,
        blocks: blocks.map((block) => (block.id === operation.blockId ? withItem(block, operation) : block)),
      }
    case 'setMetadata':
      return withMetadata(document, withoutNulls({ ...document.metadata, ...operation.metadata }))
  }
}

function withMetadata({ metadata: _, ...document }: Document, metadata: object): Document {
  return Object.keys(metadata).length > 0 ? { ...document, metadata } : document
}

type ItemOperation = Extract<Operation, { list: string }>
type Item = { id: string }

function withItem(block: Block, operation: ItemOperation): Block {
  const items = ((block.props as Record<string, unknown>)[operation.list] ?? []) as Item[]
  return { ...block, props: { ...block.props, [operation.list]: changedItems(items, operation) } } as Block
}

function changedItems(items: Item[], operation: ItemOperation): Item[] {
  if (operation.type === 'addItem') return insert(items, operation.item as Item, operation.afterId)
  const item = items.find(({ id }) => id === operation.itemId)
  if (!item) return items
  const others = items.filter((other) => other !== item)
  if (operation.type === 'removeItem') return others
  if (operation.type === 'moveItem') return insert(others, item, operation.afterId)
  return items.map((other) =>
    other === item ? (withoutNulls({ ...item, ...operation.props }) as Item) : other,
  )
}

function insert<T extends { id: string }>(blocks: T[], block: T, afterId: string | null): T[] {
  const place = afterId === null ? 0 : blocks.findIndex(({ id }) => id === afterId) + 1
  return blocks.toSpliced(place === 0 && afterId !== null ? blocks.length : place, 0, block)
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

/** The blocks that differ, are new, or stand elsewhere. */
export function changedBlocks(before: Document | undefined, after: Document): string[] {
  if (!before) return []
  const old = new Map(before.blocks.map((block) => [block.id, block]))
  const changed = after.blocks.filter((block) => !isSame(old.get(block.id), block)).map(({ id }) => id)
  return changed.length > 0 ? changed : movedBlock(before, after)
}

function isSame(a: Block | undefined, b: Block): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function movedBlock(before: Document, after: Document): string[] {
  const [from, to] = [before.blocks.map(({ id }) => id), after.blocks.map(({ id }) => id)]
  if (from.length !== to.length) return []
  const place = from.findIndex((id, index) => to[index] !== id)
  const [down, up] = [from[place], to[place]]
  if (down === undefined || up === undefined) return []
  const without = (ids: string[]) => ids.filter((id) => id !== down).join()
  return [without(from) === without(to) ? down : up]
}

/** The text at a path such as `/items/0/title` in the props of a block. */
export function textAt(block: Block, path: string): string | undefined {
  const found = steps(path).reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    block.props,
  )
  return typeof found === 'string' ? found : undefined
}

/** The document with another text at a path; an empty one takes it away, in a list with its place. */
export function withText(document: Document, blockId: string, path: string, text: string): Document {
  const change = (value: unknown, [step, ...rest]: string[]): unknown => {
    if (step === undefined) return text
    if (Array.isArray(value)) {
      const index = Number(step)
      if (rest.length === 0 && text === '') return value.toSpliced(index, 1)
      return value.with(index, change(value[index], rest))
    }
    const { [step]: old, ...others } = value as Record<string, unknown>
    return rest.length === 0 && text === '' ? others : { ...(value as object), [step]: change(old, rest) }
  }
  return {
    ...document,
    blocks: document.blocks.map((block) =>
      block.id === blockId ? { ...block, props: change(block.props, steps(path)) as never } : block,
    ),
  }
}

function steps(path: string): string[] {
  return path.split('/').filter(Boolean)
}

const longTexts = new Set(['text body', 'faq answer', 'video transcript'])

/** Whether a text may have several lines. */
export function hasLines({ type }: Block, path: string): boolean {
  return longTexts.has(`${type} ${steps(path).at(-1)}`)
}
