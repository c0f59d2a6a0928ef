import type { Composing, Picture } from '../additions/compose.ts'
import { type Entry, entriesOf, isDescription } from '../additions/content.ts'
import { fieldsOf } from '../additions/fields.ts'
import { insertItems, itemsOf } from '../additions/items.ts'
import { type Kind, kindsOf, type Named } from '../additions/kinds.ts'
import { candidateLists } from '../additions/lists.ts'
import { insertSection, makeSection } from '../additions/sections.ts'
import { indexIn, readSpot, type Spot, sectionSpot } from '../additions/spots.ts'
import { makeColumn } from '../additions/tables.ts'
import { emptyParts, extend, fillPart, shapedParts, textOfNode } from '../additions/texts.ts'
import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { Page } from '../page.ts'
import { shapeOf } from '../reading/shapes.ts'
import type { Pointed } from '../references/point.ts'
import { wordsOf } from '../tokens.ts'
import { trimmed, type Way } from './ways.ts'
import type { Part, Wish } from './wishes.ts'

/** A wish for something new, read: what, where, and with which words. */
type Addition = {
  nouns: string[]
  named: Named
  attributes: string[]
  entries: Entry[]
  spot: Spot | undefined
  /** What the message names as the place where it belongs. */
  pointed: Pointed[]
  /** Whether it goes above or below that: "under the heading". */
  beside: Spot | undefined
  /** Names of such a place that mean nothing on the page. */
  unknown: string[]
  composing: Composing
}

/** Something new: an item of a list, a field, a row, a section, a text that was empty, or another sentence. */
export function* additions(
  wish: Wish,
  pointed: Pointed[],
  page: Page,
  message: string,
  pictureOf: (phrase: string) => Picture | undefined,
): Generator<Way> {
  const addition = read(wish, pointed, message, pictureOf)
  if (!addition) return
  const isSection =
    addition.named.kinds.length > 0 && addition.named.kinds.every(({ kind }) => kind === 'block')
  const isNamed = addition.nouns.length > 0
  const isShaped =
    addition.entries.length === 1 && /^(?:period|time)$/.test(shapeOf(addition.entries[0]?.text ?? ''))
  if (!isSection && (isNamed || isShaped)) yield* asPart(addition, page)
  if (!isSection) yield* asItems(addition, page)
  if (!isNamed && !isShaped) yield* asPart(addition, page)
  yield* asSection(addition, page)
  yield* asSentence(addition, page)
}

function read(
  wish: Wish,
  pointed: Pointed[],
  message: string,
  pictureOf: Composing['pictureOf'],
): Addition | undefined {
  const { parts } = wish
  const texts = (role: Part['role']) =>
    parts.filter((part) => part.role === role).map(({ text }) => trimmed(text))
  const given = texts('K')
  // "Two more bullets": the noun may stand with the word that asks for it.
  const nouns =
    given.length > 0
      ? given
      : texts('add').filter((text) => wordsOf(text).length > 1 && kindsOf(text).kinds.length > 0)
  const entries = entriesOf(parts, message)
  if (entries.some((entry) => isDescription(entry) && !pictureOf?.(entry.text))) return undefined
  const targets = parts.filter(({ role }) => role === 'T')
  const leadOf = ({ start }: Part) => message.slice(Math.max(0, start - 24), start)
  // "as second question" says where, though it sounds like a thing.
  const asPlace = targets.filter(
    (part) =>
      /\bas (?:the )?$/i.test(leadOf(part)) &&
      (pointed.length === 0 ||
        /^(?:the )?(?:first|second|third|fourth|fifth|last|final)(?: \w+)?$/i.test(trimmed(part.text))),
  )
  const isPlaceOnly = asPlace.length > 0 && asPlace.length === targets.length
  const places = [
    ...texts('P'),
    ...asPlace.map(({ text }) => trimmed(text)),
    ...texts('add').filter((text) => /\binstead\b/i.test(text)),
  ]
  const spots = places.flatMap((place) => readSpot(place) ?? [])
  const beside = targets.flatMap(
    (part) => /\b(under|below|beneath|underneath|above|over|after|before) $/i.exec(leadOf(part))?.[1] ?? [],
  )[0]
  if (places.length > 0 && spots.length === 0) return undefined
  const each = nouns.map(kindsOf)
  const main =
    each.find(({ kinds }) => kinds.some(({ kind }) => kind === 'field')) ??
    each.find(({ kinds }) =>
      kinds.some(({ kind, ...of }) => kind !== 'block' || ('type' in of && of.type !== 'text')),
    ) ??
    each[0]
  return {
    nouns,
    named: main ?? { kinds: [], modifiers: [], count: undefined },
    attributes: texts('X'),
    entries,
    spot: spots.find(({ kind }) => kind !== 'last') ?? spots[0],
    pointed: isPlaceOnly ? [] : pointed,
    unknown:
      pointed.length > 0
        ? []
        : targets
            .filter(
              (part) => !asPlace.includes(part) && !/^(?:the|its|that|this) list$/i.test(part.text.trim()),
            )
            .map(({ text }) => trimmed(text)),
    beside: beside && pointed.length > 0 ? readSpot(beside) : undefined,
    composing: { pictureOf },
  }
}

function* asItems(addition: Addition, page: Page): Generator<Way> {
  const { spot, nouns, pointed, unknown } = addition
  const alike: Way[] = []
  let tried = 0
  const isAnchored = spot !== undefined && ('anchor' in spot || 'anchors' in spot)
  // A name that means nothing here may still say of which kind the thing is: "the clinic names".
  const kinds =
    addition.named.kinds.length > 0
      ? addition.named.kinds
      : isAnchored
        ? []
        : unknown.flatMap((name) => kindsOf(name).kinds)
  if (unknown.length > 1 || (unknown.length === 1 && kinds.length === 0 && !isAnchored)) return
  const likely = unknown.length > 0 ? 0.75 : 1
  const question =
    /\?$/.test(addition.entries[0]?.text ?? '') &&
    addition.entries.length > 1 &&
    nouns.length + pointed.length + kinds.length === 0
  const named = { ...addition.named, kinds: question ? kindsOf('a question').kinds : kinds }
  for (const { lists, likelihood, isOneOf } of candidateLists(nouns[0] ?? '', named, pointed, spot, page)) {
    if (isOneOf) tried++
    const made = lists.map((list) => itemsIn(list, addition, page))
    const outcome = made.every((each) => each !== undefined) ? together(made, page) : undefined
    if (!outcome) continue
    const way = {
      likelihood: likelihood * likely,
      saying: sayingOf(addition.entries, lists[0] as Node, page),
      outcome,
    }
    if (isOneOf) alike.push(way)
    else yield way
  }
  // "A question “Why?”" may be a field of the form or half of an entry of the FAQ.
  const isHalf = addition.entries.length === 1 && tried > 1 && named.kinds.some(({ kind }) => kind === 'item')
  if (alike.length === 1 && !isHalf) yield* alike
}

function itemsIn(
  list: Node,
  { named, nouns, entries, attributes, composing, spot }: Addition,
  page: Page,
): Made | undefined {
  const at = indexIn(list, spot, page)
  if (at === undefined) return undefined
  if (list.prop === 'columns') {
    const column = makeColumn(list, entries, page)
    return column && { list, items: [column.column], at, draft: column.draft(at) }
  }
  const isForm = list.schema.items?.properties?.options !== undefined
  const pictures = isForm ? [] : attributes.filter((attribute) => composing.pictureOf?.(attribute))
  if (!isForm && (attributes.length > pictures.length || entries.length === 0)) return undefined
  const items = isForm
    ? fieldsOf(list, entries, { kinds: nouns, attributes, modifiers: named.modifiers, count: named.count })
    : itemsOf(
        list,
        [...entries, ...pictures.map((text) => ({ text, isQuote: false, name: 'picture', gap: '' }))],
        named.count,
        composing,
      )
  return items && { list, items, at }
}
type Made = {
  list: Node
  items: unknown[]
  at: number
  draft?: ReturnType<NonNullable<ReturnType<typeof makeColumn>>['draft']>
}

function together(made: Made[], page: Page): Outcome | undefined {
  let outcome: Outcome | undefined
  for (const { list, items, at, draft } of made) {
    const before = outcome?.kind === 'done' ? outcome : undefined
    const next = insertItems(list, items, at, page, draft ?? before?.draft)
    if (next.kind === 'done' && before)
      outcome = {
        ...next,
        said: `${before.said} and to ${list.parent ? nameOf(list.parent, page) : 'the page'}`,
      }
    else outcome = next
  }
  return outcome
}

function* asSection(addition: Addition, page: Page): Generator<Way> {
  const { named, entries, spot, attributes, composing } = addition
  if (addition.unknown.length > 0 && !spot) return
  const isImage =
    entries.length > 0 &&
    entries.every(
      ({ text, name }) =>
        !name && /\b(?:photo|picture|image|screenshot)\b/i.test(text) && composing.pictureOf?.(text),
    )
  const isText =
    addition.nouns.length === 0 &&
    spot &&
    entries.length > 1 &&
    entries.every(({ name }) => /^(?:heading|headline|title|text|body)$/i.test(name ?? ''))
  const types = isText
    ? ['text']
    : named.kinds.flatMap((each: Kind) =>
        each.kind === 'block' ? (each.type === 'text' && isImage ? 'image' : each.type) : [],
      )
  for (const type of types) {
    const place = sectionSpot(spot ?? spotOf(addition), page)
    const made = place && makeSection(type, entries, attributes, page, composing)
    if (made)
      yield {
        likelihood: 0.9,
        saying: `Add a ${type} section: ${said(entries)}`,
        outcome: insertSection(made, place.afterId, page),
      }
  }
}
/** "under Teams" may also be read as the thing that is meant: the section goes after it. */
const spotOf = ({ pointed }: Addition): Spot | undefined =>
  pointed[0]?.nodes[0]?.kind === 'block'
    ? { kind: 'after', anchor: `‹${pointed[0].nodes[0].key}›` }
    : undefined

function* asPart(addition: Addition, page: Page): Generator<Way> {
  const { named, entries, spot, attributes, composing, pointed } = addition
  if (attributes.length > 0 || entries.length === 0 || addition.unknown.length > 0) return
  const noun = addition.nouns[0] ?? ''
  const place = spot ?? (noun === '' ? undefined : addition.beside)
  const found = [
    ...shapedParts(entries, pointed, page),
    ...emptyParts(noun, named.kinds, pointed, place, page),
  ]
  for (const { node, likelihood } of found) {
    const outcome = fillPart(node, entries, page, composing)
    if (outcome)
      yield { likelihood, saying: `Change ${nameOf(node, page)} to “${entries[0]?.text}”`, outcome }
  }
}

function* asSentence({ entries, pointed, attributes, nouns }: Addition, page: Page): Generator<Way> {
  const [entry, ...others] = entries
  if (!entry || others.length > 0 || attributes.length > 0) return
  if (nouns.some((noun) => !/\b(?:sentence|line|text|words?|paragraph|point)\b/i.test(noun))) return
  for (const { nodes, likelihood } of pointed) {
    const [first] = nodes
    // Without a word such as "sentence", only a text that was named itself goes on.
    const node =
      first &&
      nodes.length === 1 &&
      (nouns.length > 0 || first.kind === 'meta' || first === textOfNode(first))
        ? textOfNode(first)
        : undefined
    const outcome = node && extend(node, entry, page)
    if (outcome) yield { likelihood, saying: `Add “${entry.text}” to ${nameOf(node, page)}`, outcome }
  }
}

const said = (entries: Entry[]) =>
  entries.map(({ text, name }) => (name ? `${name}: “${text}”` : `“${text}”`)).join(', ')
const sayingOf = (entries: Entry[], list: Node, page: Page) =>
  `Add ${said(entries)} to ${list.parent ? nameOf(list.parent, page) : 'the page'}`
