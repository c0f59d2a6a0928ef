import { newBlockId } from '../../../documents/ids.ts'
import { nameOf } from '../describe.ts'
import { draftOf, insertBlock, setList } from '../edit.ts'
import type { Node } from '../nodes.ts'
import { askWhich } from '../objects.ts'
import type { Frame } from '../outcome.ts'
import { resolve } from '../targets.ts'
import { isWord } from '../tokens.ts'
import { verbAt } from '../verbs.ts'

/** "duplicate the features": a copy right below. */
export const duplicateFrame: Frame = (clause, page) => {
  const verb = verbAt(clause.tokens, 0)
  if (!verb?.classes.has('duplicate')) return undefined
  const object = clause.tokens.slice(verb.length).filter((token) => !isWord(token, 'copy'))
  const found = resolve(object, page, {
    fits: (node) => (node.kind === 'block' ? 1 : node.isItem ? 0.5 : null),
  })
  if (found.kind === 'unclear') return askWhich(found.nodes, page, (name) => `duplicate ${name}`)
  const node = found.kind === 'found' ? found.nodes[0] : undefined
  if (!node) return undefined
  const draft = draftOf(page)
  const said = `duplicated ${nameOf(node, page)}`
  if (node.block && node.kind === 'block') {
    const id = newBlockId(page.document, node.block.type, node.block.props)
    return {
      kind: 'done',
      draft: insertBlock(draft, { ...node.block, id }, node.block.id),
      said,
      focus: [`${id}/`],
    }
  }
  const list = node.parent as Node
  const copy = node.kind === 'item' ? withoutName(node, list) : node.value
  return {
    kind: 'done',
    draft: setList(draft, list, (list.value as unknown[]).toSpliced(node.index + 1, 0, copy)),
    said,
    focus: [],
  }
}

/** Names of form fields and ids are unique in their list. */
function withoutName(node: Node, list: Node): unknown {
  const { id: _, ...item } = node.value as Record<string, unknown>
  if (list.prop !== 'fields') return item
  const taken = (list.value as { name: string }[]).map(({ name }) => name)
  let number = 2
  while (taken.includes(`${item.name}${number}`)) number++
  return { ...item, name: `${item.name}${number}` }
}
