import { contentOf, inWords, toNames } from '../nodeNames.ts'
import { type Schema, stringKind } from '../schemas.ts'
import { namesIn, tokenise, wordsOf } from '../tokens.ts'
import { fit, likeBefore } from '../values/assign.ts'
import { linkOf } from '../values/read.ts'
import { isAmount, shapeOf } from '../values/shapes.ts'
import { choiceWords, iconWords, partNames } from '../words/names.ts'
import type { Entry } from './content.ts'
import { cheapest, takeApart } from './fitting.ts'

/** A picture of the library. */
export type Picture = { assetId: string; name: string; alt: string }
export type Composing = {
  /** Items beside which the new one will stand: it is written like them. */
  siblings?: Record<string, unknown>[]
  /** The picture that a phrase names. */
  pictureOf?: (phrase: string) => Picture | undefined
  /** Names of properties that were set before, outside of this schema. */
  isDetail?: boolean
}

/** What people say for properties beside their names, as a part of a sentence. */
const spoken: [RegExp, string[]][] = [
  [/^q(?:uestion)?$/i, ['question', 'label']],
  [/^a(?:ns(?:wer)?)?$|^(?:reply|response|our answer|answered|answered (?:with|by))$/i, ['answer']],
  [
    /^(?:called|named|titled|headed|entitled|labell?ed|title|heading|headline)$/i,
    ['heading', 'headline', 'title', 'label', 'name'],
  ],
  [/^signed$/i, ['signature', 'name']],
  [/^(?:by|from|author|said by|name|person)$/i, ['name']],
  [/^(?:role|function|position|job|job title)$/i, ['role']],
  [
    /^(?:says?|saying|reads?|reading|text|body|description|blurb|what|what happens|explanation|details?)$/i,
    ['body', 'description', 'answer', 'quote', 'label'],
  ],
  [
    /^(?:below|beneath|under|underneath)(?: (?:it|that|this))?$|^what it says$/i,
    ['body', 'description', 'answer', 'hint', 'label'],
  ],
  [/^(?:for|for whom|who for|description)$/i, ['description', 'body']],
  [/^what for$/i, ['period', 'description']],
  [/^(?:counts?|what it counts|meaning)$/i, ['label']],
  [/^(?:when|time|timing|date)$/i, ['when']],
  [
    /^(?:comes with|with|includes?|including|contents?|inclusions?|contains|features|bullets|points|what(?: i)?s in it|what you get)$/i,
    ['includes', 'points'],
  ],
  [/^(?:goes to|that goes to|leads to|leading to|link|url|address|pointing to|to)$/i, ['link']],
  [/^(?:asking|asks|label|asks for)$/i, ['label', 'question']],
]

/** The property of a schema that a name in a message means. */
export function propNamed(name: string, schema: Schema): string | undefined {
  const props = Object.keys(schema.properties ?? {}).filter((prop) => prop !== 'id')
  if (props.includes(name)) return name
  const said = wordsOf(name).join(' ')
  for (const [pattern, list] of spoken)
    if (pattern.test(said)) {
      const found = list.find((prop) => props.includes(prop))
      if (found) return found
    }
  const key = contentOf(name)
  const ranked = props
    .map((prop) => ({ prop, weight: toNames(partNames[prop] ?? inWords(prop)).get(key) ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return ranked[0]?.prop
}

/**
 * An object of a schema from pieces of content: those with a name first, the others by what they look like and by the order
 * of the properties. Undefined where a piece has no place or something required is missing.
 */
export function compose(
  schema: Schema,
  entries: Entry[],
  composing: Composing = {},
): Record<string, unknown> | undefined {
  const value: Record<string, unknown> = {}
  const open: Entry[] = []
  let listing: string | undefined
  let group: string | undefined
  for (const entry of entries) {
    const prop = entry.name ? propNamed(entry.name, schema) : propInGap(entry.gap, schema)
    if (entry.name && !prop) {
      const into = group && schema.properties?.[group]
      const inner = into && propNamed(entry.name, into)
      if (
        !into ||
        !inner ||
        !put(value[group as string] as Record<string, unknown>, inner, into, entry, composing)
      ) {
        // The name is the text that the figure counts.
        const own = splitNamed(entry, schema)
        if (!own) return undefined
        open.push(...own)
      }
      continue
    }
    if (!prop) {
      if (listing && put(value, listing, schema, entry, composing)) continue
      if (
        group === 'signature' &&
        put(
          value[group] as Record<string, unknown>,
          'role',
          schema.properties?.[group] ?? {},
          entry,
          composing,
        )
      )
        continue
      listing = undefined
      open.push(entry)
      continue
    }
    const of = schema.properties?.[prop] ?? {}
    if (value[prop] !== undefined && of.type !== 'array') return undefined
    if (!put(value, prop, schema, entry, composing)) return undefined
    listing = of.type === 'array' ? prop : undefined
    if (of.type === 'object') group = prop
  }
  if (!place(open, schema, value, composing)) return undefined
  const missing = (schema.required ?? []).some((prop) => prop !== 'id' && value[prop] === undefined)
  if (missing && !composing.isDetail) return undefined
  return Object.fromEntries(
    Object.keys(schema.properties ?? {}).flatMap((prop) =>
      value[prop] === undefined ? [] : [[prop, value[prop]]],
    ),
  )
}

/** Words right before a piece that name it. */
function propInGap(gap: string, schema: Schema): string | undefined {
  const words = [...wordsOf(gap.slice(-60))]
  while (/^(?:is|are|it|that|the|a|reads?|says?|saying|to|of|and)$/.test(words.at(-1) ?? '')) words.pop()
  const name = words.at(-1)
  if (!name || name.length < 3 || /^(?:with|for|from|called|named|by)$/.test(name)) return undefined
  const prop = propNamed(name, schema)
  return prop &&
    /^(?:heading|headline|title|question|answer|when|role|quote|price|hint|body|caption|label)$/.test(prop) &&
    !/^(?:by|for|from|text|line)$/.test(name)
    ? prop
    : undefined
}

/** "410 hotels", where the hotels were read as a name: what is counted is a text. */
export function splitNamed(entry: Entry, schema: Schema): Entry[] | undefined {
  return schema.properties?.value && isAmount(shapeOf(entry.text)) && entry.name
    ? [
        { ...entry, name: undefined },
        { text: entry.name, isQuote: false, name: undefined, gap: '' },
      ]
    : undefined
}

/** Sets one property from a piece of content; false where it can't be that. */
function put(
  value: Record<string, unknown>,
  prop: string,
  schema: Schema,
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
  // What a figure counts goes on with it: "120" "shippers".
  const isCounted = prop === 'label' && schema.properties?.value !== undefined
  const text =
    prop === 'name' && schema.properties?.role
      ? entry.text.replace(/^(?:from|by) (?=\p{Lu})/u, '')
      : entry.text
  value[prop] = styled(text, entry.isQuote, of, like ?? (isCounted ? 'label' : undefined))
  return true
}

/** A text written like one that stands in the same place elsewhere. */
export function styled(text: string, isQuote: boolean, schema: Schema, like: unknown): string {
  const isShort = (schema.maxLength ?? 1000) <= 160
  const before = typeof like === 'string' ? like : isShort ? 'Title' : 'A sentence.'
  return fit(isQuote ? text : likeBefore(text, false, before), schema)
}

function linkIn(text: string): string | undefined {
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

/** Several texts in one piece: "SAP, Oracle and Other". */
export function textsIn({ text, isQuote }: Entry): string[] {
  if (isQuote || text.length > 2000) return [text]
  const quotes = tokenise(text).filter(({ kind }) => kind === 'quote')
  if (quotes.length > 0) return quotes.map((quote) => quote.text)
  return text
    .split(/\s*[;|\n]\s*|,\s+(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s+\/\s+/)
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Properties that are only filled where they are named. */
const asides = new Set(
  'eyebrow intro note before source hint figureLabel caption transcript unit limitLabel submitLabel successMessage alt'.split(
    ' ',
  ),
)
const mostOpen = 5

/** Puts pieces without a name into the properties that are left, at the least cost. */
function place(open: Entry[], schema: Schema, value: Record<string, unknown>, composing: Composing): boolean {
  if (open.length === 0) return true
  const link = open.find(({ text }) => linkIn(text) !== undefined)
  if (link && schema.properties?.link && value.link === undefined) {
    value.link = linkIn(link.text)
    return place(
      open.filter((entry) => entry !== link),
      schema,
      value,
      composing,
    )
  }
  const props = Object.entries(schema.properties ?? {})
    .filter(
      ([prop, of]) =>
        value[prop] === undefined &&
        !asides.has(prop) &&
        stringKind(of) !== undefined &&
        stringKind(of) !== 'link',
    )
    .map(([prop]) => prop)
  const pieces = open.length === 1 ? takeApart(open[0] as Entry, props) : open
  const list = Object.entries(schema.properties ?? {}).find(
    ([prop, of]) => value[prop] === undefined && of.type === 'array' && stringKind(of.items ?? {}),
  )?.[0]
  for (const length of list ? tailsOf(pieces) : [0]) {
    const [first, rest] = [pieces.slice(0, pieces.length - length), pieces.slice(pieces.length - length)]
    const best = first.length <= Math.min(mostOpen, props.length) && cheapest(first, props, schema)
    if (!best) continue
    return (
      first.every((piece, at) => put(value, best[at] as string, schema, piece, composing)) &&
      rest.every((piece) => put(value, list ?? '', schema, piece, composing))
    )
  }
  return false
}

/** How many of the last pieces may be a list, likeliest first: those that are listed, none, or as few as possible. */
function tailsOf(pieces: Entry[]): number[] {
  const isBullet = ({ gap }: Entry) => /\n\s*(?:[-–*•]|\d+[.)])\s*$/.test(gap)
  const isNext = ({ gap }: Entry) => /^\s*(?:,|;|&|and|,\s*and|,?\s*plus)\s*$/i.test(gap)
  let listed = 0
  while (listed < pieces.length && isBullet(pieces[pieces.length - 1 - listed] as Entry)) listed++
  if (listed === 0) {
    while (listed < pieces.length && isNext(pieces[pieces.length - 1 - listed] as Entry)) listed++
    const first = pieces[pieces.length - 1 - listed]
    listed =
      listed > 0 && /\b(?:with|listing|including|includes?|i\.e\.)\s*$|:\s*$/i.test(first?.gap ?? '')
        ? listed + 1
        : 0
  }
  const few = pieces.length > 3 ? pieces.map((_, at) => at + 1).slice(0, -2) : []
  return listed > 1 && listed < pieces.length ? [listed, 0, ...few] : [0, ...few]
}
