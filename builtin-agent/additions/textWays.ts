import { nameOf } from '../describe.ts'
import { type Node, withAncestors } from '../nodes.ts'
import type { OpenPage } from '../page.ts'
import { point } from '../references/point.ts'
import type { Way } from '../roles/ways.ts'
import { wordsOf } from '../tokens.ts'
import type { Entry } from './content.ts'
import { placeOf, signIn } from './insertions.ts'
import { kindsOf } from './kinds.ts'
import type { Addition } from './reading.ts'
import type { Spot } from './spots.ts'
import { emptyParts, extend, fillPart, textOfNode } from './texts.ts'

/** Ways to fill an empty property. */
export function* partWays(addition: Addition, page: OpenPage): Generator<Way> {
  const { named, entries, spot, attributes, composing, pointed } = addition
  if (attributes.length > 0 || entries.length === 0 || addition.unknown.length > 0) return
  const noun = addition.nouns[0] ?? ''
  const place = spot ?? (noun === '' && !isBelowText(addition) ? undefined : addition.beside)
  const empty = pointed.flatMap(({ nodes, likelihood }) =>
    nodes.length === 1 && nodes[0]?.kind === 'text' && nodes[0].value === undefined
      ? { node: nodes[0], likelihood }
      : [],
  )
  const found = [...empty, ...emptyParts(noun, named.kinds, pointed, place, page)]
  for (const { node, likelihood } of found) {
    // A hint is only filled if it is named, as unnamed text rarely is one.
    if (node.prop === 'hint' && !/\b(?:hint|help|placeholder|explanation|tip|note|example)\b/i.test(noun))
      continue
    const outcome = fillPart(node, entries, page, composing)
    if (outcome)
      yield { likelihood, request: `Change ${nameOf(node, page)} to “${entries[0]?.text}”`, outcome }
  }
}

/** Whether the message adds a text of its own below another text. */
export function isBelowText({ nouns, entries, beside, isInLine, pointed }: Addition): boolean {
  const [node] = pointed[0]?.nodes ?? []
  return (
    nouns.length === 0 && entries.length === 1 && beside !== undefined && !isInLine && node?.kind === 'text'
  )
}

const isTextNoun = (noun: string) => /\b(?:sentence|line|text|words?|paragraph|point|remark)\b/i.test(noun)

/** Adds words to a named text: at an end, or beside other words. */
export function* wordWays(addition: Addition, page: OpenPage): Generator<Way> {
  const { entries, pointed, attributes, nouns, spot, beside, isInLine } = addition
  const [entry, ...others] = entries
  if (!entry || others.length > 0 || attributes.length > 0 || entry.name) return
  if (beside && !isInLine && !signIn(entry)) return
  for (const { nodes, likelihood } of pointed.length > 0 ? pointed : holdersIn(spot, page)) {
    const [first] = nodes
    const node = first && nodes.length === 1 ? textMeant(first, addition) : undefined
    if (!node || !nouns.every((noun) => isWordsFor(node, noun))) continue
    if (!isMeantItself(node, entry, addition)) continue
    const outcome = extend(node, entry, spot ?? (isInLine ? beside : undefined), page)
    if (outcome) yield { likelihood, request: `Add “${entry.text}” to ${nameOf(node, page)}`, outcome }
  }
}

/** The text may be named only within the place. */
const holdersIn = (spot: Spot | undefined, page: OpenPage) =>
  spot && 'holder' in spot && spot.holder ? point(spot.holder, page) : []

/** The text to extend: a person's name, a button's label, or the text of an item or section with the anchor. */
function textMeant(node: Node, { spot }: Addition): Node | undefined {
  if (node.kind === 'group') return node.children.find(({ prop }) => /^(?:name|label)$/.test(prop))
  if (node.kind !== 'block' && node.kind !== 'item') return node
  const text = textOfNode(node)
  const words = spot && 'anchor' in spot ? wordsOf(spot.anchor) : []
  return text && words.length > 1 && placeOf(String(text.value), words) ? text : undefined
}

/** Whether a noun means words that extend a text, or is a name of the text itself. */
function isWordsFor(node: Node, noun: string): boolean {
  const { kinds } = kindsOf(noun)
  return (
    (isTextNoun(noun) && !/\bpoint\b/i.test(noun)) ||
    kinds.length === 0 ||
    kinds.some((each) => each.kind === 'part' && each.prop === node.prop)
  )
}

/** Whether a heading or list item is itself the target, and not its section or position. */
function isMeantItself(node: Node, entry: Entry, { names, spot, isInLine }: Addition): boolean {
  if (node.kind === 'meta') return true
  if (node.kind !== 'text' || typeof node.value !== 'string') return false
  if (signIn(entry) || /^(?:and|or|but|plus|including)\b|^[(,–—*&+]/i.test(entry.text)) return true
  if (spot && 'anchor' in spot && spot.anchor !== 'it' && placeOf(node.value, wordsOf(spot.anchor)))
    return true
  if (node.isItem || /^(?:eyebrow|heading|headline)$/.test(node.prop))
    return isCalled(node, names) && !isInLine
  return !/^(?:title|question|label|name)$/.test(node.prop) || isInLine || isCalled(node, names)
}
const isCalled = ({ names }: Node, phrases: string[]) =>
  phrases.some((phrase) => wordsOf(phrase).some((word) => names.has(word)))

/** The note of a node's section; a line added below a form extends it. */
const noteOf = (node: Node) =>
  withAncestors(node)
    .at(-1)
    ?.children.find(({ prop, value }) => prop === 'note' && value !== undefined)

/** Ways to append a sentence to the text of a named object. */
export function* sentenceWays(
  { entries, pointed, attributes, nouns, spot }: Addition,
  page: OpenPage,
): Generator<Way> {
  const [entry, ...others] = entries
  if (!entry || others.length > 0 || attributes.length > 0) return
  const isNote =
    nouns.length > 0 && nouns.every((noun) => /\b(?:line|note|footnote|print|remark)\b/i.test(noun))
  const isSentence = nouns.length === 0 && /[.!]$/.test(entry.text) && wordsOf(entry.text).length > 2
  if (!isNote && !isSentence && (nouns.length === 0 || !nouns.every(isTextNoun))) return
  const anchors =
    pointed.length === 0 && isNote && spot?.kind === 'after' ? point(spot.anchor, page) : pointed
  for (const { nodes, likelihood } of anchors) {
    const [named] = nodes.length === 1 ? nodes : []
    if (!named || (isSentence && named.kind !== 'item')) continue
    const node = textOfNode(named) ?? (isNote ? noteOf(named) : undefined)
    const outcome = node && extend(node, entry, spot, page)
    if (outcome) yield { likelihood, request: `Add “${entry.text}” to ${nameOf(node, page)}`, outcome }
  }
}
