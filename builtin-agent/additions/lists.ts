import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { point } from '../references/point.ts'
import type { Referents } from '../references/rank.ts'
import type { Kind, NamedKinds } from './kinds.ts'
import { indexIn, type Spot } from './spots.ts'

/** Candidate lists for new items, likeliest first; more than one list if the items go into each of them. */
type Lists = {
  lists: Node[]
  likelihood: number
  /** One of several similar lists. It is taken only if no other takes the content. */
  isOneOf?: true
  /** Whether the noun is the usual one for items of this list. */
  isMain?: boolean
}

/** The lists that a message may refer to: by name, by the place it gives, or by the kind of the new item. */
export function* candidateLists(
  noun: string,
  { kinds }: NamedKinds,
  pointed: Referents[],
  spot: Spot | undefined,
  page: OpenPage,
): Generator<Lists> {
  if (pointed.length > 0) {
    for (const { nodes, likelihood } of pointed)
      if (kinds.length > 0 || !nodes.every(isOwnText)) yield* fromNodes(nodes, likelihood, kinds)
    return
  }
  if (spot && 'holder' in spot && spot.holder)
    for (const { nodes, likelihood } of point(spot.holder, page)) yield* fromNodes(nodes, likelihood, kinds)
  const isFree = kinds.length === 0
  if (spot?.kind === 'instead' || (isFree && !anchorsOf(spot).length))
    yield* fromNodes(page.focus, 0.8, kinds)
  const spokenOf = page.focus[0] && withAncestors(page.focus[0]).find(({ kind }) => kind === 'item')
  // Without a name, the item goes beside the last mentioned one, or into its list.
  if (isFree && spokenOf && anchorsOf(spot).every(isPronoun))
    for (const list of hasLists(spokenOf) ? listsIn(spokenOf, kinds) : [spokenOf.parent])
      if (list) yield { lists: [list], likelihood: 0.75 }
  for (const anchor of anchorsOf(spot).slice(0, 1))
    for (const { nodes, likelihood } of point(anchor, page)) {
      const list = nodes[0] && listAround(nodes[0])
      if (list && isOfKind(list, kinds)) yield { lists: [list], likelihood }
    }
  const lists = page.nodes.filter(
    (node) => hasItems(node) && !isFree && isOfKind(node, kinds) && indexIn(node, spot, page) !== undefined,
  )
  const near = lists.filter((list) => page.focus.some((node) => node.block === list.block))
  const main = kinds.filter((each) => each.kind === 'item' && each.isMain)
  for (const list of near.length > 0 ? near : lists)
    yield {
      lists: [list],
      likelihood: 0.9,
      isOneOf: true,
      isMain: main.length > 0 && isOfKind(list, main),
    }
  // The noun may come from the page's own texts.
  const own = noun.replace(
    /^(?:(?:a|an|the|another|one|new|more|third|fourth|fifth|second|two|three)\s+)+/i,
    '',
  )
  if (isFree && noun !== '')
    for (const phrase of [own, `the ${own}s`])
      for (const { nodes, likelihood } of point(phrase, page)) yield* fromNodes(nodes, likelihood, kinds)
}

/** Texts other than names and headings. A name stands for its object, these only for themselves. */
const isOwnText = ({ kind, prop, isItem }: Node) =>
  kind === 'text' && !isItem && !/^(?:eyebrow|heading|headline|title|name|label|question|value)$/.test(prop)

const anchorsOf = (spot: Spot | undefined) =>
  !spot ? [] : 'anchor' in spot ? [spot.anchor] : 'anchors' in spot ? spot.anchors : []
const hasItems = ({ kind, value }: Node) => kind === 'list' && Array.isArray(value) && value.length > 0

function* fromNodes(found: Node[], likelihood: number, kinds: Kind[]): Generator<Lists> {
  // Figures stand for the items that they are in.
  const isOfItems = found.length > 1 && found.every(({ kind, parent }) => kind === 'text' && parent?.isItem)
  const nodes = isOfItems ? found.flatMap(({ parent }) => parent ?? []) : found
  const shared = nodes.length > 1 ? sharedList(nodes) : undefined
  if (shared && isOfKind(shared, kinds) && (kinds.length > 0 || !hasLists(nodes[0] as Node))) {
    yield { lists: [shared], likelihood }
    return
  }
  const each = nodes.map((node) => listsIn(node, kinds))
  const [first] = each
  if (!first) return
  if (each.length === 1) {
    for (const list of first) yield { lists: [list], likelihood }
    return
  }
  const lists = each.flatMap((list) => list[0] ?? [])
  if (lists.length === nodes.length && new Set(lists).size === lists.length) yield { lists, likelihood }
  else if (lists.length === nodes.length && lists[0] && new Set(lists).size === 1)
    yield { lists: [lists[0]], likelihood }
}

/** The list that consists of exactly these items. */
export function sharedList(nodes: Node[]): Node | undefined {
  const list = nodes[0]?.isItem ? nodes[0].parent : undefined
  return list && nodes.length === list.children.length && nodes.every(({ parent }) => parent === list)
    ? list
    : undefined
}
const hasLists = (node: Node) => node.children.some(hasItems)

/** The lists of a node that take a kind of item, best first. */
function listsIn(node: Node, kinds: Kind[]): Node[] {
  if (node.kind === 'list') return isOfKind(node, kinds) ? [node] : []
  if (node.isItem && node.kind !== 'item') return node.parent ? listsIn(node.parent, kinds) : []
  if (node.kind !== 'block' && node.kind !== 'item') return node.parent ? listsIn(node.parent, kinds) : []
  const isRequired = (list: Node) => node.schema.required?.includes(list.prop) ?? false
  const own = node.children
    .filter((list) => list.kind === 'list' && isOfKind(list, kinds) && (hasItems(list) || kinds.length > 0))
    .sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)) || b.count - a.count)
  const around =
    own.length === 0 && kinds.length > 0 && node.isItem && node.parent ? listsIn(node.parent, kinds) : []
  const rows = own.find(({ prop }) => prop === 'rows')
  return kinds.length === 0 && rows ? [rows] : [...own, ...around]
}

function listAround(node: Node): Node | undefined {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.isItem) return at.parent
  return undefined
}

function isOfKind(list: Node, kinds: Kind[]): boolean {
  if (kinds.length === 0) return true
  return kinds.some((each) => {
    if (each.kind === 'item') return each.list === list.prop && each.type === list.block?.type
    if (each.kind === 'field') return list.prop === 'fields'
    if (each.kind === 'block') return each.type === list.block?.type && list.parent?.kind === 'block'
    return each.prop === list.prop || (list.schema.items?.required?.includes(each.prop) ?? false)
  })
}
