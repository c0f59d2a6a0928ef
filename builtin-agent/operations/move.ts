import type { Block } from '../../document/index.ts'
import { nameOf, namesOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import { type Outcome, refused } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { type Draft, draftOf, setNode } from './edit.ts'

/** The target position among the siblings. */
export type Place =
  | { kind: 'after'; node: Node }
  | { kind: 'before'; node: Node }
  | { kind: 'first' }
  | { kind: 'last' }
  | { kind: 'by'; steps: number }
  | { kind: 'at'; index: number }
  | { kind: 'between'; nodes: [Node, Node] }

export function moveNodes(nodes: Node[], place: Place, page: OpenPage): Outcome {
  const [first] = nodes
  if (!first) return refused('I can’t tell what to move.')
  const draft = first.kind === 'block' ? moveBlocks(nodes, place, page) : moveItems(nodes, place, page)
  if (typeof draft === 'string') return refused(draft)
  const where =
    place.kind === 'first'
      ? 'to the top'
      : place.kind === 'last'
        ? 'to the bottom'
        : place.kind === 'by'
          ? place.steps < 0
            ? 'up'
            : 'down'
          : place.kind === 'at'
            ? `to place ${place.index + 1}`
            : place.kind === 'between'
              ? `between ${namesOf(place.nodes, page)}`
              : `${place.kind === 'after' ? 'below' : 'above'} ${nameOf(place.node, page)}`
  if (JSON.stringify(draft.document) === JSON.stringify(page.document))
    return { ...refused(`${nameOf(first, page).replace(/^t/, 'T')} is there already.`), isAlready: true }
  return {
    kind: 'done',
    draft,
    said: `moved ${namesOf(nodes, page)} ${where}`,
    focus: nodes.map((node) => keyIn(draft, node)),
  }
}

/** The key of a node after its siblings were reordered. */
function keyIn({ document }: Draft, { key, block, value, parent }: Node): string {
  if (!parent) return key
  let list: unknown = document.blocks.find(({ id }) => id === block?.id)?.props
  for (const name of parent.path.split('/')) list = (list as Record<string, unknown> | undefined)?.[name]
  return `${parent.key}/${(list as unknown[]).indexOf(value)}`
}

function moveBlocks(nodes: Node[], place: Place, page: OpenPage): Draft | string {
  const blocks = nodes.flatMap(({ block }) => block ?? [])
  const rest = page.document.blocks.filter((block) => !blocks.includes(block))
  const at = placeIn(rest, page.document.blocks.indexOf(blocks[0] as Block), place, (node) => node.block)
  if (at === undefined) return 'I can’t put it beside itself.'
  const draft = draftOf(page)
  return { document: { ...draft.document, blocks: rest.toSpliced(at, 0, ...blocks) } }
}

function moveItems(nodes: Node[], place: Place, page: OpenPage): Draft | string {
  const list = nodes[0]?.parent
  if (!list || nodes.some(({ parent }) => parent !== list)) return 'Those are in different lists.'
  const items = list.value as unknown[]
  const moved = nodes.map(({ index }) => items[index])
  const rest = items.filter((item) => !moved.includes(item))
  const at = placeIn(rest, nodes[0]?.index ?? 0, place, (node) =>
    node.parent === list ? items[node.index] : undefined,
  )
  if (at === undefined) return 'I can’t put it there.'
  const order = rest.toSpliced(at, 0, ...moved).map((item) => items.indexOf(item))
  return inOrder(list, order, page)
}

export function placeIn<T>(
  rest: T[],
  from: number,
  place: Place,
  itemOf: (node: Node) => T | undefined,
): number | undefined {
  if (place.kind === 'first') return 0
  if (place.kind === 'last') return rest.length
  if (place.kind === 'by') return Math.min(rest.length, Math.max(0, from + place.steps))
  if (place.kind === 'at') return Math.min(rest.length, Math.max(0, place.index))
  const node = place.kind === 'between' ? place.nodes[0] : place.node
  const index = rest.indexOf(itemOf(node) as T)
  if (index === -1) return undefined
  if (place.kind === 'between') {
    const other = rest.indexOf(itemOf(place.nodes[1]) as T)
    return other === -1 ? undefined : Math.max(index, other)
  }
  return place.kind === 'after' ? index + 1 : index
}

export function swapNodes(one: Node, other: Node, page: OpenPage): Outcome {
  const said = `swapped ${nameOf(one, page)} and ${nameOf(other, page)}`
  if (one.kind === 'block' && other.kind === 'block' && one !== other) {
    const blocks = page.document.blocks.map(
      (block) => (block === one.block ? other.block : block === other.block ? one.block : block) as Block,
    )
    const draft = draftOf(page)
    return {
      kind: 'done',
      draft: { document: { ...draft.document, blocks } },
      said,
      focus: [one.key, other.key],
    }
  }
  if (!one.isItem || one.parent !== other.parent || one === other || !one.parent)
    return refused(
      `I can swap two sections, or two items of a list; ${namesOf([one, other], page)} are neither.`,
    )
  const list = one.parent
  const items = list.value as unknown[]
  const order = items.map((_, at) => (at === one.index ? other.index : at === other.index ? one.index : at))
  return { kind: 'done', draft: inOrder(list, order, page), said, focus: [list.key] }
}

/** Reorders a list. With columns of a table, the cells are reordered too. */
export function inOrder(list: Node, order: number[], page: OpenPage): Draft {
  const items = list.value as unknown[]
  const draft = setNode(
    draftOf(page),
    list,
    order.map((index) => items[index]),
  )
  const rows = list.prop === 'columns' ? list.parent?.children.find(({ prop }) => prop === 'rows') : undefined
  if (!rows) return draft
  const cells = (rows.value as { cells: unknown[] }[]).map((row) => ({
    ...row,
    cells: order.map((index) => row.cells[index]),
  }))
  return setNode(draft, rows, cells)
}

export function reorder(nodes: Node[], page: OpenPage): Outcome {
  const [first] = nodes
  const said = `put ${namesOf(nodes, page)} in that order`
  const list = first?.parent
  if (first?.isItem && list && nodes.every(({ parent }) => parent === list)) {
    const items = list.value as unknown[]
    const chosen = nodes.map(({ index }) => index)
    const order = [...chosen, ...items.keys().filter((index) => !chosen.includes(index))]
    return {
      kind: 'done',
      draft: inOrder(list, order, page),
      said,
      focus: [],
    }
  }
  if (!nodes.every(({ kind }) => kind === 'block'))
    return refused('Name sections only, or items of one list only.')
  const blocks = nodes.flatMap(({ block }) => block ?? [])
  const opener = page.document.blocks[0]
  const start: Block[] = opener && !blocks.includes(opener) && opener.type === 'hero' ? [opener] : []
  const rest = page.document.blocks.filter((block) => !blocks.includes(block) && !start.includes(block))
  const draft = draftOf(page)
  const ordered =
    nodes.length >= page.document.blocks.length / 3
      ? [...start, ...blocks, ...rest]
      : inPlace(page.document.blocks, blocks)
  return { kind: 'done', draft: { document: { ...draft.document, blocks: ordered } }, said, focus: [] }
}

/** Reorders some blocks among the positions that they occupy; the others stay in place. */
function inPlace(all: Block[], chosen: Block[]): Block[] {
  const queue = [...chosen]
  return all.map((block) => (chosen.includes(block) ? (queue.shift() as Block) : block))
}
