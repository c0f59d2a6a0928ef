import { fitted } from '../places.ts'
import { type Schema, stringKind } from './nodes.ts'
import { isMark, isWord, longestPhrase, namesIn, type Token } from './tokens.ts'
import { linkOf, listOf, textOf } from './values.ts'
import { fieldKinds, partNames } from './words/names.ts'

/** What was given for a new item or block: texts in the order they were said, some with the name of their part. */
export type Content = { texts: string[]; named: Map<string, string>; tokens: Token[] }

const kinds = new Map(
  Object.entries(fieldKinds).flatMap(([kind, list]) =>
    namesIn(list).map((name): [string, string] => [name, kind]),
  ),
)

/** The text props of an item, the required ones first, in the order of the schema. */
export function textProps(schema: Schema): string[] {
  const props = Object.entries(schema.properties ?? {})
    .filter(([, of]) => stringKind(of) !== undefined && stringKind(of) !== 'link')
    .map(([name]) => name)
  const required = new Set(schema.required ?? [])
  return [...props.filter((name) => required.has(name)), ...props.filter((name) => !required.has(name))]
}

/** Takes content apart: quotes, dashes, colons, bars, "with the answer …", "at $49 per month". */
export function readContent(tokens: Token[], source: string, schema: Schema): Content {
  const named = new Map<string, string>()
  const props = textProps(schema)
  let rest = tokens
  for (const prop of props) {
    const cut = cutNamed(rest, prop, source)
    if (!cut) continue
    named.set(prop, cut.text)
    rest = cut.rest
  }
  if (props.includes('price')) rest = cutPrice(rest, named, source)
  const quotes = rest.filter(({ kind }) => kind === 'quote')
  const texts =
    quotes.length > 1 ||
    (quotes.length === 1 &&
      rest.every(
        (token) =>
          token.kind === 'quote' ||
          token.kind === 'mark' ||
          isWord(
            token,
            'and',
            'by',
            'with',
            'called',
            'named',
            'titled',
            'saying',
            'that',
            'says',
            'the',
            'a',
            'from',
          ),
      ))
      ? quotes.map(({ text }) => text)
      : splitTexts(rest, source, props)
  return { texts, named, tokens: rest }
}

/** "… with the answer X", "price $20", "label: Y". */
function cutNamed(
  tokens: Token[],
  prop: string,
  source: string,
): { text: string; rest: Token[] } | undefined {
  const names = [
    ...namesIn(partNames[prop] ?? prop)
      .filter((name) => !name.includes(' '))
      .slice(0, 5),
    ...(prop === 'question' ? ['q'] : prop === 'answer' ? ['a'] : []),
  ]
  const at = tokens.findIndex(
    (token, index) =>
      token.kind === 'word' &&
      names.includes(token.norm) &&
      ((isMark(tokens[index + 1], ':') && (index === 0 || tokens[index - 1]?.kind === 'mark')) ||
        (index > 0 &&
          (isWord(tokens[index - 1], 'the', 'and', 'with', 'a', 'an', 'answer') ||
            isMark(tokens[index - 1], ',', '–', ';', '.', ':', '?') ||
            tokens[index - 1]?.kind === 'quote'))),
  )
  if (at === -1) return undefined
  let from = at + 1
  while (
    isMark(tokens[from], ':', '–', '=') ||
    isWord(tokens[from], 'is', 'of', 'to', 'be', 'should', 'says', 'saying', 'being')
  )
    from++
  const value = tokens[from]
  if (!value) return undefined
  const isLabel = (index: number) =>
    tokens[index]?.kind === 'word' && isMark(tokens[index + 1], ':') && tokens[index - 1]?.kind === 'mark'
  const stops = tokens.findIndex(
    (token, index) =>
      index > from &&
      ((token.kind === 'mark' && isLabel(index + 1) && value.kind !== 'quote') ||
        isMark(token, ',', ';') ||
        isWord(token, 'and', 'with')) &&
      value.kind !== 'quote' &&
      tokens.slice(index, index + 4).some(({ norm }) => partNames[norm] !== undefined),
  )
  const end = value.kind === 'quote' ? from + 1 : stops === -1 ? tokens.length : stops
  const text = textOf(tokens.slice(from, end), source)?.text
  if (!text) return undefined
  let start = at
  while (
    start > 0 &&
    (isWord(tokens[start - 1], 'the', 'and', 'with', 'a', 'an') || isMark(tokens[start - 1], ',', '–', ';'))
  )
    start--
  return { text, rest: [...tokens.slice(0, start), ...tokens.slice(end)] }
}

/** "at $4,900 per month", "for €20 a month". */
function cutPrice(tokens: Token[], named: Map<string, string>, source: string): Token[] {
  if (named.has('price')) return tokens
  const at = tokens.findIndex(({ kind, text }) => kind === 'number' && /[$€£¥]/.test(text))
  if (at === -1) return tokens
  named.set('price', tokens[at]?.text ?? '')
  let end = at + 1
  if (isWord(tokens[end], 'per', 'a', 'an', 'each', 'monthly', 'yearly')) {
    const length = isWord(tokens[end], 'monthly', 'yearly') ? 1 : 2
    named.set(
      'period',
      source.slice(tokens[end]?.start, tokens[end + length - 1]?.end).replace(/^an? /, 'per '),
    )
    end += length
  }
  let start = at
  while (
    start > 0 &&
    (isWord(tokens[start - 1], 'at', 'for', 'costs', 'costing', 'with', 'price') ||
      isMark(tokens[start - 1], ',', '–', ':'))
  )
    start--
  return [...tokens.slice(0, start), ...tokens.slice(end)]
}

/** One line of content as the texts of an item. */
function splitTexts(tokens: Token[], source: string, props: string[]): string[] {
  if (tokens.some((token) => isMark(token, '|'))) return listOf(tokens, source)
  if (props[0] === 'question') {
    const at = tokens.findIndex((token) => isMark(token, '?'))
    if (at > 0)
      return [
        clean(source.slice(tokens[0]?.start, tokens[at]?.end)),
        textOf(tokens.slice(at + 1), source)?.text ?? '',
      ].filter(Boolean)
  }
  if (props[0] === 'value') {
    const at = tokens.findIndex(({ kind }) => kind === 'number')
    const dash = tokens.findIndex((token, index) => index > at && isMark(token, '–', ':', ',', '/'))
    if (at >= 0 && at <= 2 && dash > at && dash - at <= 3)
      return [
        clean(source.slice(tokens[at]?.start, tokens[dash - 1]?.end)),
        textOf(tokens.slice(dash + 1), source)?.text ?? '',
      ].filter(Boolean)
    const unit = isWord(
      tokens[at + 1],
      'million',
      'billion',
      'thousand',
      'days',
      'hours',
      'minutes',
      'weeks',
      'months',
      'years',
      'x',
      'times',
    )
      ? 2
      : 1
    if (at === 0 || at === 1)
      return [
        clean(source.slice(tokens[at]?.start, tokens[at + unit - 1]?.end)),
        textOf(tokens.slice(at + unit), source)?.text ?? '',
      ].filter(Boolean)
  }
  const dash = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      (isMark(token, '–', ':', '→', '/') || (isMark(token, ',') && tokens[index - 1]?.kind === 'quote')) &&
      (tokens[index + 1]?.start ?? 0) > token.end,
  )
  if (dash > 0)
    return [
      textOf(tokens.slice(0, dash), source)?.text ?? '',
      textOf(tokens.slice(dash + 1), source)?.text ?? '',
    ].filter(Boolean)
  const dot = tokens.findIndex((token, index) => index > 0 && isMark(token, '.') && index < tokens.length - 1)
  if (dot > 0 && props.length > 1)
    return [
      clean(source.slice(tokens[0]?.start, tokens[dot]?.start)),
      textOf(tokens.slice(dot + 1), source)?.text ?? '',
    ].filter(Boolean)
  const whole = textOf(tokens, source)?.text
  return whole ? [whole] : []
}

const clean = (text: string) => text.trim().replace(/^["“'‘]|["”'’]$/g, '')

/** The item that content makes, or the required part that nobody gave. */
export function makeItem(
  schema: Schema,
  content: Content,
): { item: Record<string, unknown> } | { missing: string } {
  const item: Record<string, unknown> = {}
  const open = textProps(schema).filter((prop) => !content.named.has(prop))
  for (const [prop, text] of content.named)
    item[prop] = fit(
      /^(?:title|name|label|value|when|price|period)$/.test(prop) ? text.replace(/(?<=[^.])\.$/, '') : text,
      schema,
      prop,
    )
  for (const [index, text] of content.texts.entries()) {
    const prop = open[index]
    const isFirst =
      index === 0 &&
      content.named.size + content.texts.length >= 1 &&
      /^(?:title|name|label|value)$/.test(prop ?? '')
    if (prop)
      item[prop] = fit(
        prop === 'title' || prop === 'name' || prop === 'question' || prop === 'label'
          ? (isFirst ? text.replace(/(?<=[^.])\.$/, '') : text).replace(/^\p{Ll}/u, (sign) =>
              prop === 'label' && open[0] === 'label' ? sign : index === 0 ? sign.toUpperCase() : sign,
            )
          : text,
        schema,
        prop,
      )
  }
  const missing = (schema.required ?? []).find((prop) => prop !== 'id' && item[prop] === undefined)
  const broken = Object.entries(item).find(
    ([, value]) =>
      typeof value === 'string' && /["“”]\S.*["“”]/.test(value) && /^\S+,|, \w+ ["“]/.test(value),
  )
  if (missing ?? broken) return { missing: missing ?? broken?.[0] ?? '' }
  // The schema's own order of fields.
  return {
    item: Object.fromEntries(
      Object.keys(schema.properties ?? {}).flatMap((prop) =>
        item[prop] === undefined ? [] : [[prop, item[prop]]],
      ),
    ),
  }
}

function fit(text: string, schema: Schema, prop: string): string {
  const of = schema.properties?.[prop] ?? {}
  return fitted(text, { kind: stringKind(of) ?? 'text', maxLength: of.maxLength ?? 1000 })
}

/** A form field from what is asked for: its label, a name made of it, and the type that fits. */
export function makeField(
  label: string,
  taken: string[],
  said: Token[],
  options: string[] | undefined,
): Record<string, unknown> {
  const words = label
    .replace(/^(?:their|your|the|a|an|for|his|her|people['’]?s?|visitors['’]?|users['’]?)\s+/i, '')
    .replace(/\s+(?:field|too|as well)$/i, '')
  const shown = words.replace(/^./u, (sign) => sign.toUpperCase())
  const isRequired = said.some(
    (token, index) => isWord(token, 'required', 'mandatory', 'compulsory') && !isWord(said[index - 1], 'not'),
  )
  const type = options ? 'select' : typeOf(words, said)
  const base =
    words
      .toLowerCase()
      .replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
      .replace(/^[^a-z]+/i, '')
      .slice(0, 30) || 'field'
  let name = base
  for (let number = 2; taken.includes(name); number++) name = `${base}${number}`
  return {
    name,
    label: fitted(shown, { kind: 'rich', maxLength: 160 }),
    type,
    ...(isRequired ? { required: true } : {}),
    ...(options ? { options } : {}),
  }
}

function typeOf(label: string, said: Token[]): string {
  for (let index = 0; index < said.length; index++) {
    const found = longestPhrase(kinds, said, index, 4)
    if (found && found.value !== 'select') return found.value
  }
  const words = label.toLowerCase()
  if (/\be-?mail\b/.test(words)) return 'email'
  if (/\b(?:phone|mobile|telephone|cell|whatsapp)\b/.test(words)) return 'tel'
  if (/\b(?:message|comments?|notes|anything|describe|tell us)\b/.test(words)) return 'textarea'
  return 'text'
}

/** A button's link, from an address in the content. */
export function linkIn(tokens: Token[]): string | undefined {
  return tokens.map(linkOf).find((link) => link !== undefined && link !== '')
}
