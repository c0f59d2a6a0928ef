import { bare, nameOf, namesOf } from '../describe.ts'
import { isBelow, type Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { type Draft, draftOf, removeBlocks, setList, setNode } from './edit.ts'

export function isRequired(node: Node): boolean {
  return node.parent?.schema.required?.includes(node.prop) ?? false
}

export function removeNodes(nodes: Node[], page: OpenPage): Outcome {
  let draft = draftOf(page)
  const blocks = nodes.filter(({ kind }) => kind === 'block')
  if (blocks.length > 0 && blocks.length === page.document.blocks.length)
    return refused(
      'That would leave nothing on the page, so I removed nothing. Name the sections that should go.',
    )
  draft = removeBlocks(
    draft,
    blocks.flatMap(({ block }) => block?.id ?? []),
  )
  const others = nodes
    .filter((node) => node.kind !== 'block' && !blocks.some(({ block }) => block === node.block))
    .map((node) => (isRequired(node) && node.parent?.isItem && node.kind === 'text' ? node.parent : node))
  const targets = [...new Set(others)].filter((node) => !others.some((other) => isBelow(node, other)))
  const removed = [...blocks]
  // From the innermost to the outermost and from the last to the first, as removing an item moves those after it.
  const depthOf = ({ above }: Node) => above.length
  for (const target of targets.toSorted((a, b) => depthOf(b) - depthOf(a) || b.index - a.index)) {
    const next = removeOne(draft, target, page)
    if (typeof next === 'string') return refused(next)
    draft = next
    removed.splice(blocks.length, 0, target)
  }
  const names = namesOf(removed, page)
  const isOne = blocks.length === 1 && removed.length === 1
  const hint = isOne
    ? `To get it back, say “bring the ${bare(names)} back”.`
    : 'To get that back, say “undo”.'
  // After a removal, keys of items refer to their successors, so the list is in focus instead.
  const focus = removed.map((node) => (node.isItem && node.parent ? node.parent.key : node.key))
  return { kind: 'done', draft, said: `removed ${names}`, focus, hint }
}

function removeOne(draft: Draft, node: Node, page: OpenPage): Draft | string {
  if (node.kind === 'choice' && node.prop === 'tone') return setNode(draft, node, 'plain')
  if (node.isItem && node.parent) {
    const items = (currentValue(draft, node.parent) as unknown[]) ?? []
    const left = items.toSpliced(node.index, 1)
    if (left.length === 0 && (isRequired(node.parent) || node.parent.prop === 'options')) {
      if (node.parent.parent?.kind === 'block' && node.block) return removeBlocks(draft, [node.block.id])
      return `${capital(nameOf(node, page))} is the last one there, so I left it.`
    }
    const without = setList(draft, node.parent, left)
    return node.parent.prop === 'columns' ? withoutCells(without, node) : without
  }
  if (isRequired(node)) {
    const holder = node.above.find(({ kind, isItem }) => kind === 'block' || isItem)
    return `${capital(holder ? nameOf(holder, page) : 'The page')} can’t do without ${nameOf(node, page)}. Tell me what it should say instead.`
  }
  return setNode(draft, node, undefined)
}

/** Removes the cells of a column from all rows of the table. */
function withoutCells(draft: Draft, column: Node): Draft {
  const rows = column.parent?.parent?.children.find(({ prop }) => prop === 'rows')
  const list = ((rows && currentValue(draft, rows)) as { cells?: unknown[] }[] | undefined) ?? []
  return rows
    ? setNode(
        draft,
        rows,
        list.map((row) => ({ ...row, cells: row.cells?.toSpliced(column.index, 1) })),
      )
    : draft
}

function currentValue(draft: Draft, node: Node): unknown {
  let value: unknown = draft.document.blocks.find(({ id }) => id === node.block?.id)?.props
  for (const name of node.path.split('/')) value = (value as Record<string, unknown> | undefined)?.[name]
  return value
}

const capital = (text: string) => text.replace(/^./u, (sign) => sign.toUpperCase())
