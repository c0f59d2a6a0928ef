import { randomInt } from 'node:crypto'
import type { Database, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import type { Sign } from '../secrets/secrets.ts'

export const codeMinutes = 10
const mostTries = 5
/** Codes that one address can request at one link within `codeMinutes`. */
const mostSends = 3

/** An address that was entered at a link. Only its keyed hash is stored. */
export type CodeRequest = { tenantId: string; pageLinkId: string; emailHash: string }

export function codeRequest(sign: Sign, tenantId: string, pageLinkId: string, email: string): CodeRequest {
  const emailHash = sign('gate email', [tenantId, pageLinkId, email.toLowerCase()].join(' '))
  return { tenantId, pageLinkId, emailHash }
}

/** Whether a gate lets an address in: it is listed, or its domain is. */
export function isAllowed(allowedEmails: string[], email: string): boolean {
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return allowedEmails.some((entry) => entry === address || entry === domain)
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

function codeText({ tenantId, pageLinkId, emailHash }: CodeRequest, code: string): string {
  return [tenantId, pageLinkId, emailHash, code].join(' ')
}

/** Counts a request for a code; false when the address has requested too many. */
export async function countRequest(tx: Tx, request: CodeRequest): Promise<boolean> {
  const isOld = tx`excluded.sends_since - c.sends_since > ${codeMinutes} * interval '1 minute'`
  const [row] = await tx`
    insert into gate_codes as c ${tx.values(request)}
    on conflict (tenant_id, page_link_id, email_hash) do update set
      sends = case when ${isOld} then 1 else c.sends + 1 end,
      sends_since = case when ${isOld} then excluded.sends_since else c.sends_since end
    where c.sends < ${mostSends} or ${isOld}
    returning sends`
  return row !== undefined
}

/** Replaces the code of an address; false when the gate was changed since the request. */
export async function storeCode(tx: Tx, sign: Sign, request: CodeRequest, code: string): Promise<boolean> {
  const { tenantId, pageLinkId, emailHash } = request
  const [row] = await tx`
    update gate_codes set code_hash = ${sign('gate code', codeText(request, code))}, tries = 0,
      code_expires_at = now() + ${codeMinutes} * interval '1 minute'
    where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and email_hash = ${emailHash}
    returning tries`
  return row !== undefined
}

/** Counts a try, and uses up the code when it is right. Costs the same for an address that is not allowed. */
export async function tryCode(tx: Tx, sign: Sign, request: CodeRequest, code: string): Promise<boolean> {
  const { tenantId, pageLinkId, emailHash } = request
  const isSame = tx`tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and email_hash = ${emailHash}`
  const [row] = await tx<{ codeHash: string | null }[]>`
    update gate_codes set tries = tries + 1 where ${isSame} and tries < ${mostTries} returning code_hash`
  if (!sign.verify('gate code', codeText(request, code), row?.codeHash ?? '')) return false
  const [used] = await tx`
    delete from gate_codes where ${isSame} and code_expires_at > now() returning email_hash`
  return used !== undefined
}

/** Name and colour of the brand whose page a link shows. */
export async function findBrandOfLink(
  db: Reader,
  tenantId: string,
  pageLinkId: string,
): Promise<{ name: string; primaryColor: string } | undefined> {
  const [brand] = await db<{ name: string; primaryColor: string }[]>`
    select b.name, b.primary_color from page_links l
      join pages p on p.tenant_id = ${tenantId} and p.page_id = l.page_id
      join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
    where l.tenant_id = ${tenantId} and l.page_link_id = ${pageLinkId}`
  return brand
}

/** Deletes what was entered at gates an hour ago. */
export async function forgetOldCodes(db: Database, tenants?: Included): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx`
      -- every tenant: upkeep
      delete from gate_codes where ${isIncluded(tx, tenants)} and sends_since < now() - interval '1 hour'
        and (code_expires_at is null or code_expires_at < now())`
  })
}
