import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import type { Caller } from '../web/auth.ts'
import type { HashedSecret } from './secret.ts'

/** Idle timeout and maximum lifetime of a session. */
const idle = '30 days'
const longest = '90 days'

export type Session = Caller & {
  expiresAt: string
  /** Whether it was last renewed more than an hour ago: a session is written once an hour, not once a request. */
  isDue: boolean
  /** The latest time that a renewal can extend it to, as PostgreSQL writes it. */
  renewableUntil: string
}

export async function createSession(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
  keyId: string,
): Promise<string> {
  const [row] = await tx<{ expiresAt: string }[]>`
    insert into console_sessions (tenant_id, hash, key_id, expires_at)
    values (${tenantId}, ${hash}, ${keyId}, now() + ${idle}::interval)
    returning expires_at`
  return row?.expiresAt as string
}

/** The session with its key's current scopes; undefined once it has expired or its key was revoked. */
export async function findSession(
  db: Reader,
  { tenantId, hash }: HashedSecret,
): Promise<Session | undefined> {
  const [session] = await db<Session[]>`
    select s.tenant_id, s.key_id, k.scopes, s.expires_at, s.renewed_at < now() - interval '1 hour' as is_due,
      least(now() + ${idle}::interval, s.created_at + ${longest}::interval)::text as renewable_until
    from console_sessions s join api_keys k on k.tenant_id = s.tenant_id and k.key_id = s.key_id
    where s.tenant_id = ${tenantId} and s.hash = ${hash} and s.expires_at > now() and k.revoked_at is null`
  return session
}

export async function renewSession(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
  { renewableUntil }: Session,
): Promise<string | undefined> {
  const [row] = await tx<{ expiresAt: string }[]>`
    update console_sessions
    set renewed_at = now(), expires_at = ${renewableUntil}
    where tenant_id = ${tenantId} and hash = ${hash} and expires_at > now()
    returning expires_at`
  return row?.expiresAt
}

/** Returns the key of the session, unless it has ended already. */
export async function endSession(tx: Tx, { tenantId, hash }: HashedSecret): Promise<string | undefined> {
  const [row] = await tx<{ keyId: string }[]>`
    delete from console_sessions where tenant_id = ${tenantId} and hash = ${hash} returning key_id`
  return row?.keyId
}

export async function createCode(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
  keyId: string,
  minutes: number,
): Promise<void> {
  await tx`
    insert into console_codes (tenant_id, hash, key_id, expires_at)
    values (${tenantId}, ${hash}, ${keyId}, now() + make_interval(mins => ${minutes}))`
}

/** Consumes a code and returns the caller it signs in. A second request finds nothing. */
export async function spendCode(tx: Tx, { tenantId, hash }: HashedSecret): Promise<Caller | undefined> {
  const [caller] = await tx<Caller[]>`
    delete from console_codes c using api_keys k
    where c.tenant_id = ${tenantId} and c.hash = ${hash} and c.expires_at > now()
      and k.tenant_id = c.tenant_id and k.key_id = c.key_id and k.revoked_at is null
    returning c.tenant_id, c.key_id, k.scopes`
  return caller
}

/** Deletes expired sessions and codes. */
export async function forgetOldSessions(tx: Tx, tenants?: Included): Promise<void> {
  await tx`
    -- every tenant: upkeep
    delete from console_sessions where ${isIncluded(tx, tenants)} and expires_at < now()`
  await tx`
    -- every tenant: upkeep
    delete from console_codes where ${isIncluded(tx, tenants)} and expires_at < now()`
}

export async function storeAddress(tx: Tx, url: string): Promise<void> {
  await tx`
    insert into service_address (url) values (${url})
    on conflict (is_only) do update set url = excluded.url`
}

/** The service's URL as recorded at its last start. */
export async function findAddress(db: Reader): Promise<string | undefined> {
  const [row] = await db<{ url: string }[]>`select url from service_address`
  return row?.url
}
