import type { Node } from '../nodes.ts'
import { flagOf } from '../reading/assign.ts'
import { fit, makeField } from '../reading/fill.ts'
import { wordsOf } from '../tokens.ts'
import { textsIn } from './compose.ts'
import type { Entry } from './content.ts'
import { fieldTypeOf, type Named } from './kinds.ts'

/** What the message says of new fields beside their labels. */
export type FieldWords = { kinds: string[]; attributes: string[]; modifiers: string[]; count: Named['count'] }

/** New fields of a form: label, type, choices, hint, and whether they are required. */
export function fieldsOf(list: Node, entries: Entry[], words: FieldWords): unknown[] | undefined {
  const required = words.attributes.map(requiredBy)
  const types = [...words.attributes.filter((_, at) => required[at] === undefined), ...words.kinds].map(
    fieldTypeOf,
  )
  // "A, B and C as choices of a dropdown D": which is which is not clear.
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
    const field = makeField(label, taken, [], said.options.length > 0 ? said.options : undefined)
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

/** Whether words make a field required or optional; undefined where they say something else. */
function requiredBy(attribute: string): boolean | undefined {
  if (
    /\b(?:need|have|has)\s?n['’]?o?t\b|\b(?:don['’]?t|do not) (?:have|need) to\b|\bnot (?:a )?must\b|\bleave (?:it )?(?:blank|empty)\b|\bvoluntar/i.test(
      attribute,
    )
  )
    return false
  return flagOf('required', attribute)
}

type Said = { labels: string[]; options: string[]; hint: string | undefined }

function read(entries: Entry[], isSelect: boolean, isPlural: boolean): Said | undefined {
  const said: Said = { labels: [], options: [], hint: undefined }
  let listing = false
  const isPicked = isSelect || entries.some(({ name }) => /^(?:pick|choose|select)$/i.test(name ?? ''))
  for (const entry of entries) {
    const name = entry.name?.toLowerCase() ?? ''
    if (/\b(?:hint|help)\b/.test(name) || (name === '' && /\bhint\b[\s:]*$/i.test(entry.gap)))
      said.hint = entry.text
    else if (/\b(?:options?|choices?|answers|values)\b|^with$/.test(name)) {
      listing = true
      said.options.push(...textsIn(entry))
    } else if (
      name !== '' &&
      !/^(?:label|labelled|says?|saying|asking|asks?|called|named|name|title|text|pick|choose|question|fields?|reads?)$/.test(
        name,
      )
    ) {
      // "with Google, LinkedIn and others": the first of several choices may be taken for their name.
      if (!isSelect || said.labels.length > 0 || !entry.name) return undefined
      listing = true
      said.labels.push(labelIn(entry))
      said.options.push(entry.name)
    } else if (name === '' && (listing || (isPicked && said.labels.length > 0)))
      said.options.push(...textsIn(entry))
    else if (said.labels.length > 0 && !isPlural) return undefined
    else said.labels.push(labelIn(entry))
  }
  return said
}

/** "a field for the phone number": what it asks for. */
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

/** "a phone field" says what it asks for; "a tel field" only its type. */
function labelFrom(modifiers: string[]): string[] {
  const label = modifiers
    .filter((word) => !/^(?:tel|text|select|dropdown|required|optional|mandatory|form|input)$/.test(word))
    .join(' ')
  return wordsOf(label).length > 0 && label.length < 60 ? [label] : []
}
