import type { PropSchema } from '../schemas.ts'
import { wordsOf } from '../tokens.ts'
import { isAmount, shapeOf } from '../values/shapes.ts'
import type { Entry } from './content.ts'

/** Splits an entry that contains two properties: figure and label, name and role, or question and answer. */
export function takeApart(entry: Entry, props: string[]): Entry[] {
  if (entry.text.length > 1000) return [entry]
  const has = (...names: string[]) => names.every((name) => props.includes(name))
  const split = has('value', 'label')
    ? /^((?:over |about |more than |up to )?[$€£]?\d[\d.,]*\s?(?:%|\+|[kKmM]\b|million|billion|MW|kW|GWh|kWh|hours?|minutes?|min|days?|weeks?|months?|years?|x)?)\s*[:–—,-]?\s+(\S.*)$/.exec(
        entry.text.replace(/^["“”]|["“”](?=\s)/g, ''),
      )
    : has('question', 'answer')
      ? /^([^?]{1,300}\?)\s+(\S.*)$/s.exec(entry.text)
      : has('title', 'when')
        ? undefined
        : undefined
  return split
    ? [split[1], split[2]].map((text) => ({ ...entry, text: (text ?? '').trim(), gap: '' }))
    : [entry]
}

/** The cheapest assignment of entries to properties. All permutations are tried, as there are few. */
export function cheapest(pieces: Entry[], props: string[], schema: PropSchema): string[] | undefined {
  let best: { cost: number; order: string[] } | undefined
  const required = (schema.required ?? []).filter((prop) => props.includes(prop))
  const go = (at: number, order: string[], cost: number) => {
    if (best && cost >= best.cost) return
    if (at === pieces.length) {
      if (required.every((prop) => order.includes(prop))) best = { cost, order }
      return
    }
    for (const [index, prop] of props.entries()) {
      if (order.includes(prop)) continue
      const inversions = order.filter((each) => props.indexOf(each) > index).length
      go(
        at + 1,
        [...order, prop],
        cost + costOf(pieces[at] as Entry, prop, schema) + inversions * 0.35 + index * 0.01,
      )
    }
  }
  go(0, [], 0)
  return best && best.cost <= pieces.length * 1.2 + 0.4 ? best.order : undefined
}

const moment =
  /\b(?:days?|weeks?|months?|years?|hours?|minutes?|quarters?|spring|summer|autumn|winter|morning|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|later|daily|weekly|monthly|yearly)\b|\d/i
/** A billing period. */
const span =
  /^(?:(?:for|every|once an?|one|two|three|six|a|\d+) ){1,2}(?:days?|weeks?|months?|quarters?|years?|weekend)$/i
const short = (text: string, most: number) => wordsOf(text).length <= most

/** How badly a text suits a property, judged by its form and length. */
function costOf({ text, isQuote }: Entry, prop: string, schema: PropSchema): number {
  const of = schema.properties?.[prop] ?? {}
  const shape = shapeOf(text)
  if (text.length > (of.maxLength ?? 1000)) return 100
  switch (prop) {
    case 'value':
      return isAmount(shape) ? 0 : 3
    case 'figure':
      return isAmount(shape) ? 1 : 6
    case 'price':
      return shape === 'price' ? 0 : shape === 'number' ? 0.3 : short(text, 3) && !moment.test(text) ? 1 : 4
    case 'period':
      return shape === 'period' ? 0 : span.test(text) && short(text, 4) ? 0.15 : 6
    case 'when':
      return shape === 'time' ? 0 : moment.test(text) && short(text, 5) ? 0.2 : short(text, 2) ? 1.5 : 4
    case 'question':
      return /\?$/.test(text) ? 0 : 0.9
    case 'answer':
      return /\?$/.test(text) ? 1.5 : 0
    case 'quote':
      return isQuote || !short(text, 4) ? 0 : 1
    case 'name':
      return !schema.properties?.role
        ? 0
        : short(text, 5) && /^(?:from |by )?\p{Lu}/u.test(text) && !/[.!?]$/.test(text)
          ? 0
          : 2
    case 'role':
      return short(text, 10) && !/[.!?]$/.test(text) && !isQuote ? 0.2 : 2
    default: {
      const isSentence = /[.!?]$/.test(text) || !short(text, 9)
      const isLong = (of.maxLength ?? 1000) > 200
      if (isLong) return isSentence ? 0 : 0.2
      return (
        (isSentence ? 0.5 : 0) +
        (shape === 'price' || shape === 'period' ? 1.5 : 0) +
        (schema.properties?.value && isAmount(shape) ? 3 : 0)
      )
    }
  }
}
