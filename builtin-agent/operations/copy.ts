import { newBlockId } from '../../document/index.ts'
import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { draftOf, setList } from './edit.ts'
import { type Place, placeIn } from './move.ts'

/** Copies a section or an item, by default directly after the original. */
export function copyNode(node: Node, page: OpenPage, place: Place = { kind: 'after', node }): Outcome {
  const draft = draftOf(page)
  const said = `duplicated ${nameOf(node, page)}`
  if (node.block && node.kind === 'block') {
    const { blocks } = page.document
    const copy = { ...node.block, id: newBlockId(page.document, node.block.type, node.block.props) }
    const at = placeIn(blocks, blocks.indexOf(node.block), place, ({ block }) => block)
    if (at === undefined) return refused('I can’t put it there.')
    return {
      kind: 'done',
      draft: { document: { ...draft.document, blocks: blocks.toSpliced(at, 0, copy) } },
      said,
      focus: [`${copy.id}/`],
    }
  }
  const list = node.parent as Node
  const items = list.value as unknown[]
  const at = placeIn(items, node.index, place, ({ parent, index }) =>
    parent === list ? items[index] : undefined,
  )
  if (at === undefined) return refused('I can’t put it there.')
  const copy = node.kind === 'item' ? withoutName(node, list) : node.value
  return {
    kind: 'done',
    draft: setList(draft, list, items.toSpliced(at, 0, copy)),
    said,
    focus: [`${list.key}/${at}`],
  }
}

/** A copied form field needs a new name, as names are unique in a form. Ids are added later. */
function withoutName(node: Node, list: Node): unknown {
  const { id: _, ...item } = node.value as Record<string, unknown>
  if (list.prop !== 'fields') return item
  const taken = (list.value as { name: string }[]).map(({ name }) => name)
  let number = 2
  while (taken.includes(`${item.name}${number}`)) number++
  return { ...item, name: `${item.name}${number}` }
}
