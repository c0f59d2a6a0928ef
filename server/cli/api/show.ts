import { clean, notice, print, shownTime, table, toJson, wantsJson } from '../output.ts'

const widestCell = 60
const narrowestCell = 12
const isTime = /^\+[1-9]\d{1,14}$/

/** A value of the API in a cell or on a line. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return isTime.test(value) ? shownTime(value) : clean(value)
  return typeof value === 'object' ? clean(JSON.stringify(value)) : String(value)
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/**
 * Shortens the longest cells until a row fits the terminal. The first column, usually an id to copy, is not shortened.
 */
function fit(rows: string[][], heads: string[]): string[][] {
  const width = process.stdout.columns ?? Number.POSITIVE_INFINITY
  for (let most = widestCell; ; most -= 4) {
    const shortened = rows.map((row) => row.map((text, i) => (i === 0 ? text : shorten(text, most))))
    const widths = heads.map((head, i) =>
      Math.max(head.length, ...shortened.map((row) => row[i]?.length ?? 0)),
    )
    const total = widths.reduce((sum, one) => sum + one + 3, -3)
    if (total <= width || most <= narrowestCell) return shortened
  }
}

/** `createdAt` becomes `CREATED AT`. */
function heading(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase()
}

type ShownItem = Record<string, unknown>
type ShownList = { items: unknown[]; hasMore?: boolean; totalCount?: number | null }

export function showItems(items: unknown[], columns: string[]): string {
  if (items.length === 0) return 'Nothing found.'
  const heads = columns.map(heading)
  const rows = items.map((item) => columns.map((name) => shown((item as ShownItem)[name])))
  return table(heads, fit(rows, heads))
}

export function printPage(page: ShownList, columns: string[]) {
  print(page, showItems(page.items, columns))
  if (page.hasMore)
    notice(
      `These are the first ${page.items.length}${page.totalCount ? ` of ${page.totalCount}` : ''}. Add --all to see all.`,
    )
}

/** Prints the items of a list as they arrive, as one JSON object or as a table per hundred items. */
export async function printAll(items: AsyncIterable<unknown>, columns: string[]): Promise<void> {
  let count = 0
  let waiting: unknown[] = []
  if (wantsJson) process.stdout.write('{"items":[')
  for await (const item of items) {
    count++
    if (wantsJson) process.stdout.write(`${count > 1 ? ',' : ''}${toJson(item)}`)
    else if (waiting.push(item) === 1_000) {
      process.stdout.write(`${showItems(waiting, columns)}\n`)
      waiting = []
    }
  }
  if (wantsJson) process.stdout.write(']}\n')
  else if (waiting.length > 0 || count === 0) process.stdout.write(`${showItems(waiting, columns)}\n`)
}

/** Prints the fields of an object, one per line. */
export function printObject(value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return print(value, shown(value))
  const entries = Object.entries(value)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  print(value, entries.map(([name, one]) => `${name.padEnd(width)}  ${shown(one)}`.trimEnd()).join('\n'))
}
