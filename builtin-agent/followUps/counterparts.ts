import { type Node, withAncestors } from '../nodes.ts'
import { nodesByKey, type OpenPage } from '../page.ts'
import { point } from '../references/point.ts'

/** The corresponding part of another object: the same property of a sibling, or a cell of the same row. */
export function counterpartOf(phrase: string, part: Node, page: OpenPage): Node | undefined {
  const [found] = point(phrase, page)
  const [named] = found?.nodes ?? []
  if (!named || found?.nodes.length !== 1) return undefined
  const nodes = nodesByKey(page)
  for (const item of withAncestors(named).filter(({ isItem }) => isItem)) {
    const own = withAncestors(part).find((each) => each.isItem && each.parent?.key === item.parent?.key)
    if (own && own !== part && own.key !== item.key)
      return nodes.get(item.key + part.key.slice(own.key.length))
    const isColumn = item.parent?.prop === 'columns' && part.parent?.prop === 'cells'
    if (isColumn && part.block?.id === item.block?.id) return nodes.get(`${part.parent?.key}/${item.index}`)
  }
  return undefined
}
