import type { Node } from '../nodes.ts'
import { fitted } from '../textPlaces.ts'
import { wordsOf } from '../tokens.ts'
import { flagOf } from '../values/choices.ts'
import { fit } from '../values/fit.ts'
import type { Entry } from './content.ts'
import { fieldTypeOf, type NamedKinds } from './kinds.ts'
import { textsIn } from './put.ts'

/** What the message says about new fields besides their labels. */
type FieldWords = { kinds: string[]; attributes: string[]; modifiers: string[]; count: NamedKinds['count'] }

/** New fields of a form: label, type, options, hint, and whether they are required. */
export function fieldsOf(list: Node, entries: Entry[], words: FieldWords): unknown[] | undefined {
  const required = words.attributes.map(requiredBy)
  const types = [...words.attributes.filter((_, at) => required[at] === undefined), ...words.kinds].map(
    fieldTypeOf,
  )
  if (words.kinds.length > 1 && words.kinds.some((kind) => /\b(?:options|choices|answers)\b/i.test(kind)))
    return undefined
  if (words.attributes.some((_, at) => required[at] === undefined && types[at] === undefined))
    return undefined
  const said = read(entries, types.includes('select'), words.count === 'several')
  if (!said) return undefined
  const labels = said.labels.length > 0 ? said.labels : labelFrom(words.modifiers)
  if (labels.length === 0) return undefined
  const isRequired =
    required.includes(true) ||
    words.kinds.some((kind) => wordsOf(kind).some((word) => flagOf('required', word) === true))
  const type = types.find((each) => each !== undefined)
  const taken = ((list.value as { name: string }[] | undefined) ?? []).map(({ name }) => name)
  const fields = labels.map((label) => {
    const field = makeField(label, taken, said.options)
    taken.push(String(field.name))
    return {
      ...field,
      ...(said.options.length === 0 && type ? { type } : {}),
      ...(isRequired ? { required: true } : {}),
      ...(said.hint ? { hint: fit(said.hint, list.schema.items?.properties?.hint ?? {}) } : {}),
    }
  })
  return fields.some(({ type }) => type === 'select') && said.options.length < 2 ? undefined : fields
}

/** Whether a word makes a field required or optional; undefined for other words. */
function requiredBy(attribute: string): boolean | undefined {
  return flagOf('required', attribute.replace(/^(?:all|both|each|every one|it is|they are)\s+/i, ''))
}

type FormField = { labels: string[]; options: string[]; hint: string | undefined }

function read(entries: Entry[], isSelect: boolean, isPlural: boolean): FormField | undefined {
  const said: FormField = { labels: [], options: [], hint: undefined }
  let listing = false
  for (const entry of entries) {
    const name = entry.name?.toLowerCase() ?? ''
    if (/\b(?:options?|choices?|answers|values)\b|^with$/.test(name)) {
      listing = true
      said.options.push(...textsIn(entry))
    } else if (
      name !== '' &&
      !/^(?:label|labelled|says?|saying|asking|asks?|called|named|name|title|text|pick|choose|question|fields?|reads?)$/.test(
        name,
      )
    ) {
      // The network may take the first of several options for a name.
      if (!isSelect || said.labels.length > 0 || !entry.name) return undefined
      listing = true
      said.labels.push(labelIn(entry))
      said.options.push(entry.name)
    } else if (name === '' && (listing || (isSelect && said.labels.length > 0)))
      said.options.push(...textsIn(entry))
    else if (said.labels.length > 0 && !isPlural) return undefined
    else said.labels.push(labelIn(entry))
  }
  return said
}

/** The label within a phrase that says what the field asks for. */
function labelIn({ text, isQuote }: Entry): string {
  if (isQuote) return text
  return text
    .replace(
      /^(?:an?|the|another)?\s*(?:\w+ )?(?:field|box|question|dropdown|input)\s+(?:for|asking for|with|about)\s+/i,
      '',
    )
    .replace(/\s+(?:field|box)$/i, '')
    .replace(/(?<=[^.])\.$/, '')
}

/** The label from the words before the noun, unless they only name the type. */
function labelFrom(modifiers: string[]): string[] {
  const label = modifiers
    .filter((word) => !/^(?:tel|text|select|dropdown|required|optional|mandatory|form|input)$/.test(word))
    .join(' ')
  return wordsOf(label).length > 0 && label.length < 60 ? [label] : []
}

/** A field from its label: with a unique name derived from it, and a matching type. */
function makeField(label: string, taken: string[], options: string[]): Record<string, unknown> {
  const shown = label
    .trim()
    .replace(/^(?:their|your|the|a|an|his|her)\s+/i, '')
    .replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())
  const base =
    shown
      .toLowerCase()
      .replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
      .replace(/^[^a-z]+/i, '')
      .slice(0, 30) || 'field'
  let name = base
  for (let number = 2; taken.includes(name); number++) name = `${base}${number}`
  return {
    name,
    label: fitted(shown, { kind: 'rich', maxLength: 160 }),
    ...(options.length > 0 ? { type: 'select', options } : { type: typeOf(shown) }),
  }
}

function typeOf(label: string): string {
  if (/\b(?:phone|mobile|telephone|cell|whatsapp)\b/i.test(label)) return 'tel'
  return /\b(?:message|comments?|notes|anything|describe|tell us|questions?)\b/i.test(label)
    ? 'textarea'
    : 'text'
}
