import { contentOf } from '../nodeNames.ts'
import { isBelow, type Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { namesAbsent } from './absent.ts'
import { countedIn } from './counted.ts'
import type { Around } from './phrase.ts'
import { point, pointWithin } from './point.ts'
import type { Pointed } from './rank.ts'

/** What several phrases mean together: a thing and the larger one it is in, or things beside each other. */
export function pointTogether(
  phrases: string[],
  areListed: boolean,
  page: Page,
  /** What is said around each of the phrases. */
  around: Around[] = [],
): Pointed[] {
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
  // What one phrase says counted for the other one already.
  return phrases
    .flatMap((phrase, at) => point(phrase, page, around[at]).slice(0, 1))
    .map(({ nodes, likelihood }) => ({ nodes, likelihood: likelihood * 0.8 }))
    .sort((a, b) => b.likelihood - a.likelihood)
    .slice(0, 1)
}

/** Things beside each other. */
function pointApart(phrases: string[], page: Page, around: Around[]): Pointed[] {
  const beside = phrases.map((phrase, at) => point(phrase, page, around[at]))
  // What is said around two phrases must not make them one thing.
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

/** One phrase names what the other one is in. Where each can be in the other, the innermost thing is meant. */
function nestedOf(phrases: [string, string], page: Page, around: Around[]): Pointed[] {
  const [one, other] = phrases
  const orders = [innerOf(one, other, page, around[0]), innerOf(other, one, page, around[1])]
  const [outer, inner] = orders.map((each) => each.inner)
  const name = contentOf(other.replace(/^(?:the|its|their)\s+/i, ''))
  if (isInside(inner?.[0], outer?.[0]) && inner?.[0]?.nodes[0]?.names.has(name)) return inner
  // What a phrase means on the whole page is in what the other one means.
  const fitting = orders.filter(({ holders }, at) => {
    const [meant] = point(phrases[at] as string, page, around[at])
    return meant?.nodes.every((node) => holders.some((holder) => isBelow(node, holder)))
  })
  const [first, second] = (fitting.length > 0 ? fitting : orders).map(({ inner }) => inner)
  if (!second || isInside(first?.[0], second[0])) return first ?? []
  const best = new Map<string, Pointed>()
  for (const pointed of [...(first ?? []), ...second].sort((a, b) => b.likelihood - a.likelihood)) {
    const key = pointed.nodes.map((node) => node.key).join()
    if (!best.has(key)) best.set(key, pointed)
  }
  const [likeliest, next] = best.values()
  const isInner =
    likeliest && next && isInside(next, likeliest) && next.likelihood > likeliest.likelihood * 0.7
  return isInner ? [next, likeliest] : [...best.values()]
}
const isInside = (inner: Pointed | undefined, outer: Pointed | undefined) =>
  inner?.nodes.every((node) => outer?.nodes.some((above) => isBelow(node, above))) ?? false

/** What a phrase means inside of what another phrase means, likeliest first. */
function innerOf(
  phrase: string,
  holder: string,
  page: Page,
  around: Around | undefined,
): { inner: Pointed[]; holders: Node[] } {
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
