import { numberWords, spelledNumber } from '../../../builtin-agent/values/spelled.ts'

/** A number in a text, with its possible values: `12k` is 12 and 12000. */
export type WrittenFigure = { text: string; values: string[]; isPercent: boolean; isMoney: boolean }

const currencies = new Set(Intl.supportedValuesOf('currency'))
/**
 * Digits with a decimal point or groups. A digit inside a word (`B2B`, `S3`, `GPT-4`, `5G`) is part of a name. No part
 * of the pattern can backtrack far.
 */
const shape =
  /(?<![\p{L}\p{N}]|\p{L}-)(\d+(?:[.,'’]\d+|[ \u00a0\u202f]\d{3}(?!\d))*)(?:(k|K|m|M|bn|mio|Mio)(?!\p{L}))?(?![\p{Lu}])/gu
const percent = /^[\s-]?(?:%|p(?:e|o|ou)r ?cent|pro[zc]ent|por cien|proc)/i
const moneyAfter = /^\s?(?:\p{Sc}|euros?\b|dollars?\b|pounds?\b|([A-Z]{3})\b)/u
const moneyBefore = /(?:\p{Sc}|\b([A-Z]{3}))\s?$/u
const scales: Record<string, number> = { k: 1e3, m: 1e6, bn: 1e9, mio: 1e6 }

export function figuresIn(text: string): WrittenFigure[] {
  return [...text.matchAll(shape)].flatMap((match) => {
    const [whole, digits = '', scale = ''] = match
    const before = text.slice(Math.max(0, match.index - 5), match.index)
    const after = text.slice(match.index + whole.length, match.index + whole.length + 14)
    const isMoney = isCurrency(moneyBefore.exec(before)) || isCurrency(moneyAfter.exec(after))
    const isPercent = percent.test(after)
    const factor = scales[scale.toLowerCase()]
    return numbersOf(digits).map((value) => ({
      text: whole + (/^\s?%/.exec(after)?.[0] ?? ''),
      values: [String(value), ...(factor ? [String(value * factor)] : [])],
      isPercent,
      isMoney,
    }))
  })
}

/** The values in a text, written in digits or in English words. */
export function valuesIn(text: string): Set<string> {
  const spelled = (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => words.has(word))
  return new Set([
    ...figuresIn(text).flatMap(({ values }) => values),
    ...spelled.map((word) => String(spelledNumber([word]))),
  ])
}
const words = new Set([...numberWords, 'one'])

export function isAmong({ values }: WrittenFigure, known: ReadonlySet<string>): boolean {
  return values.some((value) => known.has(value))
}

function isCurrency(match: RegExpExecArray | null): boolean {
  return match !== null && (match[1] === undefined || currencies.has(match[1]))
}

/** `1,234.5`, `1.234,5`, `1 234` and `2,5` as numbers; `14.03.2026` and `1.2.3` are several. */
function numbersOf(digits: string): number[] {
  const marks = digits.replace(/\d/g, '')
  const groups = digits.split(/\D/)
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && !digits.startsWith('0')
  if (marks === '') return [Number(digits)]
  if (isGrouped && new Set(marks).size === 1) return [Number(groups.join(''))]
  const point = marks.at(-1) ?? ''
  const whole = groups.slice(0, -1)
  const isDecimal = !marks.slice(0, -1).includes(point) && whole.slice(1).every((group) => group.length === 3)
  return isDecimal ? [Number(`${whole.join('')}.${groups.at(-1)}`)] : groups.map(Number)
}
