import { isWord, type Token } from '../tokens.ts'
import { numbers, ordinals } from '../words/plain.ts'

export type Place =
  | { kind: 'first' | 'last' }
  | { kind: 'before' | 'after'; anchor: Token[] }
  | { kind: 'between'; anchors: [Token[], Token[]] }
  | { kind: 'by'; steps: number }
  | { kind: 'at'; index: number }

/** A place, and what it is a place of: "at the end of the form". */
export type Located = { place: Place; container: Token[]; states: boolean }

const lead = new Set(
  'to at in so it that they should must come comes go goes be is are sit sits stand stands appear appears right directly straight just immediately all the way very up down over back please shown placed moved put listed into as needs need has have can will want on then there a bit instead now again further live lives belongs belong asked shown displayed'.split(
    ' ',
  ),
)
const stating = new Set(
  'should must come comes go goes sit sits stand stands appear appears belongs belong needs live lives be'.split(
    ' ',
  ),
)
const before = new Set('before above over preceding atop'.split(' '))
const after = new Set('after below under beneath underneath behind following past'.split(' '))
const ends: Record<string, 'first' | 'last'> = {
  top: 'first',
  start: 'first',
  beginning: 'first',
  front: 'first',
  head: 'first',
  first: 'first',
  bottom: 'last',
  end: 'last',
  foot: 'last',
  last: 'last',
}
const nouns = new Set('place position spot one slot item of in on the page list row line there'.split(' '))

/** Reads tokens that say nothing but where. */
export function readPlace(tokens: Token[]): Located | undefined {
  let at = 0
  let states = false
  let direction: number | undefined
  while (at < tokens.length && tokens[at]?.kind === 'word' && lead.has(tokens[at]?.norm ?? '')) {
    if (stating.has(tokens[at]?.norm ?? '')) states = true
    if (isWord(tokens[at], 'up')) direction = -1
    if (isWord(tokens[at], 'down')) direction = 1
    at++
  }
  const token = tokens[at]
  const rest = tokens.slice(at + 1)
  const word = token?.norm ?? ''
  if (!token)
    return direction ? { place: { kind: 'by', steps: direction }, container: [], states } : undefined
  if (token.kind !== 'word' && token.kind !== 'number') return undefined
  if (isWord(token, 'ahead', 'front') && isWord(rest[0], 'of'))
    return anchored('before', rest.slice(1), states)
  if (isWord(token, 'next') && isWord(rest[0], 'to')) return anchored('after', rest.slice(1), states)
  if (before.has(word)) return anchored('before', rest, states)
  if (after.has(word)) return anchored('after', rest, states)
  if (word === 'between' || word === 'inbetween') {
    const and = rest.findIndex((each) => isWord(each, 'and'))
    return and > 0 && and < rest.length - 1
      ? {
          place: { kind: 'between', anchors: [rest.slice(0, and), rest.slice(and + 1)] },
          container: [],
          states,
        }
      : undefined
  }
  const steps = stepsIn(tokens.slice(at), direction)
  if (steps !== undefined) return { place: { kind: 'by', steps }, container: [], states }
  const end = ends[word]
  const number =
    ordinals[word] ??
    (isWord(token, 'position', 'number', 'slot', 'place')
      ? (numbers[rest[0]?.norm ?? ''] ?? Number(rest[0]?.norm))
      : undefined)
  if (!end && (number === undefined || Number.isNaN(number))) return undefined
  let container = isWord(token, 'position', 'number', 'slot', 'place') ? rest.slice(1) : rest
  while (container.length > 0 && (nouns.has(container[0]?.norm ?? '') || container[0]?.kind === 'mark'))
    container = container.slice(1)
  if (
    container.length > 8 ||
    container.some(({ kind }) => kind === 'mark' || (kind === 'quote' && container.length > 1))
  )
    return undefined
  return { place: end ? { kind: end } : { kind: 'at', index: (number ?? 1) - 1 }, container, states }
}

function anchored(kind: 'before' | 'after', anchor: Token[], states: boolean): Located | undefined {
  return anchor.length > 0 && anchor.length < 14
    ? { place: { kind, anchor }, container: [], states }
    : undefined
}

/** "one up", "two places down", "one spot higher". */
function stepsIn(tokens: Token[], direction: number | undefined): number | undefined {
  let count = 1
  let sign = direction
  for (const token of tokens) {
    const number = numbers[token.norm] ?? (/^\d$/.test(token.norm) ? Number(token.norm) : undefined)
    if (number !== undefined) count = number
    else if (isWord(token, 'up', 'higher', 'upwards')) sign = -1
    else if (isWord(token, 'down', 'lower', 'downwards')) sign = 1
    else if (
      !isWord(
        token,
        'place',
        'places',
        'spot',
        'spots',
        'section',
        'sections',
        'position',
        'positions',
        'more',
        'step',
        'steps',
        'slot',
        'slots',
        'a',
        'by',
        'notch',
        'row',
        'rows',
        'block',
        'blocks',
        'further',
      )
    )
      return undefined
  }
  return sign === undefined ? undefined : sign * count
}
