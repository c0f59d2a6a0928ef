import { fontNames } from '../../document/index.ts'
import { isLink } from '../../shared/links.ts'
import { isMark, longestPhrase, namesIn, type Token } from '../tokens.ts'
import { colors, fontWords } from '../words/looks.ts'
import { numbers } from '../words/plain.ts'

const fonts = new Map(
  fontNames.flatMap((font) =>
    [font, ...namesIn(fontWords[font] ?? '')].map((name): [string, string] => [
      name.replaceAll('-', ' '),
      font,
    ]),
  ),
)
const currencies: Record<string, string> = {
  dollar: '$',
  dollars: '$',
  usd: '$',
  bucks: '$',
  euro: '€',
  euros: '€',
  eur: '€',
  pound: '£',
  pounds: '£',
  gbp: '£',
  quid: '£',
}

/** A given text, and whether quotation marks delimit it. */
type TextValue = { text: string; isQuoted: boolean; tokens: Token[] }

/** The original text of tokens. */
export function textOf(tokens: Token[], source: string): TextValue | undefined {
  let list = tokens
  while (list.length > 0 && isMark(list[0], ':', ',', '–', '→', '=', '\n', 'bullet', '.'))
    list = list.slice(1)
  while (list.length > 1 && isMark(list.at(-1), ',', '\n', 'bullet', ';', ':')) list = list.slice(0, -1)
  const [first] = list
  const last = list.at(-1)
  if (!first || !last) return undefined
  if (first.kind === 'quote' && list.slice(1).every((token) => isMark(token, '.', '!', ',')))
    return { text: first.text, isQuoted: true, tokens: list }
  const text = (
    source.slice(first.start, last.end) +
    (/^[.!?]+(?=\s|$)/.exec(source.slice(last.end, last.end + 3))?.[0] ?? '')
  ).trim()
  return text === '' ? undefined : { text, isQuoted: false, tokens: list }
}

/** A colour by name, hex or rgb, with its length in tokens. */
export function colorAt(
  tokens: Token[],
  at: number,
): { color: string; name: string; length: number } | undefined {
  const token = tokens[at]
  if (token?.kind === 'color') {
    const color = toHex(token.norm)
    return color ? { color, name: color, length: 1 } : undefined
  }
  const found = longestPhrase(colors, tokens, at, 3)
  return (
    found && {
      color: found.value,
      name: tokens
        .slice(at, at + found.length)
        .map(({ norm }) => norm)
        .join(' '),
      length: found.length,
    }
  )
}

function toHex(text: string): string | undefined {
  if (text.startsWith('#'))
    return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text
  const parts = text.match(/\d+/g)?.map(Number) ?? []
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

export function fontAt(tokens: Token[], at: number): { font: string; length: number } | undefined {
  const token = tokens[at]
  if (token?.kind === 'quote') {
    const font = fonts.get(token.norm)
    return font ? { font, length: 1 } : undefined
  }
  const found = longestPhrase(fonts, tokens, at, 3)
  return found && { font: found.value, length: found.length }
}

/** A whole number in digits, in words or with a unit. */
export function numberAt(token: Token | undefined): number | undefined {
  if (!token) return undefined
  if (token.kind === 'word') return numbers[token.norm]
  if (token.kind !== 'number') return undefined
  const digits = /^\d+/.exec(token.norm.replaceAll(',', ''))?.[0]
  return digits ? Number(digits) : undefined
}

/** A link from an address, an e-mail address, a phone number or an anchor; undefined for other tokens. */
export function linkOf(token: Token | undefined): string | undefined {
  if (!token) return undefined
  const { text, kind } = token
  if (kind === 'email') return `mailto:${text}`
  if (kind === 'phone') return `tel:${text.replace(/[^\d+]/g, '')}`
  if (kind === 'url' || kind === 'quote') {
    const link = text.replace(/^http:/i, 'https:')
    return isLink(link) ? link : undefined
  }
  return undefined
}

/** A price in the format of the one that it replaces, including its currency. */
export function priceOf(tokens: Token[], old: string | undefined): string | undefined {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  const [first, second] = words
  if (first?.kind !== 'number' || /%|px|st$|nd$|rd$|th$/.test(first.norm)) return undefined
  const sign = currencies[second?.norm ?? '']
  if (words.length > (sign ? 2 : 1)) return undefined
  if (/[$€£¥]/.test(first.text)) return styled(first.text, old)
  const own = sign ?? /[$€£¥]/.exec(old ?? '')?.[0]
  return own ? styled(`${own}${first.text}`, old) : undefined
}

function styled(price: string, old = ''): string {
  const amount = price.replace(/^([$€£¥])\s?/, /^[$€£¥]\s/.test(old) ? '$1 ' : '$1')
  return amount
}
