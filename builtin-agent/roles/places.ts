import { isBelow, type Node } from '../nodes.ts'
import type { Place } from '../operations/move.ts'
import type { OpenPage } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { countedIn } from '../references/counted.ts'
import { point, pointWithin } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import type { SaidPlace } from './saidPlace.ts'

/** The section or item that moves if a node is named. Its title stands for it. */
export function movableOf(node: Node): Node | undefined {
  if (node.kind === 'block' || node.isItem) return node
  const { parent } = node
  if (!parent || !(parent.kind === 'block' || parent.isItem)) return undefined
  const namesIt = /^(?:headline|heading|title|name|question|label|quote|value|picture)$/.test(node.prop)
  return namesIt ? parent : undefined
}

type Placed = { nodes: Node[]; place: Place; likelihood: number }

/** The targets of a move or copy, likeliest first. `find` resolves an anchor. */
export function placesOf(
  said: SaidPlace,
  phrases: string[],
  pointed: Referents[],
  page: OpenPage,
  find: (phrase: string) => Referents[],
): Placed[] {
  const found: Placed[] = []
  for (const { nodes: named, likelihood } of candidates(said, phrases, pointed, page))
    for (const nodes of movedBy(named, phrases, said)) {
      const places = [...placesFor(said, nodes, page, find)]
      found.push(
        ...places.map((each) => ({ nodes, place: each.place, likelihood: likelihood * each.likelihood })),
      )
      if (places.length > 0) break
    }
  return found.sort((a, b) => b.likelihood - a.likelihood)
}

/** What moves: the named nodes, or their section if these are all items of its list or a pronoun refers to them. */
function movedBy(named: Node[], phrases: string[], said: SaidPlace): Node[][] {
  const isSpokenOf = phrases.length === 1 && isPronoun(phrases[0] as string)
  const own = [...new Set(named.map(isSpokenOf ? itemOf : movableOf))]
  const [first] = own
  const nodes = own.flatMap((node) => node ?? [])
  const found =
    nodes.length === own.length && nodes.every(({ parent }) => parent === first?.parent) ? [nodes] : []
  const section = (named[0] as Node).above.at(-1)
  const isAll = first?.isItem && nodes.length > 1 && nodes.length === first.count
  const isBeside = said.kind === 'beside' || said.kind === 'between'
  if (section && (isAll || (isSpokenOf && isBeside))) found.push([section])
  return found.filter(({ length }) => length > 0)
}
const itemOf = (node: Node) =>
  movableOf(node) ?? node.above.find(({ isItem, kind }) => isItem || kind === 'block')

/** What may move, restricted to the list that the place names, if any. */
function candidates(said: SaidPlace, phrases: string[], pointed: Referents[], page: OpenPage): Referents[] {
  if (said.kind !== 'at' || said.container === undefined) return pointed
  const found: Referents[] = []
  for (const { nodes, likelihood } of point(said.container, page).slice(0, 2)) {
    const holder = nodes.length > 1 ? listOf(nodes) : nodes[0]
    if (!holder) continue
    const own = pointed.filter(({ nodes: named }) => named.every((node) => isBelow(node, holder)))
    const inside =
      own.length > 0 ? own : phrases.length === 1 ? pointWithin(phrases[0] as string, holder, page) : []
    found.push(...inside.map((each) => ({ nodes: each.nodes, likelihood: each.likelihood * likelihood })))
  }
  return found
}

/** The list that contains all of the nodes. */
const listOf = (nodes: Node[]) =>
  nodes.every(({ isItem, parent }) => isItem && parent === nodes[0]?.parent) ? nodes[0]?.parent : undefined

function* placesFor(
  said: SaidPlace,
  nodes: Node[],
  page: OpenPage,
  find: (phrase: string) => Referents[],
): Generator<{ place: Place; likelihood: number }> {
  const moved = nodes[0] as Node
  if (said.kind === 'place of') yield* placesOfOther(said.anchor, nodes, page, find)
  if (said.kind === 'by') yield { place: said, likelihood: 1 }
  if (said.kind === 'at') {
    const count = moved.isItem ? moved.count : page.document.blocks.length
    const { index } = said
    const alike = said.isAmongAlike && nodes.length === 1 ? sectionsLike(moved, page) : []
    const neighbour = index === 0 ? alike[0] : index === -1 ? alike.at(-1) : undefined
    yield {
      place: neighbour
        ? { kind: index === 0 ? 'before' : 'after', node: neighbour }
        : index === 0
          ? { kind: 'first' }
          : index === -1
            ? { kind: 'last' }
            : { kind: 'at', index: index < 0 ? count + index : index },
      likelihood: 1,
    }
  }
  if (said.kind === 'beside')
    for (const { node, likelihood } of anchorsOf(said.anchor, said.side, moved, page, find))
      if (isBelow(moved, node)) {
        if (said.side === 'before') yield { place: { kind: 'first' }, likelihood }
      } else yield { place: { kind: said.side, node }, likelihood }
  if (said.kind === 'between') {
    const both =
      said.anchors.length === 1
        ? countedIn(said.anchors[0] as string, page)?.map((node) => ({ node, likelihood: 0.9 }))
        : undefined
    const [one, other] =
      both ?? said.anchors.map((anchor) => [...anchorsOf(anchor, 'after', moved, page, find)][0])
    if (
      one &&
      other &&
      areBeside(one.node, other.node, moved, page) &&
      one.node !== other.node &&
      one.node.parent === moved.parent &&
      other.node.parent === moved.parent
    )
      yield {
        place: { kind: 'between', nodes: [one.node, other.node] },
        likelihood: one.likelihood * other.likelihood,
      }
  }
}

/** The other sections of the same type. A first or last place without a list is a place among these. */
const sectionsLike = (moved: Node, { nodes }: OpenPage) =>
  moved.kind === 'block'
    ? nodes.filter(
        (node) => node.kind === 'block' && node !== moved && node.block?.type === moved.block?.type,
      )
    : []

/** The position of another object, or the former position of a removed one. */
function* placesOfOther(
  anchor: string,
  moved: Node[],
  page: OpenPage,
  find: (phrase: string) => Referents[],
): Generator<{ place: Place; likelihood: number }> {
  const [first] = moved as [Node]
  const { freed } = page
  if (isPronoun(anchor) && freed && freed.list === (first.isItem ? first.parent?.key : 'blocks')) {
    const before = moved.filter((node) => indexOf(node, page) < freed.index).length
    yield { place: { kind: 'at', index: freed.index - before }, likelihood: 0.9 }
    return
  }
  for (const { nodes, likelihood } of find(anchor)) {
    const node = nodes[0] && levelOf(nodes[0], first, page)
    if (node) yield { place: { kind: 'at', index: indexOf(node, page) }, likelihood }
  }
}
const indexOf = ({ isItem, index, block }: Node, { document }: OpenPage) =>
  isItem || !block ? index : document.blocks.indexOf(block)

/** Whether two nodes are adjacent, apart from the moved one. */
function areBeside(one: Node, other: Node, moved: Node, page: OpenPage): boolean {
  const all = (
    moved.isItem ? (moved.parent?.children ?? []) : page.nodes.filter(({ kind }) => kind === 'block')
  ).filter((node) => node !== moved)
  return Math.abs(all.indexOf(one) - all.indexOf(other)) === 1
}

/** The anchors for a position: siblings of the moved node, or as a last resort its list or section. */
function* anchorsOf(
  phrase: string,
  side: 'before' | 'after',
  moved: Node,
  page: OpenPage,
  find: (phrase: string) => Referents[],
): Generator<{ node: Node; likelihood: number }> {
  const said = phrase.replace(/[\s,.;]+$/, '')
  const found = find(said)
  let isFound = false
  for (const { nodes, likelihood } of found) {
    const levels = nodes.map((node) => levelOf(node, moved, page))
    const node = side === 'before' ? levels[0] : levels.at(-1)
    if (!node || levels.some((each) => each?.parent !== node.parent)) continue
    isFound = true
    yield { node, likelihood }
  }
  if (isFound || !moved.parent) return
  for (const { nodes, likelihood } of pointWithin(
    said,
    moved.parent,
    page,
    (node) => node !== moved && !isBelow(node, moved),
  )) {
    const node = levelOf(nodes[0] as Node, moved, page)
    if (node && likelihood > 0.5) yield { node, likelihood: likelihood * 0.8 }
  }
  for (const { nodes, likelihood } of found)
    if (nodes[0] && isBelow(moved, nodes[0])) yield { node: nodes[0], likelihood }
}

/** The sibling of the moved node that contains a node or is it. */
function levelOf(node: Node, moved: Node, page: OpenPage): Node | undefined {
  for (let at: Node | undefined = node; at; at = at.parent)
    if (
      at !== moved &&
      (moved.isItem
        ? at.isItem && at.parent === moved.parent
        : at.kind === 'block' && page.nodes.includes(at))
    )
      return at
  return undefined
}
