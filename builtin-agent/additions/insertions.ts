import { nameOf } from '../describe.ts'
import { quoted } from '../label.ts'
import type { Node } from '../nodes.ts'
import { draftOf, setNode } from '../operations/edit.ts'
import type { Outcome } from '../outcome.ts'
import type { OpenPage } from '../page.ts'
import { wordsOf } from '../tokens.ts'
import { fit } from '../values/fit.ts'
import type { Entry } from './content.ts'
import type { Spot } from './spots.ts'

/** Characters by their names. */
const signs: [RegExp, string][] = [
  [/^(?:an? )?exclamation (?:mark|point)$/i, '!'],
  [/^(?:a )?question mark$/i, '?'],
  [/^(?:a )?(?:full stop|period|dot)$/i, '.'],
  [/^(?:a )?colon$/i, ':'],
  [/^(?:an? )?(?:asterisk|little star)$/i, '*'],
  [/^(?:an )?ellipsis$/i, '…'],
]
export const signIn = ({ text, isQuote }: Entry) =>
  isQuote ? undefined : signs.find(([pattern]) => pattern.test(text.trim()))?.[1]

/** Properties that name an object, to which no sentence is appended. */
const isTitle = ({ prop, isItem }: Node) =>
  isItem || /^(?:title|heading|headline|question|label|name|eyebrow|price|role|value|when)$/.test(prop)

/** Inserts words into a text or appends them; undefined if it is unclear how to join them. */
export function insertWords(
  node: Node,
  entry: Entry,
  spot: Spot | undefined,
  page: OpenPage,
): Outcome | undefined {
  const isText = node.kind === 'text' || (node.kind === 'meta' && node.schema.type !== 'array')
  if (!isText || typeof node.value !== 'string') return undefined
  const old = node.value.trimEnd()
  const next = withWords(old, entry, spot, isTitle(node))
  if (next === undefined || next === old) return undefined
  return {
    kind: 'done',
    draft: setNode(draftOf(page), node, fit(next, node.schema)),
    said: `added ${quoted(signIn(entry) ?? entry.text.trim(), 60)} to ${nameOf(node, page)}`,
    focus: [node.key],
  }
}

function withWords(old: string, entry: Entry, spot: Spot | undefined, isShort: boolean): string | undefined {
  const sign = signIn(entry)
  if (sign) return spot && 'anchor' in spot && spot.anchor !== 'it' ? undefined : withSign(old, sign)
  if (spot?.kind === 'before' || (spot?.kind === 'after' && spot.anchor !== 'it')) {
    return besideWords(old, entry, spot)
  }
  return atEnd(old, entry, isShort, spot !== undefined)
}

const withSign = (old: string, sign: string) => `${old.replace(/[.!?…]$/, '')}${sign}`
const beforeStop = (old: string, text: string) => {
  const [, body = old, stop = ''] = /^(.*?)([.!?…]?)$/s.exec(old) ?? []
  return `${body}${joint(text)}${text.replace(/\.$/, '')}${stop}`
}
/** Punctuation follows directly, anything else after a space. */
const joint = (text: string) => (/^[,.;:!?*%]/.test(text) ? '' : ' ')

function atEnd(old: string, entry: Entry, isShort: boolean, isPlaced: boolean): string | undefined {
  const text = entry.text.trim()
  if (/[.!?…]$/.test(old) && !isShort && isSentence(entry))
    return `${old} ${capital(text)}${/[.!?…]$/.test(text) || entry.isQuote ? '' : '.'}`
  const listed = inEnumeration(old, text)
  if (listed) return listed
  if (!/[.!?…]$/.test(old)) return isPlaced ? `${old} ${text}` : undefined
  return isPlaced && !isShort ? beforeStop(old, text) : undefined
}
const capital = (text: string) => text.replace(/^\p{Ll}/u, (sign) => sign.toUpperCase())
const isSentence = ({ text, isQuote }: Entry) => isQuote || /[.!?]$/.test(text) || wordsOf(text).length > 3

/** Extends an enumeration by an element; undefined if the text does not have exactly one. */
function inEnumeration(old: string, text: string): string | undefined {
  const item = String.raw`[^\s,.;:!?]+(?: [^\s,.;:!?]+)`
  const long = new RegExp(
    String.raw`(?<=, ${item}{0,2},?) (and|or) (${item}{0,3}?)(?=[.;!?](?:\s|$)|,\s|$)`,
    'gu',
  )
  const short = /(?<=\p{Lu}[\p{L}\d]+) (and|or) (\p{Lu}[\p{L}\d]+)(?=[.;!?](?:\s|$)|,\s|$)/gu
  const found = [...old.matchAll(long)]
  const [match, ...others] = found.length > 0 ? found : [...old.matchAll(short)]
  if (!match || others.length > 0 || wordsOf(text).length > 5) return undefined
  const [said, joining = '', last = ''] = match
  const before = old.slice(0, match.index).replace(/,$/, '')
  const comma = old[match.index - 1] === ',' ? ',' : ''
  return `${before}, ${last}${comma} ${joining} ${text.replace(/\.$/, '')}${old.slice(match.index + said.length)}`
}

/** Inserts words directly before or after other words of the text. */
function besideWords(
  old: string,
  entry: Entry,
  { kind, anchor }: { kind: 'before' | 'after'; anchor: string },
): string | undefined {
  const said = wordsOf(anchor.replace(/^(?:the )?words?\s+(?=["“'‘])/i, ''))
  const place = placeOf(old, said) ?? placeOf(old, said[0] === 'the' ? said.slice(1) : [])
  if (!place) return undefined
  const text = entry.text.trim()
  const words = old.slice(place.start, place.end)
  const [before, after] = [old.slice(0, place.start), old.slice(place.end)]
  const isPlain = !/^(?:and|or)\b|^[(,–—&-]|[.!?]$/i.test(text)
  const joined = / (and|or) $/.exec(before)
  if (isPlain && joined && wordsOf(text).length < 6) {
    const start = before.slice(0, joined.index).replace(/,$/, '')
    const pair = kind === 'after' ? [words, text] : [text, words]
    return `${start}, ${pair.join(` ${joined[1]} `)}${after}`
  }

  const [stop = ''] = /^[.!?]/.exec(after) ?? []
  if (stop && isSentence(entry) && wordsOf(text).length > 1 && /[.!?]$/.test(text))
    return `${before}${words}${stop} ${capital(text)}${after.slice(1)}`
  return `${before}${words}${joint(text)}${text}${after}`
}

/** The position of words in a text, if they occur once. */
export function placeOf(old: string, words: readonly string[]): { start: number; end: number } | undefined {
  if (words.length === 0 || words.length > 12) return undefined
  const pattern = words
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(String.raw`[^\p{L}\p{N}]+`)
  const found = [...old.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'giu'))]
  const [match, ...others] = found
  return match && others.length === 0 ? { start: match.index, end: match.index + match[0].length } : undefined
}
