import { contentOf } from '../nodeNames.ts'
import { isBelow, type Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { namesAbsent } from './absent.ts'
import { countedIn } from './counted.ts'
import type { Around } from './phrase.ts'
import { point, pointWithin } from './point.ts'
import type { Referents } from './rank.ts'

/** Resolves several phrases of one wish: an object and its container, or objects in an enumeration. */
export function pointTogether(
  phrases: string[],
  areListed: boolean,
  page: OpenPage,
  /** The context of each phrase. */
  around: Around[] = [],
): Referents[] {
  if (phrases.length === 1) return point(phrases[0] as string, page, around[0])
  if (areListed) return pointApart(phrases, page, around)

  const counted =
    phrases.length === 2
      ? (countedIn(phrases.join(' in '), page) ?? countedIn(phrases.toReversed().join(' in '), page))
      : undefined
  if (counted) return [{ nodes: counted, likelihood: 0.85 }]
  const found = phrases.length === 2 ? nestedOf(phrases as [string, string], page, around) : []
  if (found.length > 0) return found
  const joined = [phrases.join(' of '), phrases.toReversed().join(' of ')]
    .flatMap((phrase) => point(phrase, page).slice(0, 1))
    .sort((a, b) => b.likelihood - a.likelihood)
  if (joined.length > 0 || phrases.length > 2 || phrases.some((phrase) => namesAbsent(phrase, page)))
    return joined
  // The context raised the likelihood already.
  return phrases
    .flatMap((phrase, at) => point(phrase, page, around[at]).slice(0, 1))
    .map(({ nodes, likelihood }) => ({ nodes, likelihood: likelihood * 0.8 }))
    .sort((a, b) => b.likelihood - a.likelihood)
    .slice(0, 1)
}

/** Resolves an enumeration. */
function pointApart(phrases: string[], page: OpenPage, around: Around[]): Referents[] {
  const beside = phrases.map((phrase, at) => point(phrase, page, around[at]))
  // If the context leads both phrases to the same node, it is ignored.
  const isOne = new Set(beside.map((list) => list[0]?.nodes[0])).size < phrases.length
  const each = isOne ? phrases.map((phrase) => point(phrase, page)) : beside
  if (each.some((list) => list.length === 0)) return []
  return [
    {
      nodes: [...new Set(each.flatMap((list) => list[0]?.nodes ?? []))],
      likelihood: each.reduce((product, list) => product * (list[0]?.likelihood ?? 0), 1),
    },
  ]
}

/** Resolves a phrase inside of another one. If both orders are possible, the innermost node is preferred. */
function nestedOf(phrases: [string, string], page: OpenPage, around: Around[]): Referents[] {
  const [one, other] = phrases
  const orders = [innerOf(one, other, page, around[0]), innerOf(other, one, page, around[1])]
  const [outer, inner] = orders.map((each) => each.inner)
  const name = contentOf(other.replace(/^(?:the|its|their)\s+/i, ''))
  if (isInside(inner?.[0], outer?.[0]) && inner?.[0]?.nodes[0]?.names.has(name)) return inner
  // Prefers the order in which the inner phrase alone refers to something inside the outer one.
  const fitting = orders.filter(({ holders }, at) => {
    const [meant] = point(phrases[at] as string, page, around[at])
    return meant?.nodes.every((node) => holders.some((holder) => isBelow(node, holder)))
  })
  const [first, second] = (fitting.length > 0 ? fitting : orders).map(({ inner }) => inner)
  if (!second || isInside(first?.[0], second[0])) return first ?? []
  const best = new Map<string, Referents>()
  for (const pointed of [...(first ?? []), ...second].sort((a, b) => b.likelihood - a.likelihood)) {
    const key = pointed.nodes.map((node) => node.key).join()
    if (!best.has(key)) best.set(key, pointed)
  }
  const [likeliest, next] = best.values()
  const isInner =
    likeliest && next && isInside(next, likeliest) && next.likelihood > likeliest.likelihood * 0.7
  return isInner ? [next, likeliest] : [...best.values()]
}
const isInside = (inner: Referents | undefined, outer: Referents | undefined) =>
  inner?.nodes.every((node) => outer?.nodes.some((above) => isBelow(node, above))) ?? false

/** The nodes that a phrase may refer to inside those of another phrase, likeliest first. */
function innerOf(
  phrase: string,
  holder: string,
  page: OpenPage,
  around: Around | undefined,
): { inner: Referents[]; holders: Node[] } {
  const outer = point(holder, page).filter(
    ({ nodes }) => nodes.length === 1 && (nodes[0]?.children.length ?? 0) > 0,
  )
  const inner = outer.flatMap(({ nodes, likelihood }) =>
    pointWithin(phrase, nodes[0] as Node, page, undefined, around && { ...around, beside: [] }).map(
      (found) => ({
        nodes: found.nodes,
        likelihood: Math.sqrt(likelihood * found.likelihood),
      }),
    ),
  )
  return {
    inner: inner.sort((a, b) => b.likelihood - a.likelihood),
    holders: outer.flatMap(({ nodes }) => nodes),
  }
}
