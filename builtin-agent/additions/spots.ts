import { isBelow, type Node } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { countedIn } from '../references/counted.ts'
import { point, pointWithin } from '../references/point.ts'
import { stem, wordsOf } from '../tokens.ts'
import { determiners, isFunctionWord, ordinals } from '../words/plain.ts'

/** The place of an addition. Anchors are phrases of the message. */
export type Spot =
  | { kind: 'instead' }
  /** In the middle of a list, or between its two items. */
  | { kind: 'middle' }
  | { kind: 'first' | 'last'; holder: string | undefined }
  | { kind: 'at'; index: number; holder: string | undefined }
  | { kind: 'before' | 'after'; anchor: string }
  /** Between two nodes, which are named separately or in one phrase. */
  | { kind: 'between'; anchors: string[] }

const before =
  /\b(?:before|b4|above|over|ahead of|in front of|preceding|(?:to|on) the left of|left of)\s+(\S.*)$/i
const after =
  /\b(?:after|below|under|beneath|underneath|behind|following|beside|alongside|next to|(?:to|on) the right of|right of|past)\s+(\S.*)$/i
const ends: [RegExp, 'first' | 'last'][] = [
  [
    /\b(?:first|top|starts?|begins?|opens? with|beginning|front|head|leftmost|far left)\b|^before (?:all|everything)\b/i,
    'first',
  ],
  [/\b(?:last|final|end|bottom|foot|close|rightmost|far right)\b|^after (?:all|everything)\b/i, 'last'],
]

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
  const [, edge, list] =
    /^(?:as )?(?:the )?(?:very )?(last|first)(?: (?:one|item|entry|point))?,? (?:under|in|of|on|below|within|for) (\S.*)$/i.exec(
      phrase,
    ) ?? []
  if (edge && list) return { kind: 'last', holder: list }
  const bare =
    /^(?:right |just |directly )?(under|below|beneath|underneath|after|behind|above|over|before)(?: (?:it|this|that|them))?$/i.exec(
      phrase,
    )
  if (bare) return { kind: 'after', anchor: 'it' }
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
  const at = words.findIndex((word) => (ordinals[word] ?? 0) > 1)
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

/** The index of a new item in a list; undefined if the place is not in the list. */
export function indexIn(list: Node, spot: Spot | undefined, page: OpenPage): number | undefined {
  const count = Array.isArray(list.value) ? list.value.length : 0
  if (!spot) return count
  switch (spot.kind) {
    case 'first':
    case 'last':
    case 'at': {
      return 'index' in spot ? Math.min(count, spot.index) : spot.kind === 'first' ? 0 : count
    }
    case 'instead':
      return (
        (page.freed?.list === list.key
          ? page.freed.index
          : page.focus.find(({ parent }) => parent === list)?.index) ?? count
      )
    case 'middle':
      return count % 2 === 0 ? count / 2 : undefined
    case 'between': {
      const both = bothNamed(spot.anchors, page)?.filter(({ parent }) => parent === list)
      const found = (both ?? spot.anchors.map((anchor) => childNamed(list, anchor, page))).map(
        (node) => node?.index,
      )
      const [one, other] = found
      return one === undefined || other === undefined || one === other ? undefined : Math.max(one, other)
    }
    default: {
      const child = childNamed(list, spot.anchor, page)
      if (child) return child.index + (spot.kind === 'after' ? 1 : 0)
      // Fields can't follow the button of a form, so a place at the button is the end of the fields.
      if (list.prop === 'fields' && spot.kind === 'before' && /\b(?:button|submit)\b/i.test(spot.anchor))
        return count
      return isHolder(spot.anchor, list, page) ? (spot.kind === 'after' ? count : 0) : undefined
    }
  }
}

/** Two nodes that one phrase names. */
function bothNamed(anchors: string[], page: OpenPage): Node[] | undefined {
  const [anchor = '', ...others] = anchors
  const nodes = others.length > 0 ? [] : (countedIn(anchor, page) ?? point(anchor, page)[0]?.nodes ?? [])
  return nodes.length === 2 ? nodes : undefined
}

/** Whether a phrase names the object that a list belongs to. */
function isHolder(phrase: string, list: Node, page: OpenPage): boolean {
  return point(phrase, page).some(({ nodes }) => nodes.some((node) => node === list.parent))
}

/** The item of a list that a phrase names: by number, label or subject. */
function childNamed(list: Node, phrase: string, page: OpenPage): Node | undefined {
  const words = wordsOf(phrase).filter((word) => !isFunctionWord(word))
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
  const scored = list.children
    .map((child) => ({ child, score: scoreOf(child, stems) }))
    .sort((a, b) => b.score - a.score)
  const [first, second] = scored
  if (first && first.score > (stems.length - 0.01) * 0.6 && first.score > (second?.score ?? 0))
    return first.child
  const isOne = (node: Node) => node.isItem && node.parent === list
  const within = list.parent ? pointWithin(phrase, list.parent, page, isOne) : []
  for (const { nodes } of [...within, ...point(phrase, page)]) {
    const found = nodes.flatMap(
      (node) => list.children.find((child) => child === node || isBelow(node, child)) ?? [],
    )
    if (found.length === nodes.length) return found.at(-1)
  }
  return undefined
}

function scoreOf({ labelStems, textStems, value, parent }: Node, stems: string[]): number {
  // The storage name of a form field also identifies it.
  const inside = parent?.prop === 'fields' ? stem(String((value as { name: string }).name).toLowerCase()) : ''
  const points = stems.map((each) =>
    labelStems.has(each) || each === inside ? 1 : textStems.has(each) ? 0.6 : 0,
  )
  return points.includes(0) ? 0 : points.reduce<number>((sum, each) => sum + each, 0) - labelStems.size / 100
}

/** The section after which the new one goes: null for the top of the page, undefined if the place is unclear. */
export function sectionSpot(
  spot: Spot | undefined,
  type: string,
  page: OpenPage,
): { afterId: string | null } | undefined {
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
  const alike = blocks.filter((block) => block.type === type)
  const both = bothNamed(anchors, page)?.flatMap(({ block }) => block ?? []) ?? alike
  const isBoth = spot.kind === 'between' && anchors.length === 1
  if (isBoth && both.length !== 2) return undefined
  const places = anchors.map((anchor) => oneOfType(anchor, type, page) ?? blockNamed(anchor, page))
  if (places.some((place) => place === undefined)) return undefined
  const at = Math.min(...(places as number[]))
  return { afterId: (spot.kind === 'before' ? blocks[at - 1]?.id : blocks[at]?.id) ?? null }
}

/** Resolves an ordinal without a noun to a section of the new section's type. */
function oneOfType(phrase: string, type: string, page: OpenPage): number | undefined {
  const words = wordsOf(phrase).filter((word) => !determiners.has(word))
  const number = ordinals[words[0] ?? '']
  const isOnly = words.slice(1).every((word) => /^(?:one|existing|of|them|those)$/.test(word))
  if (!isOnly || (number === undefined && !/^(?:existing|other)$/.test(words[0] ?? ''))) return undefined
  const alike = page.document.blocks.filter((block) => block.type === type)
  const found = alike.at(number === undefined ? -1 : number > 0 ? number - 1 : number)
  return found && page.document.blocks.indexOf(found)
}

function blockNamed(phrase: string, page: OpenPage): number | undefined {
  for (const { nodes, likelihood } of point(phrase, page)) {
    const [node] = nodes
    if (likelihood > 0.3 && node?.block) return page.document.blocks.indexOf(node.block)
  }
  return undefined
}
