import type { Database } from '../database/database.ts'
import { encryptedColumns, plainBytes } from './encryptedColumns.ts'
import { DecryptionError, type Encryption } from './encryption.ts'

const mostAtOnce = 500

type StoredValue = { tenantId: string; id: string; stored: Buffer }
export type ReencryptReport = { rewritten: number; unreadable: number }

/**
 * Re-encrypts all values of previous keys with the current one. Each is committed separately, so it can be interrupted
 * and repeated, and the service can run meanwhile.
 */
export async function reencryptSecrets(db: Database, encryption: Encryption): Promise<ReencryptReport> {
  const report = { rewritten: 0, unreadable: 0 }
  const rewrite = async (encrypted: EncryptedColumn, row: StoredValue) => {
    try {
      if (await rewriteValue(db, encryption, encrypted, row)) report.rewritten++
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      report.unreadable++
    }
  }
  for (const encrypted of encryptedColumns) {
    let rows = await listValues(db, encrypted, { tenantId: '', id: '' })
    while (rows.length > 0) {
      for (const row of rows) await rewrite(encrypted, row)
      rows = await listValues(db, encrypted, rows.at(-1) as StoredValue)
    }
  }
  return report
}

type EncryptedColumn = (typeof encryptedColumns)[number]

async function listValues(
  { read }: Database,
  { table, id, column }: EncryptedColumn,
  after: { tenantId: string; id: string },
): Promise<StoredValue[]> {
  const [idColumn, value] = [read.identifier(id), read.identifier(column)]
  return await read<StoredValue[]>`
    -- every tenant: the key is that of the service
    select tenant_id, ${idColumn} as id, ${value} as stored from ${read.identifier(table)}
    where octet_length(${value}) <> ${plainBytes} and (tenant_id, ${idColumn}) > (${after.tenantId}, ${after.id})
    order by tenant_id, ${idColumn} limit ${mostAtOnce}`
}

/** False if the current key encrypted the value. A value replaced meanwhile is left unchanged. */
async function rewriteValue(
  db: Database,
  encryption: Encryption,
  { table, id, column, purpose }: EncryptedColumn,
  row: StoredValue,
): Promise<boolean> {
  const rewritten = await encryption.reencrypt(purpose(row.tenantId), row.stored)
  if (rewritten === undefined) return false
  await db.inTransaction(
    (tx) => tx`
      update ${tx.identifier(table)} set ${tx.identifier(column)} = ${rewritten}
      where tenant_id = ${row.tenantId} and ${tx.identifier(id)} = ${row.id}
        and ${tx.identifier(column)} = ${row.stored}`,
  )
  return true
}
