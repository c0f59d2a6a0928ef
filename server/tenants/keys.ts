import { randomBytes } from 'node:crypto'
import { invalid, Problem } from '../../shared/problem.ts'
import { databaseNow } from '../database/clock.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { toMilliseconds } from '../time.ts'
import { hashKey, type Scope } from '../web/auth.ts'
import { countKeys, createKey, findMissingPages, type NewKey } from './keyQueries.ts'

const mostKeys = 100

/** Creates a key of 256 random bits. Only its hash is stored, so the key can't be read again. */
export async function issueKey(
  tx: Tx,
  tenantId: string,
  {
    name,
    scopes,
    ...more
  }: { name: string; scopes: Scope[] } & Pick<NewKey, 'kind' | 'userId' | 'expiresAt' | 'pageIds'>,
) {
  // Serialises creations of a tenant, so that two can't both be the hundredth.
  await lockTenant(tx, tenantId)
  const present = await countKeys(tx, tenantId)
  if (present >= mostKeys) throw new Problem('key_limit', `There are already ${present} API keys.`)
  const [missing] = more.pageIds ? await findMissingPages(tx, tenantId, more.pageIds) : []
  if (missing !== undefined)
    throw invalid(`/pageIds/${more.pageIds?.indexOf(missing)}`, 'must be the id of a page')
  const key = `foyer_${randomBytes(32).toString('base64url')}`
  return {
    ...(await createKey(tx, tenantId, { name, scopes, ...more, hash: hashKey(key), hint: key.slice(-4) })),
    key,
  }
}

/** An expiry that has passed would make a key that never works. */
export function demandFuture(expiresAt: string | undefined): void {
  if (expiresAt !== undefined && toMilliseconds(expiresAt) <= databaseNow())
    throw invalid('/expiresAt', 'must be in the future')
}
