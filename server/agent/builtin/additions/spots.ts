import type { Node } from '../nodes.ts'
import type { Page } from '../page.ts'
import { point } from '../references/point.ts'
import { isBelow } from '../targets.ts'
import { stem, wordsOf } from '../tokens.ts'
import { determiners, functionWords, ordinals } from '../words/plain.ts'

/** Where something new goes, as the message says it; anchors are phrases. */
export type Spot =
  | { kind: 'instead' }
  | { kind: 'first' | 'last'; holder: string | undefined }
  | { kind: 'at'; index: number; holder: string | undefined }
  | { kind: 'before' | 'after'; anchor: string }
  | { kind: 'between'; anchors: [string, string] }

const before =
  /\b(?:before|b4|above|over|ahead of|in front of|preceding|(?:to|on) the left of|left of)\s+(\S.*)$/i
const after =
  /\b(?:after|below|under|beneath|underneath|behind|following|beside|next to|(?:to|on) the right of|right of|past)\s+(\S.*)$/i
const ends: [RegExp, 'first' | 'last'][] = [
  [/\b(?:first|top|start|beginning|front|head)\b/i, 'first'],
  [/\b(?:last|final|end|bottom|foot|close)\b/i, 'last'],
]

/** Reads a place: "right above the FAQ", "as second question", "at the end of the form", "in its place". */
export function readSpot(said: string): Spot | undefined {
  const phrase = said
    .slice(0, 300)
    .trim()
    .replace(/[\s.,;:]+$/, '')
  if (
    /\b(?:instead|in (?:its|their|that|the) (?:place|stead)|same (?:spot|place|position))\b|^there$/i.test(
      phrase,
    )
  )
    return { kind: 'instead' }
  const bare =
    /^(?:right |just |directly )?(under|below|beneath|underneath|after|behind|above|over|before)(?: (?:it|this|that|them))?$/i.exec(
      phrase,
    )
  if (bare) return { kind: /above|over|before/i.test(bare[1] ?? '') ? 'before' : 'after', anchor: 'it' }
  const between = /\bbetween\s+(\S.*?)\s+and\s+(\S.*)$/i.exec(phrase)
  if (between) return { kind: 'between', anchors: [between[1] ?? '', between[2] ?? ''] }
  const [, holder] =
    /\b(?:of|in|on|among)\s+(?!the (?:list|page|row)$)((?:the |our |its )?\S.*)$/i.exec(
      phrase.replace(/^(?:in|on|to|at|as)\s+/i, ''),
    ) ?? []
  const top = /^(?:right |directly )?(?:on|at) (?:the )?(?:very )?top of\s+(\S.*)$/i.exec(phrase)
  if (top) return { kind: 'first', holder: top[1] }
  const [, previous] = before.exec(phrase) ?? []
  if (previous) return { kind: 'before', anchor: previous }
  const [, next] = after.exec(phrase) ?? []
  if (next) return { kind: 'after', anchor: next }
  const number = numberIn(phrase)
  if (number !== undefined) return { kind: 'at', index: number - 1, holder }
  const end = ends.find(([pattern]) => pattern.test(phrase))
  return end && { kind: end[1], holder: holder ?? /^in (\S.*),/i.exec(phrase)?.[1] }
}

function numberIn(phrase: string): number | undefined {
  const words = wordsOf(phrase)
  const at = words.findIndex(
    (word) => (ordinals[word] ?? 0) > 1 || /^(?:number|no|position|place)$/.test(word),
  )
  const word = words[at] ?? ''
  return ordinals[word] ?? (at === -1 ? undefined : counted[words[at + 1] ?? ''])
}
const counted: Record<string, number> = {
  '1': 1,
  one: 1,
  '2': 2,
  two: 2,
  '3': 3,
  three: 3,
  '4': 4,
  four: 4,
  '5': 5,
  five: 5,
}

/** The index at which something new goes in a list; undefined where the place is not in it. */
export function indexIn(list: Node, spot: Spot | undefined, page: Page): number | undefined {
  const count = Array.isArray(list.value) ? list.value.length : 0
  if (!spot) return count
  switch (spot.kind) {
    case 'first':
    case 'last':
    case 'at': {
      if (spot.holder && !isHolder(spot.holder, list, page)) return undefined
      return 'index' in spot ? Math.min(count, spot.index) : spot.kind === 'first' ? 0 : count
    }
    case 'instead':
      return (
        (page.freed?.list === list.key
          ? page.freed.index
          : page.focus.find(({ parent }) => parent === list)?.index) ?? count
      )
    case 'between': {
      const found = spot.anchors.map((anchor) => childNamed(list, anchor, page)?.index)
      const [one, other] = found
      return one === undefined || other === undefined || one === other ? undefined : Math.max(one, other)
    }
    default: {
      const child = childNamed(list, spot.anchor, page)
      if (child) return child.index + (spot.kind === 'after' ? 1 : 0)
      return isHolder(spot.anchor, list, page) ? (spot.kind === 'after' ? count : 0) : undefined
    }
  }
}

/** Whether a phrase names a list, what holds it, or only says what kind of thing it has. */
function isHolder(phrase: string, list: Node, page: Page): boolean {
  const words = wordsOf(phrase).filter((word) => !determiners.has(word) && !functionWords.has(word))
  const names = new Set(
    list.children.flatMap(({ names }) => [...names.keys()]).flatMap((name) => name.split(' ')),
  )
  if (
    words.every(
      (word) =>
        /^(?:list|row|rows|page|bullets?|points?|items?|options?|two|three|four|five|others?)$/.test(word) ||
        names.has(word.replace(/s$/, '')),
    )
  )
    return true
  return point(phrase, page).some(({ nodes }) =>
    nodes.some(
      (node) =>
        node === list ||
        node === list.parent ||
        (node.kind === 'text' && !node.isItem && node.parent === list.parent),
    ),
  )
}

/** The item of a list that a phrase names: by number, by its words, or by what it is about. */
export function childNamed(list: Node, phrase: string, page: Page): Node | undefined {
  const words = wordsOf(phrase).filter((word) => !determiners.has(word) && !functionWords.has(word))
  const number = words.map((word) => ordinals[word]).find((each) => each !== undefined && each !== 0)
  const stems = words
    .filter(
      (word) =>
        ordinals[word] === undefined &&
        !/^(?:one|field|box|question|step|plan|option|point|bullet|row|column|item|entry|existing)$/.test(
          word,
        ),
    )
    .map(stem)
  if (stems.length === 0 && number !== undefined) return list.children.at(number > 0 ? number - 1 : number)
  if (/^(?:it|this|that|that one|this one)$/i.test(phrase.trim()))
    return page.focus.flatMap(
      (node) => list.children.find((child) => child === node || isBelow(node, child)) ?? [],
    )[0]
  const scored = list.children
    .map((child) => ({ child, score: scoreOf(child, stems) }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = scored
  if (first && first.score > (stems.length - 0.01) * 0.6 && first.score > (second?.score ?? 0))
    return first.child
  for (const { nodes, likelihood } of point(phrase, page)) {
    if (likelihood < 0.3) continue
    const found = nodes.flatMap(
      (node) => list.children.find((child) => child === node || isBelow(node, child)) ?? [],
    )
    if (found.length === nodes.length) return found.at(-1)
  }
  return undefined
}

function scoreOf({ labelStems, textStems }: Node, stems: string[]): number {
  const points = stems.map((each) => (labelStems.has(each) ? 1 : textStems.has(each) ? 0.6 : 0))
  return points.includes(0) ? 0 : points.reduce<number>((sum, each) => sum + each, 0) - labelStems.size / 100
}

/** The section after which a new one goes: null is the top of the page, undefined a place that is not clear. */
export function sectionSpot(spot: Spot | undefined, page: Page): { afterId: string | null } | undefined {
  const { blocks } = page.document
  const last = blocks.length - 1
  if (!spot) {
    const selected = page.selected ? blocks.indexOf(page.selected) : -1
    const at = selected >= 0 ? selected : blocks[last]?.type === 'cta' ? last - 1 : last
    return { afterId: blocks[at]?.id ?? null }
  }
  if (spot.kind === 'first') return { afterId: null }
  if (spot.kind === 'last') return { afterId: blocks[last]?.id ?? null }
  if ('index' in spot)
    return { afterId: spot.index <= 0 ? null : (blocks[Math.min(spot.index - 1, last)]?.id ?? null) }
  const anchors = 'anchors' in spot ? spot.anchors : 'anchor' in spot ? [spot.anchor] : ['it']
  const places = anchors.map((anchor) => blockNamed(anchor, page))
  if (places.some((place) => place === undefined)) return undefined
  const at = Math.min(...(places as number[]))
  return { afterId: (spot.kind === 'before' ? blocks[at - 1]?.id : blocks[at]?.id) ?? null }
}

function blockNamed(phrase: string, page: Page): number | undefined {
  for (const { nodes, likelihood } of point(phrase, page)) {
    const [node] = nodes
    if (likelihood > 0.3 && node?.block) return page.document.blocks.indexOf(node.block)
  }
  return undefined
}
