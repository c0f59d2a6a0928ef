import { pipeline, type Readable } from 'node:stream'
import { type CsvError, type Parser, parse } from 'csv-parse'
import { characterError } from '../../shared/characters.ts'
import { invalid } from '../../shared/problem.ts'

/** A row of a file: its cells, or why it can't be parsed. The number is the one a spreadsheet shows; the header is 1. */
export type CsvRow = { csvRow: number; cells: string[]; error?: never } | { csvRow: number; error: string }

/** The separator is detected within this many bytes. */
const longestHeader = 64 * 1024
/** A row with all fields at their maximum length takes half of this. */
const longestRow = 1024 * 1024
const separators = [',', ';', '\t', '|']

/** Streams the rows of a CSV file without blank ones: memory does not grow with the file. */
export async function* readCsv(bytes: Readable): AsyncGenerator<CsvRow> {
  const { first, rest } = await takeHead(bytes)
  const unreadable: CsvRow[] = []
  const parser: Parser = parse({
    bom: true,
    delimiter: findSeparator(first),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A stray quote is an ordinary character.
    relax_quotes: true,
    // Skipped inside the parser: emitting ten million blank rows would take half a minute.
    skip_empty_lines: true,
    // The typings declare records as arrays only.
    on_record: (cells) => readRow(cells, countRows(parser)) as never,
    skip_records_with_error: true,
    on_skip: (error) => {
      unreadable.push({ csvRow: countRows(parser) + 1, error: tell(error) })
      return undefined
    },
  })
  pipeline(limitRows(joined(first, rest), parser), parser, () => {})
  yield* parser as AsyncIterable<CsvRow>
  yield* unreadable
}

function readRow(cells: string[], csvRow: number): CsvRow | null {
  if (cells.every((cell) => cell.trim() === '')) return null
  const error = cells.map(characterError).find((found) => found !== undefined)
  return error ? { csvRow, error } : { csvRow, cells }
}

function tell(error: CsvError | undefined) {
  return error?.code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'has an unclosed quote: this row and all rows after it could not be read'
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

/** The most frequent separator in the header row, outside quotes. */
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

function countRows({ info }: Parser): number {
  return info.records + info.empty_lines
}

/**
 * Rejects an overlong row: the parser holds all cells of a row, and a heap that exceeds its limit abruptly would end
 * the process, not only the thread.
 */
async function* limitRows(chunks: AsyncIterable<Buffer>, parser: Parser) {
  let rows = 0
  let size = 0
  for await (const chunk of chunks) {
    size = countRows(parser) === rows ? size + chunk.length : chunk.length
    rows = countRows(parser)
    if (size > longestRow)
      throw invalid('/csvFileId', `has a row longer than 1 MiB, row ${rows + 1}; a quote may not be closed`)
    yield chunk
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>) {
  yield first
  yield* rest
}
