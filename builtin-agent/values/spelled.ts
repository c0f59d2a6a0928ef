const units: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19,
} // biome-ignore format: a table of words
const tens: Record<string, number> = {
  twenty: 20, thirty: 30, forty: 40, fourty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
} // biome-ignore format: a table of words

/** The words that are always numbers, which excludes "one". */
export const numberWords = [...Object.keys(units), ...Object.keys(tens)].filter((word) => word !== 'one')

/** The number that a sequence of words spells. */
export function spelledNumber(words: readonly string[]): number | undefined {
  let total = 0
  let group = 0
  for (const [at, word] of words.entries()) {
    const unit = Object.hasOwn(units, word) ? units[word] : undefined
    const ten = Object.hasOwn(tens, word) ? tens[word] : undefined
    if (unit !== undefined) group += unit
    else if (ten !== undefined) group += ten
    else if (word === 'hundred' && group > 0) group *= 100
    else if (word === 'thousand' && group > 0) {
      total += group * 1000
      group = 0
    } else if (!(word === 'and' && at > 0 && at < words.length - 1)) return undefined
  }
  return words.length > 0 ? total + group : undefined
}

/** A number below a hundred in words of more than one character. */
export function spelled(number: number): string | undefined {
  const nameIn = (table: Record<string, number>, value: number) =>
    Object.entries(table).find(([, each]) => each === value)?.[0]
  if (number < 10 || number > 99) return undefined
  const unit = number % 10
  return (
    nameIn(units, number) ?? nameIn(tens, number) ?? `${nameIn(tens, number - unit)}-${nameIn(units, unit)}`
  )
}

const currency = /^(?:euros?|dollars?|pounds?|percent|bucks|quid)$/
const counted = /^(?:week|day|month|year|step|phase|quarter|level|stage)$/

/** Replaces spelled-out numbers by digits before a unit or after a noun that counts, but not small numbers alone. */
export function inDigits(text: string): string {
  const words = text.toLowerCase().replaceAll('-', ' ').split(/\s+/)
  const unit = words.at(-1) ?? ''
  const amount = currency.test(unit) ? spelledNumber(words.slice(0, -1)) : undefined
  if (amount !== undefined) return `${amount} ${unit}`
  const [first = '', ...rest] = words
  const place = counted.test(first) ? spelledNumber(rest) : undefined
  if (place !== undefined) return `${text.split(/\s+/)[0]} ${place}`
  const number = spelledNumber(words)
  return number !== undefined && number > 12 ? String(number) : text
}
