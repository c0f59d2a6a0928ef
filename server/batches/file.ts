import { invalid } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { listFields } from '../fields/queries.ts'
import { findFile } from '../files/queries.ts'
import { type RowInput, readCsvRows } from './csvReader.ts'
import { type ColumnMapping, mostRows } from './schema.ts'

export type CsvFile = { columns: ColumnMapping; rows: RowInput[] }

/** Parses a file into rows, and returns how its columns were interpreted. */
export async function readCsvFile(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  tenantId: string,
  fileId: string,
  given: ColumnMapping | undefined,
  isImport = false,
): Promise<CsvFile> {
  const file = await findFile(db.read, tenantId, fileId)
  if (!file) throw invalid('/csvFileId', 'does not match a file')
  if (file.mediaType !== 'text/csv') throw invalid('/csvFileId', 'must be a CSV file')
  const fields = await listFields(db.read, tenantId)
  const bytes = await storage.read({ tenantId, fileId, variant: 'original' })
  if (!bytes) throw invalid('/csvFileId', 'does not match a file')
  const rows: RowInput[] = []
  const columns = await readCsvRows(bytes, { columns: given, fields, isImport }, async (more) => {
    rows.push(...more)
    demandFew(rows)
  })
  return { columns, rows }
}

export function demandFew(rows: RowInput[]): void {
  if (rows.length > mostRows)
    throw invalid('', `must not have more than ${mostRows.toLocaleString('en')} rows; use several batches`)
}
