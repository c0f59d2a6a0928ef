import { fitted } from '../../places.ts'
import { inWords, type Schema, stringKind } from '../nodes.ts'
import { isMark, isWord, longestPhrase, namesIn, type Token } from '../tokens.ts'
import { linkOf, priceOf, textOf } from '../values.ts'
import { fieldKinds, partNames } from '../words/names.ts'
import { isAmount, shapeOf } from './shapes.ts'

/** What content makes of a schema: an object, or the part that nobody gave. */
export type Filled = { value: Record<string, unknown> } | { missing: string }

const extraNames: Record<string, string> = {
  question: 'q',
  answer: 'a',
  body: 'text, body, description',
  when: 'when, time, timing',
  quote: 'quote',
  name: 'name, by, author',
  role: 'role',
}

/** The text props of an item: those it needs first. */
export function textProps(schema: Schema): string[] {
  const props = Object.entries(schema.properties ?? {})
    .filter(([, of]) => stringKind(of) !== undefined && stringKind(of) !== 'link')
    .map(([name]) => name)
  const required = new Set(schema.required ?? [])
  return [...props.filter((name) => required.has(name)), ...props.filter((name) => !required.has(name))]
}

/** Fills an object from what was said: labelled parts first, then the rest by shape and order. */
export function fillObject(
  schema: Schema,
  tokens: Token[],
  source: string,
  order = textProps(schema),
): Filled {
  const value: Record<string, unknown> = {}
  const { labelled, rest } = takeLabelled(schema, tokens)
  for (const [prop, words] of labelled) {
    const text = textOf(words, source)
    const of = schema.properties?.[prop] ?? {}
    if (!text) continue
    if (of.type === 'array') value[prop] = listTexts(words, source).map((each) => fit(each, of.items ?? {}))
    else if (stringKind(of) === 'link') value[prop] = linkOf(words[0]) ?? undefined
    else value[prop] = shorten(prop, text.isQuoted ? text.text : capital(text.text), of, words)
  }
  const left = schema.properties?.price && value.price === undefined ? takePrice(rest, source, value) : rest
  const open = order.filter((prop) => value[prop] === undefined)
  assignParts(partsOf(left, source, open), open, schema, value)
  const missing = (schema.required ?? []).find((prop) => prop !== 'id' && value[prop] === undefined)
  if (missing) return { missing }
  return {
    value: Object.fromEntries(
      Object.keys(schema.properties ?? {}).flatMap((prop) =>
        value[prop] === undefined ? [] : [[prop, value[prop]]],
      ),
    ),
  }
}

/** "Scale at $4,900 per month": the price and what it is for stand in the middle of a name. */
function takePrice(tokens: Token[], source: string, value: Record<string, unknown>): Token[] {
  const at = tokens.findIndex(({ kind, text }) => kind === 'number' && /[$€£¥]/.test(text))
  if (at < 1 || isMark(tokens[at - 1], ',', '|', '–', ':')) return tokens
  value.price = tokens[at]?.text ?? ''
  let end = at + 1
  if (isWord(tokens[end], 'per', 'a', 'each', 'monthly', 'yearly')) {
    const length = isWord(tokens[end], 'monthly', 'yearly') ? 1 : 2
    value.period = source.slice(tokens[end]?.start, tokens[end + length - 1]?.end).replace(/^an? /, 'per ')
    end += length
  }
  let start = at
  while (start > 0 && isWord(tokens[start - 1], 'at', 'for', 'costs', 'costing', 'with', 'price')) start--
  return [...tokens.slice(0, start), ...tokens.slice(end)]
}

type Part = { tokens: Token[]; text: string; isQuoted: boolean }

function assignParts(parts: Part[], open: string[], schema: Schema, value: Record<string, unknown>) {
  const free = new Set(open)
  let last: string | undefined
  const put = (prop: string, part: Part) => {
    value[prop] = shorten(
      prop,
      part.isQuoted ? part.text : capitalFor(prop, part.text, open),
      schema.properties?.[prop] ?? {},
      part.tokens,
    )
    free.delete(prop)
    last = prop
  }
  for (const [index, part] of parts.entries()) {
    const shape = shapeOf(part.text)
    const link = part.tokens.length === 1 ? linkOf(part.tokens[0]) : undefined
    if (link && schema.properties?.link && !part.isQuoted) value.link = link
    else if (shape === 'price' && free.has('price')) put('price', part)
    else if (shape === 'period' && last === 'period') value.period = `${value.period}, ${part.text}`
    else if (shape === 'period' && free.has('period')) put('period', part)
    else if (shape === 'time' && free.has('when')) put('when', part)
    else if (isAmount(shape) && free.has('value')) put('value', part)
    else if (/\?$/.test(part.text) && free.has('question')) put('question', part)
    else if (part.isQuoted && free.has('quote')) put('quote', part)
    else {
      const next = open.find(
        (prop) =>
          free.has(prop) &&
          !(index > 0 && /^(?:price|when|period|value)$/.test(prop)) &&
          prop !== 'when' &&
          prop !== 'period' &&
          (prop !== 'price' || shape === 'price') &&
          prop !== 'eyebrow',
      )
      if (next) put(next, part)
      else if (last) value[last] = `${String(value[last])}, ${part.text}`
    }
  }
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())
const capitalFor = (prop: string, text: string, open: string[]) =>
  (prop === 'label' && open[0] === 'value') || prop === 'value' ? text : capital(text)

function shorten(prop: string, text: string, schema: Schema, tokens: Token[]): string {
  const price = prop === 'price' ? priceOf(tokens, undefined) : undefined
  const words =
    price ??
    (/^(?:title|name|label|value|when|price|period|heading|headline|role)$/.test(prop)
      ? text.replace(/(?<=[^.])\.$/, '')
      : text)
  return fit(words, schema)
}

export function fit(text: string, schema: Schema): string {
  return fitted(text, { kind: stringKind(schema) ?? 'text', maxLength: schema.maxLength ?? 1000 })
}

/** "question: … answer: …", "with the heading “…” and the text “…”", "price $20". */
function takeLabelled(schema: Schema, tokens: Token[]): { labelled: Map<string, Token[]>; rest: Token[] } {
  const names = new Map<string, string>()
  for (const prop of [...Object.keys(schema.properties ?? {})].reverse())
    for (const name of namesIn(
      [extraNames[prop] ?? '', partNames[prop] ?? inWords(prop)].join(','),
    ).reverse())
      if (name.split(' ').length <= 3) names.set(name, prop)
  const marks: { at: number; start: number; prop: string; from: number }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const found = longestPhrase(names, tokens, at, 3)
    if (!found) continue
    const before = tokens[at - 1]
    const isEdge =
      at === 0 ||
      before?.kind === 'mark' ||
      before?.kind === 'quote' ||
      isWord(before, 'and', 'with', 'the', 'a', 'an', 'its', 'by')
    let from = at + found.length
    const sign = tokens[from]
    const isSet =
      isMark(sign, ':', '=') ||
      sign?.kind === 'quote' ||
      isWord(sign, 'is', 'saying', 'says', 'reads', 'of') ||
      (found.value === 'price' && sign?.kind === 'number') ||
      (found.value === 'name' && isWord(tokens[at], 'by'))
    if (!isEdge || !isSet || marks.some(({ prop }) => prop === found.value)) continue
    while (
      isMark(tokens[from], ':', '=', '–') ||
      isWord(tokens[from], 'is', 'saying', 'says', 'reads', 'of', 'should', 'be', 'that')
    )
      from++
    let start = at
    while (
      start > 0 &&
      (isWord(tokens[start - 1], 'and', 'with', 'the', 'a', 'an', 'its') ||
        isMark(tokens[start - 1], ',', '–', ';', '.'))
    )
      start--
    marks.push({ at, start, prop: found.value, from })
    at = from - 1
  }
  const labelled = new Map<string, Token[]>()
  const covered = new Set<Token>()
  for (const [index, { start, prop, from }] of marks.entries()) {
    const next = marks[index + 1]?.start ?? tokens.length
    const isQuote = tokens[from]?.kind === 'quote'
    const end = isQuote ? from + 1 : next
    const words = tokens.slice(from, end)
    const comma =
      prop === 'name' && schema.properties?.role ? words.findIndex((token) => isMark(token, ',')) : -1
    labelled.set(prop, strip(comma > 0 ? words.slice(0, comma) : words))
    for (const token of tokens.slice(start, comma > 0 ? from + comma : end)) covered.add(token)
  }
  return { labelled, rest: tokens.filter((token) => !covered.has(token)) }
}

/** Whether content names every part that an item needs. */
export function hasLabels(schema: Schema, tokens: Token[], _source: string): boolean {
  const { labelled } = takeLabelled(schema, tokens)
  const needed = (schema.required ?? []).filter((prop) => prop !== 'id')
  return labelled.size > 1 && needed.every((prop) => labelled.has(prop))
}

function strip(tokens: Token[]): Token[] {
  let list = tokens
  while (
    list.length > 1 &&
    (isMark(list.at(-1), ',', ';', '\n', 'bullet', '–', ':') || isWord(list.at(-1), 'and', 'with'))
  )
    list = list.slice(0, -1)
  while (
    isMark(list[0], ',', ';', '\n', 'bullet', '–', ':', '.') ||
    isWord(list[0], 'and', 'with', 'that', 'saying')
  )
    list = list.slice(1)
  return list
}

/** Takes content without labels apart at the strongest marks it has. */
function partsOf(tokens: Token[], source: string, open: string[]): Part[] {
  const content = strip(tokens)
  if (content.length === 0) return []
  const has = (...marks: string[]) => content.some((token) => isMark(token, ...marks))
  const quotes = content.filter(({ kind }) => kind === 'quote').length
  const isList = open.length > 2
  if (open[0] === 'value') {
    const figure = figureOf(content, source)
    if (figure) return figure
  }
  const isEdge = has('|')
    ? (token: Token) => isMark(token, '|')
    : has('\n', 'bullet')
      ? (token: Token) => isMark(token, '\n', 'bullet')
      : (token: Token, index: number) => {
          const next = content[index + 1]
          const isSpaced = next !== undefined && next.start > token.end
          if (isMark(token, ';', '–', '/', ':')) return isSpaced || isMark(token, ';')
          if (isMark(token, '?', '!', '.'))
            return (
              isSpaced &&
              (open[0] === 'question' || isMark(token, '.', '!', '?')) &&
              index < content.length - 1 &&
              firstText < 0
            )
          if (isMark(token, ','))
            return quotes > 0 || (isList && isSpaced) || open[0] === 'value' || open.includes('role')
          return isWord(token, 'by', 'from') && quotes > 0
        }
  // Only the first sentence is a title; the others stay together.
  let firstText = -1
  const parts: Token[][] = [[]]
  for (const [index, token] of content.entries()) {
    if (isEdge(token, index)) {
      if (isMark(token, '?') || (isMark(token, '!', '.') && open[0] !== 'title')) parts.at(-1)?.push(token)
      if (isMark(token, '.', '?', '!')) firstText = index
      parts.push([])
    } else if (token.kind === 'quote' && parts.at(-1)?.some(({ kind }) => kind !== 'mark'))
      parts.push([token], [])
    else if (token.kind === 'quote') parts.at(-1)?.push(token)
    else parts.at(-1)?.push(token)
  }
  const most = open.length
  return parts
    .map(strip)
    .filter((part) => part.length > 0)
    .reduce<Token[][]>((list, part) => {
      // What is more than there are parts belongs to the last one.
      if (list.length >= most && most > 0 && !isList)
        list[list.length - 1] = [...(list.at(-1) ?? []), part].flat()
      else list.push(part)
      return list
    }, [])
    .flatMap((part): Part[] => {
      const text = textOf(part, source)
      return text ? [{ tokens: part, text: text.text, isQuoted: text.isQuoted }] : []
    })
}

const units = new Set(
  'million billion thousand days hours minutes weeks months years day hour minute week month year x times mw kw gwh kwh km kg m² percent mio seconds min mins sec secs hrs hr gb tb ms points steps countries'.split(
    ' ',
  ),
)

/** "98% of claims accepted", "38 / people on the team", "104 MW installed". */
function figureOf(tokens: Token[], source: string): Part[] | undefined {
  const at = tokens.findIndex(({ kind }) => kind === 'number')
  if (at < 0 || at > 3) return undefined
  let end = at + 1
  while (units.has(tokens[end]?.norm ?? '') && end < at + 3) end++
  const lead = tokens
    .slice(0, at)
    .filter((token) => isWord(token, 'over', 'about', 'up', 'more', 'than', 'to', 'under'))
  if (lead.length < at) return undefined
  const value = tokens.slice(0, end)
  const label = strip(
    tokens
      .slice(end)
      .filter(
        (token, index) =>
          !isMark(token, '(', ')') && !(index === 0 && isMark(token, '/', '–', ':', ',', '=')),
      ),
  )
  return [value, label].flatMap((part): Part[] => {
    const text = textOf(part, source)
    return text ? [{ tokens: part, text: text.text.replace(/\.$/, ''), isQuoted: true }] : []
  })
}

/** A list of texts: by bars, lines, semicolons, quotes, or commas and "and". */
export function listTexts(tokens: Token[], source: string): string[] {
  const content = strip(tokens)
  const quotes = content.filter(({ kind }) => kind === 'quote')
  if (
    quotes.length > 0 &&
    content.every(
      (token) => token.kind === 'quote' || token.kind === 'mark' || isWord(token, 'and', 'or', 'also'),
    )
  )
    return quotes.map(({ text }) => text)
  const has = (...marks: string[]) => content.some((token) => isMark(token, ...marks))
  const isEdge = has('|')
    ? (token: Token) => isMark(token, '|')
    : has('bullet', '\n')
      ? (token: Token) => isMark(token, 'bullet', '\n')
      : has(';')
        ? (token: Token) => isMark(token, ';')
        : (token: Token, last: boolean) =>
            isMark(token, ',') || (isWord(token, 'and', 'or') && last) || token.norm === '&'
  const parts: Token[][] = [[]]
  const lastComma = content.findLastIndex((token) => isMark(token, ','))
  for (const [index, token] of content.entries()) {
    if (isEdge(token, lastComma === -1 || index > lastComma)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
    .map(strip)
    .flatMap((part) => textOf(part, source)?.text.replace(/\.$/, '').trim() ?? [])
    .filter(Boolean)
}

const kinds = new Map(
  Object.entries(fieldKinds).flatMap(([kind, list]) =>
    namesIn(list).map((name): [string, string] => [name, kind]),
  ),
)

/** A form field: its label, a name made of it, and the type that fits. */
export function makeField(
  label: string,
  taken: string[],
  said: Token[],
  options: string[] | undefined,
): Record<string, unknown> {
  const shown = capital(label.trim().replace(/^(?:their|your|the|a|an|his|her)\s+/i, ''))
  const off = said.some(
    (token, index) =>
      isWord(token, 'optional', 'voluntary') ||
      (isWord(token, 'required', 'mandatory', 'compulsory') && isWord(said[index - 1], 'not', 'non', 'no')),
  )
  const on = !off && said.some((token) => isWord(token, 'required', 'mandatory', 'compulsory', 'obligatory'))
  const base =
    shown
      .toLowerCase()
      .replace(/[^a-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
      .replace(/^[^a-z]+/i, '')
      .slice(0, 30) || 'field'
  let name = base
  for (let number = 2; taken.includes(name); number++) name = `${base}${number}`
  const isChoice = said.some((token) => isWord(token, 'dropdown', 'select', 'choice', 'selection'))
  return {
    name,
    label: fitted(shown, { kind: 'rich', maxLength: 160 }),
    type: options && options.length > 0 ? 'select' : isChoice ? 'select' : typeOf(shown, said),
    ...(on ? { required: true } : {}),
    ...(options && options.length > 0 ? { options } : {}),
  }
}

function typeOf(label: string, said: Token[]): string {
  for (let index = 0; index < said.length; index++) {
    const found = longestPhrase(kinds, said, index, 4)
    if (found && found.value !== 'select' && found.value !== 'text') return found.value
  }
  const words = label.toLowerCase()
  if (/\be-?mail\b/.test(words)) return 'email'
  if (/\b(?:phone|mobile|telephone|cell|whatsapp)\b/.test(words)) return 'tel'
  return /\b(?:message|comments?|notes|anything|describe|tell us|questions?)\b/.test(words)
    ? 'textarea'
    : 'text'
}
