/** A word, quoted text, address or sign of a message, with where it stands. `norm` is what patterns go by. */
export type Token = {
  kind: 'word' | 'quote' | 'hex' | 'link' | 'mark'
  /** As written; without the marks for a quote. */
  text: string
  norm: string
  start: number
  end: number
}

/** Opening marks and what closes them. */
const quotes: Record<string, string> = {
  '“': '”"“',
  '"': '"”“',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‘': "’'",
  '`': '`´',
  "'": "'’",
  '‹': '›',
}
const single = new Set(["'", '‘'])

const link =
  /(?:https?:\/\/|mailto:|tel:|action:)[^\s“”"«»<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\/[a-z][\w/.-]*/iy
const hex = /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])/iy
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*(?:['’][\p{L}]+)?/uy
const contractions = new Set(['it', 'let', 'that', 'what', 'there', 'here', 'he', 'she', 'who'])

/** Takes a message apart. Linear in its length: a mark that nothing closes is looked for once. */
export function tokenise(message: string): Token[] {
  const tokens: Token[] = []
  const unclosed = new Set<string>()
  let at = 0
  while (at < message.length) {
    const token = readToken(message, at, unclosed)
    if (token) tokens.push(token)
    at = token ? token.end : at + 1
  }
  return tokens
}

function readToken(message: string, at: number, unclosed: Set<string>): Token | undefined {
  const sign = message[at] as string
  if (sign === '\n') return token('mark', '\n', at, at + 1)
  if (/\s/.test(sign)) return undefined
  const quote =
    Object.hasOwn(quotes, sign) && !unclosed.has(sign) ? readQuote(message, at, unclosed) : undefined
  if (quote) return quote
  const startsWord = at === 0 || /[\s([{,;:“"«]/.test(message[at - 1] ?? '')
  if (startsWord) {
    const found = matchAt(link, message, at)
    const address = found?.replace(/[.,;:!?)]+$/, '')
    if (address && address.length > 1) return token('link', address, at, at + address.length)
  }
  const color = sign === '#' ? matchAt(hex, message, at) : undefined
  if (color) return token('hex', color, at, at + color.length)
  const letters = matchAt(word, message, at)
  if (letters) return token('word', letters, at, at + letters.length)
  if (sign === '&') return token('word', sign, at, at + 1)
  return token('mark', sign, at, at + 1)
}

function readQuote(message: string, at: number, unclosed: Set<string>): Token | undefined {
  const open = message[at] as string
  if (single.has(open) && at > 0 && /[\p{L}\p{N}]/u.test(message[at - 1] ?? '')) return undefined
  const close = quotes[open] ?? ''
  for (let end = at + 1; end < message.length; end++) {
    if (!close.includes(message[end] as string)) continue
    // An apostrophe inside a word closes nothing.
    if (single.has(open) && /[\p{L}\p{N}]/u.test(message[end + 1] ?? '')) continue
    const inside = message.slice(at + 1, end)
    return inside.trim() === ''
      ? undefined
      : { kind: 'quote', text: inside, norm: '', start: at, end: end + 1 }
  }
  unclosed.add(open)
  return undefined
}

function token(kind: Token['kind'], text: string, start: number, end: number): Token {
  return { kind, text, norm: kind === 'word' ? normal(text) : text.toLowerCase(), start, end }
}

/** `Hero’s` is hero, `don’t` is dont, `let’s` is lets. */
function normal(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'")
  if (lower === '&') return 'and'
  const [stem = '', ending] = lower.split("'")
  return ending === 's' && !contractions.has(stem) ? stem : stem + (ending ?? '')
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** What was written from one token up to another: the inside of a quote that stands alone, or else the words themselves. */
export function wordsOf(message: string, tokens: Token[], start: number, end: number) {
  let last = end
  while (last > start + 1 && /^[.,;:]$/.test(tokens[last - 1]?.text ?? '')) last--
  const first = tokens[start]
  const only = last > start + 1 && /^[!?]$/.test(tokens[last - 1]?.text ?? '') ? last - 1 : last
  if (first?.kind === 'quote' && only === start + 1) return { text: first.text.trim(), quoted: true }
  return { text: message.slice(first?.start ?? 0, tokens[last - 1]?.end ?? 0).trim(), quoted: false }
}
