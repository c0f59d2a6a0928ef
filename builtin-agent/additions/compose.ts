import { type PropSchema, stringKind } from '../schemas.ts'
import { isAmount, shapeOf } from '../values/shapes.ts'
import type { Entry } from './content.ts'
import { cheapest, takeApart } from './fitting.ts'
import { propInGap, propNamed } from './propNames.ts'
import { type Composing, linkIn, put } from './put.ts'

/**
 * Composes an object of a schema from entries: named ones first, then the others by their form and the order of the
 * properties. Undefined if an entry fits no property or a required property is missing.
 */
export function compose(
  schema: PropSchema,
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
        // The network may take the label of a figure for a property name.
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
  if ((schema.required ?? []).some((prop) => prop !== 'id' && value[prop] === undefined)) return undefined
  return Object.fromEntries(
    Object.keys(schema.properties ?? {}).flatMap((prop) =>
      value[prop] === undefined ? [] : [[prop, value[prop]]],
    ),
  )
}

/** Undoes such a reading: the figure, and the name as another entry. */
export function splitNamed(entry: Entry, schema: PropSchema): Entry[] | undefined {
  return schema.properties?.value && isAmount(shapeOf(entry.text)) && entry.name
    ? [
        { ...entry, name: undefined },
        { text: entry.name, isQuote: false, name: undefined, gap: '' },
      ]
    : undefined
}

/** Properties that are filled only if they are named. */
const asides = new Set(
  'eyebrow intro note before source hint figureLabel caption transcript unit limitLabel submitLabel successMessage alt'.split(
    ' ',
  ),
)
const mostOpen = 5

/** Assigns entries without a name to the remaining properties, at the lowest total cost. */
function place(
  open: Entry[],
  schema: PropSchema,
  value: Record<string, unknown>,
  composing: Composing,
): boolean {
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

/** How many of the last entries may form a list, likeliest first: those punctuated as one, none, or few. */
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
