import { randomBytes } from 'node:crypto'
import { Problem } from '../../shared/problem.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { hashKey, type Scope } from '../web/auth.ts'
import { countKeys, createKey } from './queries.ts'

export const mostKeys = 100

/** Creates a key of 256 random bits. Only its hash is stored, so the key can't be read again. */
export async function issueKey(
  tx: Tx,
  tenantId: string,
  { name, scopes }: { name: string; scopes: Scope[] },
) {
  // Serialises creations of a tenant, so that two can't both be the hundredth.
  await lockTenant(tx, tenantId)
  const present = await countKeys(tx, tenantId)
  if (present >= mostKeys) throw new Problem('key_limit', `There are already ${present} API keys.`)
  const key = `foyer_${randomBytes(32).toString('base64url')}`
  return { ...(await createKey(tx, tenantId, { name, scopes, hash: hashKey(key) })), key }
}
