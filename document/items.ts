import { changeItem as applyToItem, ChangeError, type ItemChange } from '../shared/changes.ts'
import { type InputError, invalid } from '../shared/problem.ts'
import { itemsOf, listsOf } from './ids.ts'
import type { Block } from './schema.ts'

/** Returns the changed block, without validating it. */
export function changeItem(block: Block, change: ItemChange): Block {
  refuseList(block, change.list)
  return fitting(() => applyToItem(block, change))
}

export function refuseList(block: Block, list: string): void {
  if (!listsOf(block.type).includes(list)) throw invalid('/list', unknownList(block))
}

/** Turns the ChangeError of a change that can't be applied into a Problem. */
export function fitting<T>(apply: () => T): T {
  try {
    return apply()
  } catch (error) {
    if (error instanceof ChangeError) throw invalid(error.path, error.message)
    throw error
  }
}

/** Errors for duplicate ids within a list, with paths relative to the props. */
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
