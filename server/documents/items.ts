import { type InputError, invalid } from '../http/problem.ts'
import { type Item, itemsOf, listsOf } from './ids.ts'
import type { Block } from './schema.ts'

/** A change of one item in a list of a block. */
export type ItemChange =
  | { type: 'addItem'; blockId: string; list: string; item: Record<string, unknown>; afterId: string | null }
  | { type: 'updateItem'; blockId: string; list: string; itemId: string; props: Record<string, unknown> }
  | { type: 'moveItem'; blockId: string; list: string; itemId: string; afterId: string | null }
  | { type: 'removeItem'; blockId: string; list: string; itemId: string }

/** The block after the change. Whether the result is valid is for the caller to judge. */
export function changeItem(block: Block, change: ItemChange): Block {
  if (!listsOf(block.type).includes(change.list)) throw invalid('/list', unknownList(block))
  const items = itemsOf(block, change.list)
  return { ...block, props: { ...block.props, [change.list]: changed(items, change) } } as Block
}

function changed(items: Item[], change: ItemChange): unknown[] {
  if (change.type === 'addItem') return insert(items, change.item as Item, change.afterId)
  const item = items.find(({ id }) => id === change.itemId)
  if (!item) throw invalid('/itemId', `names no item of this list; it has ${idsOf(items)}`)
  const others = items.filter((other) => other !== item)
  switch (change.type) {
    case 'updateItem': {
      const { id: _, ...props } = change.props
      return items.map((other) => (other === item ? withoutNulls({ ...item, ...props }) : other))
    }
    case 'moveItem':
      return insert(others, item, change.afterId)
    case 'removeItem':
      return others
  }
}

function insert(items: Item[], item: Item, afterId: string | null): Item[] {
  const index = afterId === null ? 0 : items.findIndex(({ id }) => id === afterId) + 1
  if (index === 0 && afterId !== null)
    throw invalid('/afterId', `names no other item of this list; it has ${idsOf(items)}`)
  return items.toSpliced(index, 0, item)
}

/** Items of one list whose ids are the same, as errors with paths from the props. */
export function itemIdErrors(block: Block): InputError[] {
  return listsOf(block.type).flatMap((list) => {
    const seen = new Set<string>()
    return itemsOf(block, list).flatMap(({ id }, index) => {
      if (id === undefined) return []
      if (seen.has(id))
        return [{ path: `/${list}/${index}/id`, message: 'must differ from the ids of the other items' }]
      seen.add(id)
      return []
    })
  })
}

function unknownList({ type }: Block): string {
  const lists = listsOf(type)
  return lists.length > 0 ? `must be one of ${lists.join(', ')}` : `names no list: a ${type} block has none`
}

function idsOf(items: Item[]): string {
  return items.map(({ id }) => id).join(', ') || 'no items'
}

export function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
