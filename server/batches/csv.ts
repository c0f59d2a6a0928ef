import { pipeline, type Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { invalid } from '../http/problem.ts'

/** A row of a file: its cells, or why it can't be read. The number is the one a spreadsheet shows; the header has 1. */
export type CsvRow = { csvRow: number; cells: string[]; error?: never } | { csvRow: number; error: string }

/** As much as a separator is guessed from. */
const longestHeader = 64 * 1024
const separators = [',', ';', '\t', '|']

/** The rows of a CSV file as they come, blank ones left out: memory does not grow with the file. */
export async function* readCsv(bytes: Readable): AsyncGenerator<CsvRow> {
  const { first, rest } = await takeHead(bytes)
  const unreadable: CsvRow[] = []
  let csvRow = 0
  const parser = parse({
    bom: true,
    delimiter: findSeparator(first),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A stray quote is a character like any other.
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      unreadable.push({ csvRow: Number(error?.records ?? csvRow) + 1, error: tell(error) })
      return undefined
    },
  })
  pipeline(joined(first, rest), parser, () => {})
  for await (const cells of parser as AsyncIterable<string[]>) {
    csvRow++
    if (cells.some((cell) => cell.trim() !== '')) yield { csvRow, cells }
  }
  yield* unreadable
}

function tell(error: CsvError | undefined) {
  return error?.code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'opens a quote that is never closed: this row and all after it could not be read'
    : 'could not be read'
}

async function takeHead(bytes: Readable): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> }> {
  const rest = bytes[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const chunks: Buffer[] = []
  for (let size = 0; size < longestHeader; ) {
    const { value, done } = await rest.next()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  if (chunks.length === 0) throw invalid('/csvFileId', 'is an empty file')
  return { first: Buffer.concat(chunks), rest }
}

/** The separator that stands most often in the header row, outside quotes. */
export function findSeparator(head: Buffer): string {
  let isQuoted = false
  const counts = new Map(separators.map((separator) => [separator, 0]))
  for (const sign of head.toString()) {
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (sign === '\n' || sign === '\r') break
    const seen = counts.get(sign)
    if (seen !== undefined) counts.set(sign, seen + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>) {
  yield first
  yield* rest
}
