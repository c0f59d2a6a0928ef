import { blockTypes } from '../../document/index.ts'
import { contentOf, inWords, isPlural, singular } from '../nodeNames.ts'
import type { PropSchema } from '../schemas.ts'
import { namesIn, wordsOf } from '../tokens.ts'
import { blockNames, fieldKinds, itemNames, partNames } from '../words/names.ts'
import { determiners, numbers, ordinals } from '../words/plain.ts'

/** What a noun for something new refers to: an item of a list, a section, a form field of a type, or a property. */
export type Kind =
  /** `isMain`: the noun is the usual one for these items. */
  | { kind: 'item'; type: string; list: string; isMain?: true }
  | { kind: 'block'; type: string }
  | { kind: 'field'; field: string }
  | { kind: 'part'; prop: string }

export type NamedKinds = {
  kinds: Kind[]
  /** Words before the noun, such as the subject of a form field. */
  modifiers: string[]
  /** Whether the phrase is singular or plural; undefined if it is neither. */
  count: 'one' | 'several' | undefined
}

const known = new Map<string, Kind[]>()
/** Section names keep their number: a plural may name a section whose singular does not. */
const keyOf = (name: string, kind: Kind['kind']) =>
  kind === 'block' ? `section ${wordsOf(name).join(' ')}` : contentOf(name)
function note(names: string, kind: Kind) {
  for (const [at, name] of namesIn(names).entries()) {
    const key = keyOf(name, kind.kind)
    const kinds = known.get(key) ?? []
    const own: Kind = kind.kind === 'item' && at === 0 ? { ...kind, isMain: true } : kind
    if (!kinds.some((each) => JSON.stringify(each) === JSON.stringify(own))) known.set(key, [...kinds, own])
  }
}
const props = new Set<string>()
function walk(type: string, schema: PropSchema) {
  for (const [prop, of] of Object.entries(schema.properties ?? {})) {
    if (of.type === 'array') {
      note(itemNames[`${type}.${prop}`] ?? singular(inWords(prop === 'items' ? type : prop)), {
        kind: 'item',
        type,
        list: prop,
      })
      walk(type, of.items ?? {})
    } else if (of.type === 'object') walk(type, of)
    if (prop !== 'id' && prop !== 'items') props.add(prop)
  }
}
for (const { name, props } of blockTypes) {
  note(blockNames[name] ?? inWords(name), { kind: 'block', type: name })
  walk(name, props as PropSchema)
}
/** Names that are used for new objects only. */
note('customer voice, voice, customer statement, customer comment, recommendation', {
  kind: 'block',
  type: 'quote',
})
note('plan table, plans table', { kind: 'block', type: 'pricing' })
note('plan card, price card, pricing card, price box', { kind: 'item', type: 'pricing', list: 'plans' })
note('timeline entry, timeline step', { kind: 'item', type: 'steps', list: 'items' })
for (const [field, names] of Object.entries(fieldKinds)) note(names, { kind: 'field', field })
for (const prop of props) note(partNames[prop] ?? inWords(prop), { kind: 'part', prop })

const sections = new Set(['section', 'block', 'sec'])
const counting =
  /^(?:more|another|one|further|additional|extra|new|single|some|short|small|little|simple|plain|following|also|other|few|couple)$/
const isCounting = (word: string) =>
  counting.test(word) || determiners.has(word) || numbers[word] !== undefined || ordinals[word] !== undefined

/** The kinds that a noun phrase refers to. */
export function kindsOf(phrase: string): NamedKinds {
  const words = wordsOf(phrase.replaceAll('&', ' ').slice(0, 200))
  const end = words.findIndex(
    (word, at) => at > 0 && /^(?:with|for|of|from|in|about|that|which|to|on)$/.test(word),
  )
  const head = (end === -1 ? words : words.slice(0, end)).filter((word) => !isCounting(word))
  const isSeveral = isPlural(head.at(-1) ?? '') || words.some((word) => (numbers[word] ?? 0) > 1)
  const count = isSeveral ? 'several' : 'one'
  const last = singular(head.at(-1) ?? '')
  if (sections.has(last)) {
    const inner = head.length > 1 ? kindsOf(head.slice(0, -1).join(' ')) : undefined
    const types = (inner?.kinds ?? []).flatMap((each) =>
      each.kind === 'block' || (each.kind === 'item' && each.list !== 'includes' && each.list !== 'options')
        ? each.type
        : [],
    )
    const kinds = [...new Set(types.length > 0 ? types : ['text'])].map(
      (type): Kind => ({ kind: 'block', type }),
    )
    return { kinds, modifiers: [], count: 'one' }
  }
  for (let length = Math.min(4, head.length); length > 0; length--) {
    const name = head.slice(-length).join(' ')
    const kinds = [...(known.get(contentOf(name)) ?? []), ...(known.get(keyOf(name, 'block')) ?? [])]
    // Some nouns name both a field type and a property. As the name of something new, they mostly mean the field; nouns for
    // long texts mostly mean the property.
    const field = kinds.find((each) => each.kind === 'field')?.field
    const isItem = kinds.some(({ kind }) => kind === 'item')
    const without = !field || isItem || field === 'text' ? undefined : field === 'textarea' ? 'field' : 'part'
    if (kinds.length > 0)
      return { kinds: kinds.filter(({ kind }) => kind !== without), modifiers: head.slice(0, -length), count }
  }
  return { kinds: [], modifiers: head, count }
}

/** The field type that words name, if any. */
export function fieldTypeOf(phrase: string): string | undefined {
  const words = wordsOf(phrase).filter((word) => !isCounting(word) && word !== 'field' && word !== 'required')
  for (let start = 0; start < Math.min(words.length, 8); start++)
    for (let length = Math.min(3, words.length - start); length > 0; length--) {
      const found = known
        .get(contentOf(words.slice(start, start + length).join(' ')))
        ?.find((each) => each.kind === 'field')
      if (found) return found.field
    }
  return undefined
}
