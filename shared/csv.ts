/** A line of a CSV file, by RFC 4180. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Spreadsheets execute cells that begin like a formula, some of them also with full-width signs, and visitors write some of the values: an apostrophe before such
 * a cell makes it text.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
