import { movable, moveNodes } from '../frames/move.ts'
import type { Node } from '../nodes.ts'
import { askWhich, resolveAll } from '../objects.ts'
import type { Page } from '../page.ts'
import { isBelow, resolve } from '../targets.ts'
import { isMark, isWord, type Token } from '../tokens.ts'
import { type Located, readPlace } from './place.ts'
import type { Phrase, Reading } from './reading.ts'

const moving =
  /^(?:move|put|place|shift|bring|push|pull|send|drag|position|pop|stick|bump|slide|relocate|nudge|have|want|get|set|make|take|lift|raise|float|drop|let|go|reorder|order|rearrange|list|show|(?:lead|start|open|begin|kick off|end|close|finish) with)$/

/** "move A below B", "FAQ to the very bottom", "email first in the form", "X should come right before Y". */
export function readMove(phrase: Phrase): Reading[] {
  const { body, verb } = phrase
  if (verb && !moving.test(verb.phrase)) return []
  const readings: Reading[] = []
  // "lead with the quote", "end with the form"
  const edge =
    verb && /^(?:lead|start|open|begin|kick off|end|close|finish) with$/.test(verb.phrase)
      ? /^(?:end|close|finish)/.test(verb.phrase)
        ? 'last'
        : 'first'
      : undefined
  if (edge) return moveTo(body, { place: { kind: edge }, container: [], states: true }, 0.2, phrase)
  const isCertain =
    verb !== undefined &&
    /^(?:move|shift|bring|push|pull|send|drag|position|relocate|nudge|bump|slide|place)$/.test(verb.phrase)
  for (let at = 0; at < Math.min(body.length, 24); at++) {
    if (at === 0 && !verb && phrase.page.focus.length === 0) continue
    const located = readPlace(body.slice(at))
    if (!located) continue
    const object = trimObject(body.slice(0, at))
    if (
      located.place.kind === 'by' &&
      !isCertain &&
      !object.every((token) => isWord(token, 'it', 'this', 'that', 'them'))
    )
      continue
    const isMixed =
      object.some((token) => isMark(token, ',') || isWord(token, 'and')) &&
      object.some((token) =>
        isWord(token, 'top', 'bottom', 'before', 'after', 'below', 'above', 'first', 'last', 'to'),
      )
    if (isMixed) continue
    const base = isCertain ? 0 : verb ? 0.5 : located.states ? 0.5 : 0.9
    readings.push(...moveTo(object, located, base, phrase))
    // The earliest place explains most.
    if (readings.some(({ outcome }) => outcome.kind === 'done')) break
  }
  return readings
}

function trimObject(tokens: Token[]): Token[] {
  let list = tokens
  while (
    list.length > 0 &&
    (isMark(list.at(-1), ',', '–', ':') ||
      (isWord(list.at(-1), 'and', 'so', 'that', 'it', 'them', 'which') && list.length > 1))
  )
    list = list.slice(0, -1)
  while (isMark(list[0], ',', ':', '–') || isWord(list[0], 'and', 'but', 'then')) list = list.slice(1)
  return list
}

function moveTo(object: Token[], located: Located, base: number, phrase: Phrase): Reading[] {
  const { container } = located
  const { page, scope } = phrase
  if (container.length === 0) return moveWithin(object, located, base, page, scope)
  const holders = resolve(container, page, {
    fits: (node) => (node.kind === 'block' ? 1 : node.kind === 'list' ? 0.5 : null),
  })
  if (holders.kind === 'nothing') return []
  // Of several things that go by the name, the one that holds what moves is meant.
  return (
    holders.nodes
      .map((holder) => moveWithin(object, located, base, page, holder))
      .find((readings) => readings.some(({ outcome }) => outcome.kind === 'done')) ?? []
  )
}

function moveWithin(
  object: Token[],
  { place }: Located,
  base: number,
  page: Page,
  within: Node | undefined,
): Reading[] {
  const isInside = (node: Node) => !within || isBelow(node, within)
  const anchorTokens = 'anchor' in place ? [place.anchor] : 'anchors' in place ? place.anchors : []
  const simple = (node: Node) => (isInside(node) ? movable(node) : null)
  if (anchorTokens.length === 0) {
    const nodes = objectsOf(
      object,
      page,
      within ? (node) => (node.isItem && isInside(node) ? 1 : null) : simple,
    )
    if (!nodes) return []
    if ('ask' in nodes && !(place.kind === 'first' && nodes.ask.every(({ kind }) => kind === 'block')))
      return [{ cost: base + 2, outcome: askWhich(nodes.ask, page, (name) => `move ${name} to the top`) }]
    if ('ask' in nodes)
      return [{ cost: base + 0.3, outcome: moveNodes(nodes.ask.slice(0, 1), { kind: 'first' }, page) }]
    // "the email first" is about a field, and a block that is sent to an end of the page is about the page.
    return [{ cost: base, outcome: moveNodes(nodes.nodes, place as Parameters<typeof moveNodes>[1], page) }]
  }
  // Items move beside items of their list, blocks beside blocks.
  for (const isItem of [false, true]) {
    const fits = (node: Node) =>
      isItem ? (node.isItem && isInside(node) ? 1 : null) : node.kind === 'block' ? 1 : null
    const anchors = anchorTokens.map((tokens) => resolve(tokens, page, { fits }))
    if (anchors.some(({ kind }) => kind === 'nothing')) continue
    const unclear = anchors.find((found) => found.kind === 'unclear')
    const found = anchors.map((each) =>
      each.kind === 'found' ? each.nodes : each.kind === 'unclear' ? each.nodes : [],
    )
    const first = found[0]?.[0] as Node
    const moved = objectsOf(object, page, (node) =>
      isItem
        ? node.isItem && found[0]?.some((anchor) => anchor.parent === node.parent)
          ? 2
          : null
        : node.kind === 'block'
          ? 1
          : null,
    )
    if (!moved) continue
    if ('ask' in moved)
      return [
        { cost: base + 2, outcome: askWhich(moved.ask, page, (name) => `move ${name} below ${first.label}`) },
      ]
    const own = found.map((nodes) =>
      nodes.filter(
        (node) => !moved.nodes.includes(node) && (!isItem || node.parent === moved.nodes[0]?.parent),
      ),
    )
    if (own.some((nodes) => nodes.length === 0)) continue
    if (unclear && own.some((nodes) => nodes.length > 1) && !isRun(own[0] as Node[]))
      return [
        { cost: base + 2, outcome: askWhich(own[0] as Node[], page, (name) => `move it beside ${name}`) },
      ]
    const target =
      'anchors' in place
        ? ({ kind: 'between', nodes: [own[0]?.[0], own[1]?.[0]] } as Parameters<typeof moveNodes>[1])
        : ({ kind: place.kind, node: place.kind === 'after' ? own[0]?.at(-1) : own[0]?.[0] } as Parameters<
            typeof moveNodes
          >[1])
    return [{ cost: base, outcome: moveNodes(moved.nodes, target, page) }]
  }
  return []
}

/** Blocks that stand side by side, as two quotes do: beside one is beside both. */
function isRun(nodes: Node[]): boolean {
  return nodes.every(
    ({ kind }, index) => kind === 'block' && (index === 0 || nodes[index - 1]?.index === index - 1),
  )
}

function objectsOf(
  tokens: Token[],
  page: Page,
  fits: (node: Node) => number | null,
): { nodes: Node[] } | { ask: Node[] } | undefined {
  const isPointing =
    tokens.length === 0 ||
    tokens.every((token) =>
      isWord(token, 'it', 'this', 'that', 'them', 'these', 'those', 'one', 'the', 'copy', 'duplicate', 'new'),
    )
  if (isPointing) {
    const nodes = page.focus.flatMap((node) => {
      for (let at: Node | undefined = node; at; at = at.parent) if (fits(at) !== null) return [at]
      return []
    })
    return nodes.length > 0 ? { nodes: [...new Set(nodes)].slice(0, 1) } : undefined
  }
  const { nodes, missing, unclear } = resolveAll(tokens, page, { fits })
  if (missing.length > 0) return undefined
  const [open] = unclear
  if (open) return { ask: open.nodes }
  return nodes.length > 0 ? { nodes } : undefined
}
