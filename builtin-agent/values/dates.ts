const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const ranks =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const tens: Record<string, number> = { twenty: 20, thirty: 30 }

type Day = { day: number; month: string | undefined }

const monthOf = (word: string) =>
  word.length < 3
    ? undefined
    : months.find((month) => month.toLowerCase().startsWith(word.toLowerCase().replace(/^sept$/i, 'sep')))

function dayOf(words: string): number | undefined {
  const [first = '', second] = words.toLowerCase().split(/[\s-]+/)
  const ten = tens[first]
  const day =
    second !== undefined
      ? ten && ranks.indexOf(second) > -1 && ranks.indexOf(second) < 9
        ? ten + ranks.indexOf(second) + 1
        : undefined
      : ranks.indexOf(first) + 1 || undefined
  return day !== undefined && day >= 1 && day <= 31 ? day : undefined
}

function readDay(text: string): Day | undefined {
  const said = text.trim().replace(/^(?:on )?(?:the )?/i, '')
  const [, before = '', name = ''] = /^(\S+(?:[\s-]\S+)?)\s+(?:of\s+)?(\p{L}+)\.?$/u.exec(said) ?? []
  const [, title = '', after = ''] = /^(\p{L}+)\.?\s+(?:the\s+)?(\S+(?:[\s-]\S+)?)$/u.exec(said) ?? []
  for (const [number, word] of [
    [before, name],
    [after, title],
  ] as const) {
    const [day, month] = [dayOf(number), monthOf(word)]
    if (day && month) return { day, month }
  }
  const day = /^\d+$/.test(said) ? undefined : dayOf(said)
  return day ? { day, month: undefined } : undefined
}

/** Formats a day like another one: in words, with a numeral, before or after the month. */
export function dayLike(said: string, written: string): string | undefined {
  const [, before, first, last, after] =
    /^(?:(\d{1,2})\.?\s+(\p{L}{3,})|(\p{L}{3,})\s+(\d{1,2}))$/u.exec(written.trim()) ?? []
  const old = first ?? last
  const day = (before ?? after) && old && monthOf(old) ? readDay(said) : undefined
  if (!day || !old) return undefined
  const full = day.month ?? monthOf(old) ?? ''
  const month = old.length < 4 && monthOf(old) !== old ? full.slice(0, 3) : full
  return first ? `${day.day} ${month}` : `${month} ${day.day}`
}
