import { memoize } from './memoize.ts'

/** A token of a message. `norm` is the form used for comparison, `text` the original. */
export type Token = {
  kind: 'word' | 'number' | 'quote' | 'color' | 'url' | 'email' | 'phone' | 'mark' | 'reference'
  text: string
  norm: string
  start: number
  end: number
  /** Set where the token is a possessive; `norm` is without the ending. */
  possessive?: true
}

/** Tokens after this limit are ignored. */
const mostTokens = 6000
const longestQuote = 9000

const shapes: [Token['kind'] | 'space', RegExp][] = [
  ['space', /[^\S\n]+/y],
  ['reference', /‹[\w/-]{1,200}›/y],
  ['url', /(?:https?:\/\/|www\.)[^\s"“”«»<>]*[^\s"“”«»<>.,;:!?)'’]/iy],
  ['email', /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/uy],
  ['color', /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![\p{L}\p{N}-])|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)/iuy],
  ['phone', /\+\d[\d ().-]{5,20}\d/y],
  ['url', /(?<=\s|^)(?:\/(?!\/)[\w/-][\w/?=&%#.-]*[\w/]|\/[\w]|#[a-z][\w-]+|mailto:\S+|tel:\S+|action:\w+)/iy],
  ['mark', /\n\s{0,12}(?:[-*•–]|\(?\d{1,2}[.)]|[a-z]\))\s+|\(?\d{1,2}\)\s+|->|=>|-->|→|⇒|➡️?|➜|\n+/iy],
  ['number', /24\/7(?![\d/])|[$€£¥]\s?\d+(?:[.,]\d+)*(?:[%+]|[kKmM](?!\p{L}))?|\d+(?:[.,]\d+)*(?:\s?%|\+|px|(?:st|nd|rd|th)|[kKmM])?(?![\p{L}\p{N}])\+?|\d+(?:[.,]\d+)*(?:\s?[€£¥](?!\d))/uy],
  ['word', /[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}]+)*/uy],
] // biome-ignore format: one shape a line

const closers: Record<string, string> = {
  '"': '"',
  '“': '”"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‘': "’'",
  "'": "'’",
  '`': '`',
  '‚': '‘’',
  '”': '”"',
}
const contracted = new Set('it that what let there here who he she where how'.split(' '))

/** Splits a text into tokens in one pass. */
export function tokenise(message: string): Token[] {
  const tokens: Token[] = []
  const unclosed = new Set<string>()
  let at = 0
  scan: while (at < message.length && tokens.length < mostTokens) {
    const quote = readQuote(message, at, unclosed)
    if (quote) {
      tokens.push(quote)
      at = quote.end
      continue
    }
    for (const [kind, shape] of shapes) {
      shape.lastIndex = at
      const text = shape.exec(message)?.[0]
      if (!text) continue
      if (kind !== 'space') tokens.push(toToken(kind, text, at))
      at += text.length
      continue scan
    }
    const sign = message[at] as string
    const isArrow =
      sign === '>' &&
      message[at - 1] === ' ' &&
      message[at + 1] === ' ' &&
      message.slice(message.lastIndexOf('\n', at) + 1, at).trim() !== ''
    if (/[,.;:!?()=|–—&…/-]/.test(sign)) tokens.push(toToken('mark', sign, at))
    else if (sign === '»' || isArrow) tokens.push(toToken('mark', '→', at))
    else if (/[$€£¥%+]/.test(sign)) tokens.push({ ...toToken('word', sign, at) })
    at++
  }
  return tokens
}

function toToken(kind: Token['kind'], text: string, start: number): Token {
  const token: Token = { kind, text, norm: text.toLowerCase(), start, end: start + text.length }
  if (kind === 'mark') token.norm = markOf(text)
  if (kind !== 'word') return token
  const plain = token.norm.replaceAll('’', "'")
  const owner = /^(.+)'s$/.exec(plain)?.[1]
  if (owner && !contracted.has(owner)) return { ...token, norm: owner, possessive: true }
  return { ...token, norm: plain.replaceAll("'", '') }
}

function markOf(text: string): string {
  if (/^(?:->|=>|-->|→|⇒|➡|➜)/.test(text)) return '→'
  if ((text.startsWith('\n') && text.trim() !== '') || /^\(?\d{1,2}\)\s/.test(text)) return 'bullet'
  if (text.startsWith('\n')) return '\n'
  return text === '—' || text === '–' || text === '-' ? '–' : text
}

/** Reads a text in quotation marks. A single mark opens only at the start of a word, as it may be an apostrophe. */
function readQuote(message: string, start: number, unclosed: Set<string>): Token | undefined {
  const opener = message[start] as string
  const ends = closers[opener]
  if (!ends || unclosed.has(opener)) return undefined
  const single = opener === "'" || opener === '‘' || opener === '‚'
  const before = message[start - 1]
  if (single && before !== undefined && /[\p{L}\p{N}]/u.test(before)) return undefined
  if (opener === '»' && /\s/.test(message[start + 1] ?? ' ')) return undefined
  const limit = Math.min(message.length, start + longestQuote)
  for (let end = start + 1; end < limit; end++) {
    if (!ends.includes(message[end] as string)) continue
    const next = message[end + 1]
    if (single && next !== undefined && /[\p{L}\p{N}]/u.test(next)) continue
    const inner = message.slice(start + 1, end)
    if (inner.trim() === '') return undefined
    return { kind: 'quote', text: inner.trim(), norm: inner.trim().toLowerCase(), start, end: end + 1 }
  }
  unclosed.add(opener)
  return undefined
}

export const isMark = (token: Token | undefined, ...marks: string[]) =>
  token?.kind === 'mark' && marks.includes(token.norm)
export const isWord = (token: Token | undefined, ...words: string[]) =>
  token?.kind === 'word' && words.includes(token.norm)

/** The words of a text, normalised for comparison. */
export const wordsOf: (text: string) => readonly string[] = memoize((text) =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []).map((word) =>
    word.replace(/['’]s$/, '').replace(/['’]/g, ''),
  ),
)

/** A word without its ending, so that forms such as `invoice` and `invoices` compare equal. */
export const stem: (word: string) => string = memoize((word) => {
  if (word.length <= 3) return word
  const base = word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  if (base.length <= 4) return base
  return base
    .replace(/(?:ations?|ation|ments?|ities|ity|ings?|ed|er|ers|ly|es|e|y|al)$/, '')
    .replace(/([bdglmnprt])\1$/, '$1')
})

/** Splits a comma-separated list of names into normalised names. */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().toLowerCase().replace(/\s+/g, ' '))
    .filter((name) => name !== '')
}

/** The longest entry of a table that starts at a token: its length in tokens and its value. */
export function longestPhrase<T>(
  table: ReadonlyMap<string, T>,
  tokens: Token[],
  at: number,
  most = 6,
): { value: T; length: number } | undefined {
  let phrase = ''
  let found: { value: T; length: number } | undefined
  for (let length = 1; length <= most; length++) {
    const token = tokens[at + length - 1]
    if (token?.kind !== 'word' && token?.kind !== 'number') break
    phrase += (length > 1 ? ' ' : '') + token.norm
    const value = table.get(phrase)
    if (value !== undefined) found = { value, length }
  }
  return found
}
