import type { Block, Change, Document } from '../documents/document.ts'

type BlockProps = Record<string, unknown>
export type ListItem = { id: string } & BlockProps

/** 41 random bits, enough for an id that is unique in a document. */
function randomLetters(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return ((BigInt(high) << 32n) | BigInt(low)).toString(36).padStart(13, '0').slice(-8)
}

export function newBlockId(type: string): string {
  return `${type}-${randomLetters()}`
}

export function newItemId(): string {
  return `i${randomLetters()}`
}

/** The items of a list in a block, if they have ids. */
function itemsAt(block: Block, list: string): ListItem[] | undefined {
  const items = (block.props as BlockProps)[list]
  return Array.isArray(items) &&
    items.every((item) => typeof item === 'object' && item !== null && 'id' in item)
    ? (items as ListItem[])
    : undefined
}

/**
 * The change that sets the value at a path such as `/items/0/title` in the props of a block; undefined removes it.
 * Items are addressed by id, so that the change still applies after another user has moved them.
 */
export function changeAt(block: Block, path: string, value: unknown): Change {
  const [prop = '', ...rest] = stepsOf(path)
  const blockId = block.id
  const items = itemsAt(block, prop)
  const [place, field, ...deeper] = rest
  const item = items?.[Number(place)]
  if (item && field !== undefined) {
    const next = withValue(item[field], deeper, value)
    return { type: 'updateItem', blockId, list: prop, itemId: item.id, props: { [field]: next ?? null } }
  }
  const next = withValue((block.props as BlockProps)[prop], rest, value)
  return { type: 'updateBlock', blockId, props: { [prop]: next ?? null } }
}

function withValue(before: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(before)) {
    const index = Number(step)
    const next = withValue(before[index], rest, value)
    return next === undefined ? before.toSpliced(index, 1) : before.with(index, next)
  }
  const { [step]: old, ...others } = (before ?? {}) as BlockProps
  const next = withValue(old, rest, value)
  return next === undefined ? others : { ...others, [step]: next }
}

export function valueAt(block: Block, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (value, step) => (value as BlockProps | undefined)?.[step],
    block.props,
  )
}

function stepsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

/** The change that moves a block one position up or down; undefined at the end of the page. */
export function moveBy(document: Document, blockId: string, by: 1 | -1): Change | undefined {
  const place = document.blocks.findIndex(({ id }) => id === blockId)
  return moveTo(document, blockId, place + by)
}

/** The change that moves a block to a position, counted from 0. */
export function moveTo({ blocks }: Document, blockId: string, place: number): Change | undefined {
  const from = blocks.findIndex(({ id }) => id === blockId)
  if (from === -1 || place < 0 || place >= blocks.length || place === from) return undefined
  const others = blocks.filter(({ id }) => id !== blockId)
  return { type: 'moveBlock', blockId, afterId: others[place - 1]?.id ?? null }
}

export function duplicate(block: Block): Change {
  const { locked: _, ...copy } = structuredClone(block)
  return { type: 'addBlock', block: { ...copy, id: newBlockId(block.type) } as Block, afterId: block.id }
}

/** A new block with new ids for itself and its items. */
export function newBlock(type: string, props: BlockProps): Block {
  const withIds = Object.fromEntries(
    Object.entries(structuredClone(props)).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.map((item) =>
            typeof item === 'object' && item !== null ? { ...item, id: newItemId() } : item,
          )
        : value,
    ]),
  )
  // The props come from a starter, which the service describes for this type.
  return { id: newBlockId(type), type, props: withIds, sources: [] as object[] } as Block
}
