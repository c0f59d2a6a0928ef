import type { Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import { newId } from '../ids.ts'
import type { HashedSecret } from '../secrets/tenantSecret.ts'
import { notifyAccess } from '../tenants/accessChanges.ts'
import { toCaller } from '../tenants/keyQueries.ts'
import type { Caller } from '../web/auth.ts'

/** How the user signed in. */
export type SignInMethod = 'key' | 'code' | 'password' | 'link' | 'passkey' | 'invitation' | 'oidc'

/** In days: idle timeout and maximum lifetime of a session. */
type SessionLimits = { idle: number; most: number }

export type ConsoleSession = Caller & {
  way: SignInMethod
  expiresAt: string
  /** When the user last proved their identity; null for sessions of keys. */
  confirmedAt: string | null
  /** Whether it was last renewed more than an hour ago: a session is written once an hour, not with every request. */
  isDue: boolean
  /** The latest expiry that a renewal can set, in PostgreSQL's format. */
  renewableUntil: string
}

type NewSession = {
  keyId: string
  way: SignInMethod
  userAgent: string
  address: string
  country: string | null
  isConfirmed: boolean
}

export async function createSession(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
  { idle }: SessionLimits,
  { isConfirmed, ...session }: NewSession,
): Promise<{ sessionId: string; expiresAt: string }> {
  const [made] = await tx<{ sessionId: string; expiresAt: string }[]>`
    insert into console_sessions (tenant_id, hash, session_id, key_id, way, user_agent, address, country, expires_at, confirmed_at)
    values (${tenantId}, ${hash}, ${newId('session')}, ${session.keyId}, ${session.way}, ${session.userAgent},
      ${session.address}, ${session.country}, now() + make_interval(days => ${idle}),
      case when ${isConfirmed} then now() end)
    returning session_id, expires_at`
  return made as { sessionId: string; expiresAt: string }
}

/** The session with its key's current scopes; undefined once it has expired or its key was revoked. */
export async function findSession(
  db: Reader,
  { tenantId, hash }: HashedSecret,
  { idle, most }: SessionLimits,
): Promise<ConsoleSession | undefined> {
  const [row] = await db<FoundSession[]>`
    select s.tenant_id, s.key_id, k.scopes, k.kind, k.user_id, k.page_ids, s.session_id, s.way, s.confirmed_at, s.expires_at,
      s.renewed_at < now() - interval '1 hour' as is_due,
      least(now() + make_interval(days => ${idle}), s.created_at + make_interval(days => ${most}))::text as renewable_until
    from console_sessions s join api_keys k on k.tenant_id = s.tenant_id and k.key_id = s.key_id
    where s.tenant_id = ${tenantId} and s.hash = ${hash} and s.expires_at > now() and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
      and s.created_at > now() - make_interval(days => ${most})`
  if (!row) return undefined
  const { way, expiresAt, confirmedAt, isDue, renewableUntil, sessionId } = row
  const caller = toCaller(row)
  const ofPerson = caller.userId === undefined || sessionId === null ? {} : { sessionId }
  return { ...caller, ...ofPerson, way, expiresAt, confirmedAt, isDue, renewableUntil }
}

type FoundSession = Parameters<typeof toCaller>[0] &
  Omit<ConsoleSession, keyof Caller> & { sessionId: string | null }

export async function renewSession(
  tx: Tx,
  { tenantId, hash }: HashedSecret,
  { renewableUntil }: ConsoleSession,
): Promise<string | undefined> {
  const [row] = await tx<{ expiresAt: string }[]>`
    update console_sessions
    set renewed_at = now(), expires_at = ${renewableUntil}
    where tenant_id = ${tenantId} and hash = ${hash} and expires_at > now()
    returning expires_at`
  return row?.expiresAt
}

export async function confirmSession(tx: Tx, { tenantId, hash }: HashedSecret): Promise<void> {
  await tx`update console_sessions set confirmed_at = now() where tenant_id = ${tenantId} and hash = ${hash}`
}

/** Read and written in separate statements, because the tenants may be on different workers of a cluster. */
export async function copySession(
  tx: Tx,
  from: HashedSecret,
  to: HashedSecret,
  keyId: string,
): Promise<string | undefined> {
  const [row] = await tx<Record<string, unknown>[]>`
    select session_id, way, user_agent, address, country, created_at::text, renewed_at::text, seen_at::text,
      expires_at::text, confirmed_at::text
    from console_sessions where tenant_id = ${from.tenantId} and hash = ${from.hash} and expires_at > now()`
  if (!row) return undefined
  const [made] = await tx<{ expiresAt: string }[]>`
    insert into console_sessions ${tx.values({ ...to, keyId, ...row })} returning expires_at`
  return made?.expiresAt
}

/** Returns the caller of the session, unless it has already ended. */
export async function endSession(tx: Tx, { tenantId, hash }: HashedSecret): Promise<Caller | undefined> {
  const [row] = await tx<Parameters<typeof toCaller>[0][]>`
    delete from console_sessions s using api_keys k
    where s.tenant_id = ${tenantId} and s.hash = ${hash} and k.tenant_id = s.tenant_id and k.key_id = s.key_id
    returning s.tenant_id, s.key_id, k.scopes, k.kind, k.user_id, k.page_ids`
  return row && toCaller(row)
}

export async function endSessions(tx: Tx, tenantId: string, sessionIds: string[]): Promise<void> {
  const ended = await tx<{ keyId: string }[]>`
    delete from console_sessions where tenant_id = ${tenantId} and session_id = any(${sessionIds}) returning key_id`
  for (const { keyId } of ended) notifyAccess(tx, tenantId, keyId)
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
  const [key] = await tx<Parameters<typeof toCaller>[0][]>`
    delete from console_codes c using api_keys k
    where c.tenant_id = ${tenantId} and c.hash = ${hash} and c.expires_at > now()
      and k.tenant_id = c.tenant_id and k.key_id = c.key_id and k.revoked_at is null
    returning c.tenant_id, c.key_id, k.scopes, k.kind, k.user_id, k.page_ids`
  return key && toCaller(key)
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
