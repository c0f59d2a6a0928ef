import type { Tx } from '../database/database.ts'

/**
 * On this channel every node receives the keys whose access has ended or changed. Sessions use the key of their user.
 */
export const accessChannel = 'access_changed'

/** On commit, makes every node check the open console windows of a key again. */
export function notifyAccess(tx: Tx, tenantId: string, keyId: string): void {
  tx.notify(accessChannel, nameAccess({ tenantId, keyId }))
}

export function nameAccess({ tenantId, keyId }: { tenantId: string; keyId: string }): string {
  return `${tenantId}/${keyId}`
}
