import { changeItem as applyToItem, ChangeError, type ItemChange } from '../shared/changes.ts'
import { type InputError, invalid } from '../shared/problem.ts'
import { itemsOf, listsOf } from './ids.ts'
import type { Block } from './schema.ts'

/** The block after the change. Whether the result is valid is for the caller to judge. */
export function changeItem(block: Block, change: ItemChange): Block {
  refuseList(block, change.list)
  return fitting(() => applyToItem(block, change))
}

export function refuseList(block: Block, list: string): void {
  if (!listsOf(block.type).includes(list)) throw invalid('/list', unknownList(block))
}

/** Runs what applies a change; one that does not fit the document becomes a problem for the caller. */
export function fitting<T>(apply: () => T): T {
  try {
    return apply()
  } catch (error) {
    if (error instanceof ChangeError) throw invalid(error.path, error.message)
    throw error
  }
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
