import { unmarked } from '../marks.ts'

/** A figure in parts: `€2.3m` is before `€`, digits `2.3`, after `m`. */
export type Figure = { before: string; digits: string; after: string; value: number }

const shape = /^([^\p{L}\p{N}\s]{0,3}\s?|[A-Z]{0,3}\s?)(\d[\d.,\u00a0\u202f’' ]*\d|\d)\s?(.{0,16})$/u

/** Parses a figure; undefined if the text does not begin with a number. */
export function readFigure(text: string): Figure | undefined {
  const match = shape.exec(unmarked(text).trim())
  if (!match) return undefined
  const [, before = '', digits = '', after = ''] = match
  const value = toNumber(digits)
  return Number.isFinite(value) ? { before, digits, after, value } : undefined
}

/** Parses `1,234.5`, `1.234,5`, `1 234` and `2,5`: a last separator not followed by three digits is the decimal point. */
function toNumber(digits: string): number {
  const plain = digits.replace(/[\s\u00a0\u202f’']/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return Number(plain)
  const isGrouped = plain.length - last - 1 === 3 && !/^0/.test(plain)
  const whole = plain.slice(0, last).replace(/[.,]/g, '')
  return isGrouped ? Number(whole + plain.slice(last + 1)) : Number(`${whole}.${plain.slice(last + 1)}`)
}

/** Whether two figures have the same unit, so that they can be compared. */
export function isSameUnit(a: Figure, b: Figure): boolean {
  const unit = ({ before, after }: Figure) => `${before.trim()}|${after.trim().toLowerCase()}`
  return unit(a) === unit(b) || (b.before === '' && b.after === '') || (a.before === '' && a.after === '')
}
