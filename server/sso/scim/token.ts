import type { Database, Reader, Tx } from '../../database/database.ts'
import { newSecret, readSecret } from '../../secrets/tenantSecret.ts'
import type { Caller } from '../../web/auth.ts'

type TokenRow = { hint: string; createdAt: string; lastUsedAt: string | null }

export async function findToken(db: Reader, tenantId: string): Promise<TokenRow | undefined> {
  const [row] = await db<TokenRow[]>`
    select hint, created_at, last_used_at from scim_tokens where tenant_id = ${tenantId}`
  return row
}

/** The previous token stops working. */
export async function replaceToken(tx: Tx, tenantId: string): Promise<string> {
  const { secret, hash } = newSecret(tenantId, 32)
  await tx`
    insert into scim_tokens ${tx.values({ tenantId, hash, hint: secret.slice(-4) })}
    on conflict (tenant_id) do update
    set hash = excluded.hash, hint = excluded.hint, created_at = excluded.created_at, last_used_at = null`
  return secret
}

export async function deleteToken(tx: Tx, tenantId: string): Promise<void> {
  await tx`delete from scim_tokens where tenant_id = ${tenantId}`
}

/** The caller of a token. Its last use is written once a minute. */
export async function findProvisioner(db: Database, token: string): Promise<Caller | undefined> {
  const kept = readSecret(token)
  if (!kept) return undefined
  const { tenantId, hash } = kept
  const [row] = await db.read<{ isStale: boolean }[]>`
    select last_used_at is null or last_used_at < now() - interval '1 minute' as is_stale
    from scim_tokens where tenant_id = ${tenantId} and hash = ${hash}`
  if (row?.isStale)
    await db.inTransaction(
      (tx) => tx`
        update scim_tokens set last_used_at = now() where tenant_id = ${tenantId} and hash = ${hash}`,
    )
  return row && { tenantId, keyId: `scim ${tenantId}`, scopes: ['admin'] }
}
