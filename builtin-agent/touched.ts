import type { Operation } from '../document/index.ts'
import type { Node } from './nodes.ts'
import { nodeAt, type OpenPage } from './page.ts'

/** The nodes that operations are about, as far as they exist on a page. */
export function touchedBy(operations: Operation[], page: OpenPage): Node[] {
  // Highlighting an item also clears the highlight of another one, which the change is not about.
  const given = operations.filter((operation) => !takesFromItem(operation))
  return (given.length > 0 ? given : operations).flatMap((operation) => touchedByOne(operation, page))
}

const takesFromItem = (operation: Operation) =>
  operation.type === 'updateItem' && Object.values(operation.props).every((value) => value === null)

function touchedByOne(operation: Operation, page: OpenPage): Node[] {
  const some = (node: Node | undefined) => (node ? [node] : [])
  const itemIn = (blockId: string, list: string, id: unknown) =>
    nodeAt(page, blockId, list)?.children.find(
      ({ value }) => (value as { id?: string } | undefined)?.id === id,
    )
  switch (operation.type) {
    case 'updateBlock':
      return Object.keys(operation.props).flatMap((prop) => {
        const node = nodeAt(page, operation.blockId, prop)
        return node?.kind === 'group'
          ? [node, ...node.children.filter(({ kind }) => kind === 'text')]
          : some(node)
      })
    case 'addBlock':
      return some(nodeAt(page, operation.block.id))
    case 'moveBlock':
    case 'removeBlock':
      return some(nodeAt(page, operation.blockId))
    case 'updateItem': {
      const item = itemIn(operation.blockId, operation.list, operation.itemId)
      return Object.keys(operation.props).flatMap((prop) =>
        some(item?.children.find((child) => child.prop === prop)),
      )
    }
    case 'addItem':
      return some(itemIn(operation.blockId, operation.list, operation.item.id))
    case 'moveItem':
    case 'removeItem':
      return some(itemIn(operation.blockId, operation.list, operation.itemId))
    case 'setTheme':
      return page.nodes.filter(({ kind, prop }) => kind === 'theme' && Object.hasOwn(operation.theme, prop))
    case 'setMetadata':
      return page.nodes.filter(({ kind, prop }) => kind === 'meta' && Object.hasOwn(operation.metadata, prop))
  }
}
