import type { Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import type { PageLinkGate } from './gateSchema.ts'
import type { LockedLink } from './queries.ts'

/** A gate as the site checks it. */
export type StoredGate = {
  path: string
  pageId: string
  passwordHash: string | null
  allowedEmails: string[] | null
  expiresAt: string | null
  visitLimit: number | null
  visits: number
  revision: number
}

export async function findGate(
  db: Reader,
  tenantId: string,
  pageLinkId: string,
): Promise<StoredGate | undefined> {
  const [gate] = await db<StoredGate[]>`
    select l.path, l.page_id, g.password_hash, g.allowed_emails, g.expires_at, g.visit_limit, g.visits, g.revision
    from page_link_gates g
      join page_links l on l.tenant_id = ${tenantId} and l.page_link_id = g.page_link_id and l.deleted_at is null
    where g.tenant_id = ${tenantId} and g.page_link_id = ${pageLinkId}`
  return gate
}

export function presentGate(
  pageLinkId: string,
  gate: Omit<StoredGate, 'path' | 'pageId'> | undefined,
  canSendEmail: boolean,
): PageLinkGate {
  return {
    pageLinkId,
    hasPassword: gate?.passwordHash != null,
    allowedEmails: gate?.allowedEmails ?? null,
    canSendEmail,
    expiresAt: gate?.expiresAt ?? null,
    visitLimit: gate?.visitLimit ?? null,
    visitCount: gate?.visits ?? 0,
  }
}

export type GateValues = {
  passwordHash: string | null
  allowedEmails: string[] | null
  expiresAtMs: number | null
  visitLimit: number | null
}

/** Stores a gate. Resets the visit count and the wrong codes, and invalidates issued passes and codes. */
export async function saveGate(
  tx: Tx,
  tenantId: string,
  { link: { pageLinkId, path }, pageId }: LockedLink,
  { expiresAtMs, ...values }: GateValues,
): Promise<StoredGate> {
  const expiresAt = expiresAtMs === null ? null : new Date(expiresAtMs).toISOString()
  const [gate] = await tx<StoredGate[]>`
    insert into page_link_gates as g ${tx.values({ tenantId, pageLinkId, ...values, expiresAt })}
    on conflict (tenant_id, page_link_id) do update set password_hash = excluded.password_hash,
      allowed_emails = excluded.allowed_emails,
      expires_at = excluded.expires_at, visit_limit = excluded.visit_limit, visits = 0, revision = g.revision + 1
    returning password_hash, allowed_emails, expires_at, visit_limit, visits, revision`
  for (const table of [tx`gate_codes`, tx`gate_wrong_codes`])
    await tx`delete from ${table} where tenant_id = ${tenantId} and page_link_id = ${pageLinkId}`
  notifySite(tx, tenantId, pageId)
  return { ...(gate as StoredGate), path, pageId }
}

/** Counts a visit through a gate; false if the limit is reached. */
export async function takeVisit(
  tx: Tx,
  tenantId: string,
  pageLinkId: string,
  { pageId, revision }: StoredGate,
): Promise<boolean> {
  const [taken] = await tx<{ isLast: boolean | null }[]>`
    update page_link_gates set visits = visits + 1
    where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and revision = ${revision}
      and (visit_limit is null or visits < visit_limit)
    returning visits >= visit_limit as is_last`
  if (taken?.isLast) notifySite(tx, tenantId, pageId)
  return taken !== undefined
}
