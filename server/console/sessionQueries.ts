import type { Reader, Tx } from '../database/database.ts'
import { listMembershipsOf } from '../members/queries.ts'
import { notifyAccess } from '../tenants/accessChanges.ts'
import type { SignInMethod } from './queries.ts'

type ListedSession = {
  sessionId: string
  tenantId: string
  way: SignInMethod
  userAgent: string | null
  address: string | null
  country: string | null
  createdAt: string
  seenAt: string
}

/** The sessions of a user in all tenants, one tenant at a time. */
export async function listSessionsOf(db: Reader, userId: string): Promise<ListedSession[]> {
  const memberships = await listMembershipsOf(db, userId)
  const lists = await Promise.all(
    memberships.map(
      ({ tenantId, keyId }) => db<ListedSession[]>`
        select session_id, tenant_id, way, user_agent, address, country, created_at,
          coalesce(seen_at, renewed_at) as seen_at
        from console_sessions
        where tenant_id = ${tenantId} and key_id = ${keyId} and expires_at > now() and session_id is not null`,
    ),
  )
  return lists.flat().sort((a, b) => Number(b.seenAt) - Number(a.seenAt))
}

/** Ends one session of a user; false if there is none. */
export async function endSessionOf(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  for (const { tenantId, keyId } of await listMembershipsOf(tx, userId)) {
    const [gone] = await tx`
      delete from console_sessions
      where tenant_id = ${tenantId} and key_id = ${keyId} and session_id = ${sessionId} returning session_id`
    if (!gone) continue
    notifyAccess(tx, tenantId, keyId)
    return true
  }
  return false
}

export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await endOtherSessions(tx, userId, undefined)
}

/** Ends the sessions of a user except one. */
export async function endOtherSessions(tx: Tx, userId: string, sessionId: string | undefined): Promise<void> {
  for (const { tenantId, keyId } of await listMembershipsOf(tx, userId)) {
    await tx`
      delete from console_sessions
      where tenant_id = ${tenantId} and key_id = ${keyId} and session_id is distinct from ${sessionId ?? null}`
    notifyAccess(tx, tenantId, keyId)
  }
}
