const separators = [',', ';', '\t', '|']

/** The most frequent separator in the header row outside quotes, as in the service. */
export function findSeparator(text: string): string {
  let isQuoted = false
  const counts = new Map(separators.map((separator) => [separator, 0]))
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '\n' || sign === '\r') break
    const seen = counts.get(sign)
    if (seen !== undefined) counts.set(sign, seen + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
