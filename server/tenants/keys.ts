import { randomBytes } from 'node:crypto'
import type { Tx } from '../db.ts'
import { hashKey, type Scope } from '../http/auth.ts'
import { createKey } from './queries.ts'

/** Makes a key of 256 random bits. Only its hash is stored: what is returned here can't be had again. */
export async function issueKey(
  tx: Tx,
  tenantId: string,
  { name, scopes }: { name: string; scopes: Scope[] },
) {
  const key = `foyer_${randomBytes(32).toString('base64url')}`
  return { ...(await createKey(tx, tenantId, { name, scopes, hash: hashKey(key) })), key }
}
