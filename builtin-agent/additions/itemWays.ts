import { nameOf } from '../describe.ts'
import type { Node } from '../nodes.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import type { Way } from '../roles/ways.ts'
import { flagOf } from '../values/choices.ts'
import { isAmount, shapeOf } from '../values/shapes.ts'
import { type Entry, saidIn } from './content.ts'
import { fieldsOf } from './fields.ts'
import { insertItems, itemsOf } from './items.ts'
import { kindsOf } from './kinds.ts'
import { candidateLists } from './lists.ts'
import type { Addition } from './reading.ts'
import { indexIn } from './spots.ts'
import { makeColumn } from './tables.ts'

export function* itemWays(addition: Addition, page: OpenPage): Generator<Way> {
  const { spot, nouns, pointed, unknown, entries } = addition
  // Whether the content would be half of a question-and-answer item. Then it may be a form field instead, so neither is
  // certain.
  let isHalf = false
  const alike: { way: Way; isMain: boolean | undefined; count: number }[] = []
  const isAnchored = spot !== undefined && ('anchor' in spot || 'anchors' in spot)
  // A name that refers to nothing on the page may still state the kind of the new item.
  const kinds =
    addition.named.kinds.length > 0
      ? addition.named.kinds
      : isAnchored
        ? []
        : unknown.flatMap((name) => kindsOf(name).kinds)
  if (unknown.length > 1 || (unknown.length === 1 && kinds.length === 0 && !isAnchored)) return
  const likely = unknown.length > 0 ? 0.75 : 1
  const guessed = nouns.length + pointed.length + kinds.length === 0 ? nounFor(entries) : undefined
  const named = { ...addition.named, kinds: guessed ? kindsOf(guessed).kinds : kinds }
  for (const { lists, likelihood, isOneOf, isMain } of candidateLists(
    nouns[0] ?? '',
    named,
    pointed,
    spot,
    page,
  )) {
    const made = lists.map((list) => itemsIn(list, addition, page))
    const outcome = made.every((each) => each !== undefined) ? together(made, page) : undefined
    if (!outcome) {
      if (isOneOf && lists[0]?.schema.items?.required?.includes('question')) isHalf = entries.length === 1
      continue
    }
    const way = {
      likelihood: likelihood * likely,
      request: requestOf(addition.entries, lists[0] as Node, page),
      outcome,
    }
    if (isOneOf) alike.push({ way, isMain, count: lists[0]?.children.length ?? 0 })
    else yield way
  }
  const main = alike.filter(({ isMain }) => isMain)
  const [only, ...others] = main.length > 0 ? main : alike
  if (only && others.length === 0 && !isHalf) yield only.way
}

/** The kind of item that unnamed entries suggest by their form, such as a question with an answer. */
function nounFor(entries: Entry[]): string | undefined {
  const [first, ...others] = entries
  if (!first || others.length === 0) return undefined
  return isAmount(shapeOf(first.text)) && others.length === 1 ? 'a figure' : undefined
}

function itemsIn(
  list: Node,
  { named, nouns, entries, attributes, composing, spot }: Addition,
  page: OpenPage,
): NewItems | undefined {
  const at = indexIn(list, spot, page)
  if (at === undefined) return undefined
  const flags = flagsIn(attributes, list)
  if (list.prop === 'columns') {
    const column = makeColumn(list, entries, page)
    return column && { list, items: [{ ...column.column, ...flags.set }], at, draft: column.draft(at) }
  }
  const isForm = list.schema.items?.properties?.options !== undefined
  const pictures = isForm ? [] : attributes.filter((attribute) => composing.pictureOf?.(attribute))
  if (!isForm && (attributes.length > pictures.length + flags.count || entries.length === 0)) return undefined
  const items = isForm
    ? fieldsOf(list, entries, { kinds: nouns, attributes, modifiers: named.modifiers, count: named.count })
    : itemsOf(
        list,
        [...entries, ...pictures.map((text) => ({ text, isQuote: false, name: 'picture', gap: '' }))],
        named.count,
        composing,
      )
  return (
    items && {
      list,
      items: flags.count > 0 ? items.map((item) => ({ ...(item as object), ...flags.set })) : items,
      at,
    }
  )
}
/** Boolean properties to set on the new items. */
function flagsIn(attributes: string[], list: Node) {
  const prop = 'highlighted'
  const said = list.schema.items?.properties?.[prop]
    ? attributes.flatMap((attribute) => flagOf(prop, attribute) ?? [])
    : []
  return { count: said.length, set: said.includes(true) ? { [prop]: true } : {} }
}
type NewItems = {
  list: Node
  items: unknown[]
  at: number
  draft?: ReturnType<NonNullable<ReturnType<typeof makeColumn>>['draft']>
}

function together(made: NewItems[], page: OpenPage): Outcome | undefined {
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

const requestOf = (entries: Entry[], list: Node, page: OpenPage) =>
  `Add ${saidIn(entries)} to ${list.parent ? nameOf(list.parent, page) : 'the page'}`
