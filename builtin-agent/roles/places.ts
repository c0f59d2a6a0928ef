import { ancestors, isBelow, type Node } from '../nodes.ts'
import type { Place } from '../operations/move.ts'
import type { Page } from '../page.ts'
import { isPronoun } from '../references/back.ts'
import { countedIn } from '../references/counted.ts'
import { type Pointed, point, pointWithin } from '../references/point.ts'
import { numbers, ordinals } from '../words/plain.ts'

/** A place as it is said, its anchors still in words. */
export type SaidPlace =
  | { kind: 'beside'; side: 'before' | 'after'; anchor: string }
  | { kind: 'between'; anchors: string[] }
  /** From the start where it is 0 or more, from the end where it is below 0. */
  | { kind: 'at'; index: number; container: string | undefined; isAmongAlike?: boolean }
  /** Where something else stands, or where a thing stood that was taken away. */
  | { kind: 'place of'; anchor: string }
  | { kind: 'middle' }
  | { kind: 'by'; steps: number }
  | { kind: 'into'; container: string }

const beside =
  /\b(?:(after|below|under|underneath|beneath|behind|following|follows|follow|past|beside|next to|right of)|(before|above|over|ahead of|in front of|preceding|precedes|precede|left of|atop))\s+(.+)$/i
const edge =
  /\b(?:(top|start|beginning|front|head|first|1st|leftmost|lead|opener|opening|row one|row 1)|(second|next|third)[- ](?:(?:to|from)[- ])?(?:the[- ])?(?:last|end)|(penultimate)|(bottom|end|foot|last|final|rightmost))\b(.*)$/i
const numbered =
  /\b(?:(second|third|fourth|fifth|sixth|seventh|eighth|[2-8](?:nd|rd|th))|(?:place|position|spot|slot|row|line|number|no\.?)\s*#?\s*(\d|one|two|three|four|five|six))\b(.*)$/i
const within = /^[\s\w]{0,20}?\b(?:of|in|on|among|within|inside)\s+(.+)$/i
const thePage = /^(?:the|this|our)?\s*(?:whole\s+)?(?:web)?(?:page|site)$/i

const anyList =
  /^(?:the|its|their|that|all)?\s*(?:list|row|grid|table|line|order|group|lot|set|menu|dropdown|two|three|four|five|six|others?)$/i
const placeOfOther =
  /\bwhere\s+(.+?)\s+(?:(?:is|are|was|were|stands?|stood|sits?|sat|used to be|has been)\b.*|now)$|\b(?:in|into|to|at)\s+(?:(its|their|that)|the)\s+(?:place|stead|spot|position)(?:\s+of\s+(.+))?$/i
const ofPage = /\b(?:(before|above)|(?:after|below))\s+(?:everything|all the rest|anything)(?:\s+else)?$/i

const longest = 300

/** Reads a phrase that says where: "right after the hero", "second to last", "to the front of the features". */
export function readPlace(said: string): SaidPlace | undefined {
  if (said.length > longest) return undefined
  const phrase = said.replace(/\s+(?:as well|too|also|please|though)$/i, '')
  const [isOther, anchorThere, its, anchorOf] = placeOfOther.exec(phrase) ?? []
  if (isOther && (anchorThere ?? anchorOf ?? its))
    return { kind: 'place of', anchor: anchorThere ?? anchorOf ?? 'it' }
  const [isOfPage, isStart] = ofPage.exec(phrase) ?? []
  if (isOfPage) return { kind: 'at', index: isStart ? 0 : -1, container: undefined }
  const between = /\b(?:in[- ])?between\s+(.+)$/i.exec(phrase)
  if (between) {
    const [first = '', ...others] = (between[1] ?? '').split(/\s+and\s+/)
    return { kind: 'between', anchors: others.length > 0 ? [first, others.join(' and ')] : [first] }
  }
  const stacked = /\bon top of\s+(.+)$/i.exec(phrase)
  if (stacked) return { kind: 'beside', side: 'before', anchor: stacked[1] ?? '' }
  const [, after, before, anchor] = beside.exec(phrase) ?? []
  if ((after || before) && anchor) return { kind: 'beside', side: after ? 'after' : 'before', anchor }
  const [isEdge, first, , , last, rest = ''] = edge.exec(phrase) ?? []
  if (isEdge) {
    const index = last ? -1 : 0
    const isAmongAlike = /^(?:first|last|final|1st)$/i.test(first ?? last ?? '') && rest.trim() === ''
    return { kind: 'at', index, container: containerIn(rest), isAmongAlike }
  }
  const [isNumbered, ordinal, number, tail = ''] = numbered.exec(phrase) ?? []
  if (isNumbered) {
    const place = ordinal
      ? ordinals[ordinal.toLowerCase()]
      : (numbers[number?.toLowerCase() ?? ''] ?? Number(number))
    return place ? { kind: 'at', index: place - 1, container: containerIn(tail) } : undefined
  }
  const steps = stepsIn(phrase)
  if (steps !== undefined) return { kind: 'by', steps }
  const into = /^(?:over\s+)?(?:to|into|in|under)\s+(.+)$/i.exec(phrase)
  return into?.[1] ? { kind: 'into', container: into[1] } : undefined
}

function containerIn(rest: string): string | undefined {
  const container = within.exec(rest)?.[1]
  return container && !thePage.test(container) && !anyList.test(container) ? container : undefined
}

function stepsIn(phrase: string): number | undefined {
  const direction = /\b(?:(up|higher|upwards|earlier|left)|(down|lower|downwards|later|right))\b/i.exec(
    phrase,
  )
  if (!direction) return undefined
  const rest = phrase
    .replace(/\b(?:up|higher|upwards|earlier|left|down|lower|downwards|later|right)\b/gi, ' ')
    .split(/\s+/)
    .filter(
      (word) =>
        !/^(?:|by|a|to|the|one's|places?|spots?|positions?|steps?|slots?|rows?|notch|sections?|blocks?|further|bit)$/i.test(
          word,
        ),
    )
  const [count = 'one', ...others] = rest
  const steps = numbers[count.toLowerCase()] ?? Number(count)
  if (others.length > 0 || !Number.isInteger(steps)) return undefined
  return direction[1] ? -steps : steps
}

/** What may be put somewhere else: a section or an item; called by its title or its list, all of it is meant. */
export function movableOf(node: Node): Node | undefined {
  if (node.kind === 'block' || node.isItem) return node
  const { parent } = node
  if (!parent || !(parent.kind === 'block' || parent.isItem)) return undefined
  const namesIt = /^(?:headline|heading|title|name|question|label|quote|value|picture)$/.test(node.prop)
  return namesIt ? parent : undefined
}

type Placed = { nodes: Node[]; place: Place; likelihood: number }

/** Where things go that are to be moved or copied; likeliest first. `find` tells what an anchor means. */
export function placesOf(
  said: SaidPlace,
  phrases: string[],
  pointed: Pointed[],
  page: Page,
  find: (phrase: string) => Pointed[],
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

/** What moves: what is named; all items of a list, or a part that a pronoun stands for, may mean their section. */
function movedBy(named: Node[], phrases: string[], said: SaidPlace): Node[][] {
  const isSpokenOf = phrases.length === 1 && isPronoun(phrases[0] as string)
  const own = [...new Set(named.map(isSpokenOf ? itemOf : movableOf))]
  const [first] = own
  const nodes = own.flatMap((node) => node ?? [])
  const found =
    nodes.length === own.length && nodes.every(({ parent }) => parent === first?.parent) ? [nodes] : []
  const section = [...ancestors(named[0] as Node)].at(-1)
  const isAll = first?.isItem && nodes.length > 1 && nodes.length === first.count
  const isBeside = said.kind === 'beside' || said.kind === 'between'
  if (section && (isAll || (isSpokenOf && isBeside))) found.push([section])
  return found.filter(({ length }) => length > 0)
}
const itemOf = (node: Node) =>
  movableOf(node) ?? [...ancestors(node)].find(({ isItem, kind }) => isItem || kind === 'block')

/** What is to be moved; inside of the list that the place names, where it names one. */
function candidates(said: SaidPlace, phrases: string[], pointed: Pointed[], page: Page): Pointed[] {
  if (said.kind !== 'at' || said.container === undefined) return pointed
  const found: Pointed[] = []
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

/** The list that items are all in. */
const listOf = (nodes: Node[]) =>
  nodes.every(({ isItem, parent }) => isItem && parent === nodes[0]?.parent) ? nodes[0]?.parent : undefined

function* placesFor(
  said: SaidPlace,
  nodes: Node[],
  page: Page,
  find: (phrase: string) => Pointed[],
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

/** "Marcus first", where there are two quotes: before the other one. */
const sectionsLike = (moved: Node, { nodes }: Page) =>
  moved.kind === 'block'
    ? nodes.filter(
        (node) => node.kind === 'block' && node !== moved && node.block?.type === moved.block?.type,
      )
    : []

/** Where something else stands now; for what was taken away, where it stood. */
function* placesOfOther(
  anchor: string,
  moved: Node[],
  page: Page,
  find: (phrase: string) => Pointed[],
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
const indexOf = ({ isItem, index, block }: Node, { document }: Page) =>
  isItem || !block ? index : document.blocks.indexOf(block)

/** Whether nothing but what moves stands between two things. */
function areBeside(one: Node, other: Node, moved: Node, page: Page): boolean {
  const all = (
    moved.isItem ? (moved.parent?.children ?? []) : page.nodes.filter(({ kind }) => kind === 'block')
  ).filter((node) => node !== moved)
  return Math.abs(all.indexOf(one) - all.indexOf(other)) === 1
}

/** What something can be put beside: items of its list, or sections; at last the list or section that it is in. */
function* anchorsOf(
  phrase: string,
  side: 'before' | 'after',
  moved: Node,
  page: Page,
  find: (phrase: string) => Pointed[],
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

/** A node or what it is in, as a neighbour of what moves. */
function levelOf(node: Node, moved: Node, page: Page): Node | undefined {
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
