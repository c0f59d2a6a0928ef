import { csvLine } from '../../shared/csv.ts'
import type { Reader } from '../database/database.ts'
import { listFields } from '../fields/queries.ts'
import { timestampPattern } from '../time.ts'
import { byteOrderMark } from '../web/send.ts'
import { type ExportFilters, type ExportTable, fieldColumn } from './tables.ts'

const chunk = 1_000

/** Streams a whole table as CSV, reading a thousand rows at a time. */
export async function* exportTable<K>(
  db: Reader,
  tenantId: string,
  { columns: fixed, fieldsOf, read }: ExportTable<K>,
  filters: ExportFilters,
): AsyncGenerator<string> {
  const fields = fieldsOf ? await listFields(db, tenantId, fieldsOf) : []
  const columns = [...fixed, ...fields.map(({ key }) => fieldColumn(key))]
  yield byteOrderMark + csvLine(columns)
  let after: K | undefined
  do {
    const { rows, next } = await read(db, tenantId, filters, after, chunk)
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map((name) => toCell(row[name])))).join('')
    after = next
  } while (after !== undefined)
}

const timestamp = new RegExp(timestampPattern)

/** Times in the format of spreadsheets. */
function toCell(value: string | number | boolean | null | undefined): string | number | null {
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'string' && timestamp.test(value) && value.length >= 13)
    return new Date(Number(value)).toISOString()
  return value ?? null
}

type CsvCell = string | number | boolean | null | undefined

/** CSV of rows already in memory. */
export function toCsv(columns: readonly string[], rows: readonly Record<string, CsvCell>[]): string {
  const lines = rows.map((row) => csvLine(columns.map((name) => toCell(row[name]))))
  return byteOrderMark + csvLine([...columns]) + lines.join('')
}
