import type { NamedEvent } from '../audit/words.ts'
import { type AuditDetails, recordEvent } from '../audit/write.ts'
import { openDatabase, type Tx } from '../database/database.ts'

const longestCommand = 300

/** Records a command that changes a tenant, with its command line. */
export function recordCommand(
  tx: Tx,
  tenantId: string,
  action: NamedEvent | 'createApiKey' | 'revokeApiKey' | 'setAgentSettings',
  objectId: string,
  details: AuditDetails = {},
): void {
  const command = `foyer ${process.argv.slice(2).join(' ')}`.slice(0, longestCommand)
  const actor = { kind: 'system' as const, id: null, keyId: null }
  recordEvent(tx, tenantId, action, { actor, way: 'cli', objectId, details: { ...details, command } })
}

/** Records a command that has no transaction of its own as the service. */
export async function recordFinishedCommand(
  url: string,
  tenantId: string,
  action: 'tenant.exported' | 'tenant.imported',
): Promise<void> {
  const db = openDatabase({ url, asService: true, poolSize: 1 })
  await db
    .inTransaction(async (tx) => recordCommand(tx, tenantId, action, tenantId))
    .finally(() => db.close())
}
