import type { PictureOf } from '../operations/pictures.ts'
import { type PropSchema, stringKind } from '../schemas.ts'
import { namesIn, tokenise, wordsOf } from '../tokens.ts'
import { fit, likeBefore } from '../values/fit.ts'
import { linkOf } from '../values/read.ts'
import { choiceWords, iconWords } from '../words/names.ts'
import type { Entry } from './content.ts'

export type Composing = {
  /** The existing items of the list; new texts follow their style. */
  siblings?: Record<string, unknown>[]
  /** Finds a picture by its name. */
  pictureOf?: PictureOf
}

/** Sets one property from an entry; false if the entry does not fit. */
export function put(
  value: Record<string, unknown>,
  prop: string,
  schema: PropSchema,
  entry: Entry,
  composing: Composing,
): boolean {
  const of = schema.properties?.[prop]
  if (!of) return false
  if (of.type === 'array') {
    if (of.items?.type === 'object') return false
    value[prop] = [
      ...((value[prop] as string[] | undefined) ?? []),
      ...textsIn(entry).map((text) => styled(text, entry.isQuote, of.items ?? {}, undefined)),
    ]
    return true
  }
  if (of.properties?.assetId) {
    const picture = composing.pictureOf?.(entry.text)
    if (picture) value[prop] = { assetId: picture.assetId, alt: picture.alt }
    return picture !== undefined
  }
  if (of.type === 'object') {
    const naming = ['label', 'name'].find((name) => of.properties?.[name])
    if (!naming) return false
    const [name = '', ...rest] = naming === 'name' ? entry.text.split(/,\s*/) : [entry.text]
    value[prop] = {
      [naming]: fit(name, of.properties?.[naming] ?? {}),
      ...(rest.length > 0 && of.properties?.role ? { role: fit(rest.join(', '), of.properties.role) } : {}),
      ...(of.required?.includes('link') ? { link: 'action:primary' } : {}),
    }
    return true
  }
  if (of.enum) {
    const choice = choiceIn(prop, of.enum, entry.text)
    if (choice) value[prop] = choice
    return choice !== undefined
  }
  if (stringKind(of) === 'link') {
    const link = linkIn(entry.text)
    if (link) value[prop] = link
    return link !== undefined
  }
  if (!stringKind(of)) return false
  const like = composing.siblings?.map((item) => item[prop]).find((each) => typeof each === 'string')
  // The label of a figure continues it, so it starts in lower case.
  const isCounted = prop === 'label' && schema.properties?.value !== undefined
  const text =
    prop === 'name' && schema.properties?.role
      ? entry.text.replace(/^(?:from|by) (?=\p{Lu})/u, '')
      : entry.text
  value[prop] = styled(text, entry.isQuote, of, like ?? (isCounted ? 'label' : undefined))
  return true
}

/** Formats a text like the texts in the same property of other items. */
export function styled(text: string, isQuote: boolean, schema: PropSchema, like: unknown): string {
  const isShort = (schema.maxLength ?? 1000) <= 160
  const before = typeof like === 'string' ? like : isShort ? 'Title' : 'A sentence.'
  return fit(isQuote ? text : likeBefore(text, false, before), schema)
}

export function linkIn(text: string): string | undefined {
  const [token, ...others] = tokenise(text.trim())
  return others.length === 0 ? linkOf(token) : undefined
}

export function choiceIn(prop: string, values: string[], text: string): string | undefined {
  const said = wordsOf(text)
    .filter((word) => !/^(?:the|a|an|icon|in|layout)$/.test(word))
    .join(' ')
  const words = prop === 'icon' ? iconWords : choiceWords[prop]
  return values.find((value) => value === said || namesIn(words?.[value] ?? '').includes(said))
}

/** Splits an entry that lists several texts. */
export function textsIn({ text, isQuote }: Entry): string[] {
  if (isQuote || text.length > 2000) return [text]
  const quotes = tokenise(text).filter(({ kind }) => kind === 'quote')
  if (quotes.length > 0) return quotes.map((quote) => quote.text)
  return text
    .split(/\s*[;|\n]\s*|,\s+(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s+\/\s+/)
    .map((each) => each.trim())
    .filter(Boolean)
}
