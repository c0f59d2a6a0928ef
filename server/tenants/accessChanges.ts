import type { Tx } from '../database/database.ts'

/** On this channel every node receives the keys whose access has ended or changed. Sessions have the key of their user. */
export const accessChannel = 'access_changed'

/** On commit, makes every node look again at the open windows of a key. */
export function notifyAccess(tx: Tx, tenantId: string, keyId: string): void {
  tx.notify(accessChannel, nameAccess({ tenantId, keyId }))
}

export function nameAccess({ tenantId, keyId }: { tenantId: string; keyId: string }): string {
  return `${tenantId}/${keyId}`
}
