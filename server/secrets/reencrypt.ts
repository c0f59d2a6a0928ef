import type { Database } from '../database/database.ts'
import { type EncryptedColumn, encryptedColumns, plainBytes } from './encryptedColumns.ts'
import { DecryptionError, type Encryption } from './encryption.ts'

const mostAtOnce = 500

type StoredValue = { ownerId: string; id: string; stored: Buffer }
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
    let rows = await listValues(db, encrypted, { ownerId: '', id: '' })
    while (rows.length > 0) {
      for (const row of rows) await rewrite(encrypted, row)
      rows = await listValues(db, encrypted, rows.at(-1) as StoredValue)
    }
  }
  return report
}

async function listValues(
  { read }: Database,
  { table, owner, id, column }: EncryptedColumn,
  after: { ownerId: string; id: string },
): Promise<StoredValue[]> {
  const [ownerColumn, idColumn, value] = [owner, id, column].map((name) => read.identifier(name))
  return await read<StoredValue[]>`
    -- every tenant: the key is that of the service
    select ${ownerColumn} as owner_id, ${idColumn} as id, ${value} as stored from ${read.identifier(table)}
    where octet_length(${value}) <> ${plainBytes} and (${ownerColumn}, ${idColumn}) > (${after.ownerId}, ${after.id})
    order by ${ownerColumn}, ${idColumn} limit ${mostAtOnce}`
}

/**
 * Re-encrypts one value; false if it was already encrypted with the current key. A value replaced meanwhile is left
 * unchanged.
 */
async function rewriteValue(
  db: Database,
  encryption: Encryption,
  { table, owner, id, column, purpose }: EncryptedColumn,
  row: StoredValue,
): Promise<boolean> {
  const rewritten = await encryption.reencrypt(purpose(row.ownerId), row.stored)
  if (rewritten === undefined) return false
  await db.inTransaction(
    (tx) => tx`
      update ${tx.identifier(table)} set ${tx.identifier(column)} = ${rewritten}
      where ${tx.identifier(owner)} = ${row.ownerId} and ${tx.identifier(id)} = ${row.id}
        and ${tx.identifier(column)} = ${row.stored}`,
  )
  return true
}
