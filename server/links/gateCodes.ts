import { randomInt } from 'node:crypto'
import type { Database, Reader, Tx } from '../database/database.ts'
import { type Included, isIncluded } from '../database/reachable.ts'
import type { Sign } from '../secrets/secrets.ts'

export const codeMinutes = 10
const mostTries = 5
/** Codes that one address can request at one link within `codeMinutes`. */
const mostSends = 3

/** Wrong six-digit codes per day and link: guessing succeeds once in ten thousand days. */
const mostWrongCodes = 100

/** A request for a code: an address submitted at a link, and the browser. Only keyed hashes are stored. */
export type CodeRequest = { tenantId: string; pageLinkId: string; emailHash: string; browserHash: string }

export function codeRequest(
  sign: Sign,
  { tenantId, pageLinkId, email, browserHash }: Omit<CodeRequest, 'emailHash'> & { email: string },
): CodeRequest {
  const emailHash = sign('gate email', [tenantId, pageLinkId, email.toLowerCase()].join(' '))
  return { tenantId, pageLinkId, emailHash, browserHash }
}

/** Whether a gate allows an address: it or its domain is listed. */
export function isAllowed(allowedEmails: string[], email: string): boolean {
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return allowedEmails.some((entry) => entry === address || entry === domain)
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

function codeText({ tenantId, pageLinkId, emailHash, browserHash }: CodeRequest, code: string): string {
  return [tenantId, pageLinkId, emailHash, browserHash, code].join(' ')
}

/** Serialises requests and attempts at one link, so that concurrent ones can't exceed the limits below. */
async function lockGate(tx: Tx, { tenantId, pageLinkId }: CodeRequest): Promise<void> {
  await tx`
    select from page_link_gates where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} for no key update`
}

const isSame = (tx: Tx, { tenantId, pageLinkId, emailHash, browserHash }: CodeRequest) => tx`
  tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and email_hash = ${emailHash}
  and browser_hash = ${browserHash}`

/** Counts a request for a code; false if too many were requested for the address, from any browser. */
export async function countRequest(tx: Tx, request: CodeRequest): Promise<boolean> {
  const { tenantId, pageLinkId, emailHash } = request
  await lockGate(tx, request)
  const [recent] = await tx<{ sends: number }[]>`
    select coalesce(sum(sends), 0)::int as sends from gate_codes
    where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and email_hash = ${emailHash}
      and sends_since > now() - ${codeMinutes} * interval '1 minute'`
  if (recent && recent.sends >= mostSends) return false
  const isOld = tx`excluded.sends_since - c.sends_since > ${codeMinutes} * interval '1 minute'`
  await tx`
    insert into gate_codes as c ${tx.values(request)}
    on conflict (tenant_id, page_link_id, email_hash, browser_hash) do update set
      sends = case when ${isOld} then 1 else c.sends + 1 end,
      sends_since = case when ${isOld} then excluded.sends_since else c.sends_since end`
  return true
}

/** Replaces the code of a request; false if the gate has changed since. */
export async function storeCode(tx: Tx, sign: Sign, request: CodeRequest, code: string): Promise<boolean> {
  const [row] = await tx`
    update gate_codes set code_hash = ${sign('gate code', codeText(request, code))}, tries = 0,
      code_expires_at = now() + ${codeMinutes} * interval '1 minute'
    where ${isSame(tx, request)} returning tries`
  return row !== undefined
}

/** Counts an attempt, and consumes a correct code. Costs the same for an address that is not allowed. */
export async function tryCode(
  tx: Tx,
  sign: Sign,
  request: CodeRequest,
  code: string,
): Promise<'right' | 'wrong' | 'linkExhausted'> {
  const { tenantId, pageLinkId } = request
  await lockGate(tx, request)
  const today = tx`(now() at time zone 'UTC')::date`
  const [wrong] = await tx<{ count: number }[]>`
    select count from gate_wrong_codes
    where tenant_id = ${tenantId} and page_link_id = ${pageLinkId} and day = ${today}`
  if (wrong && wrong.count >= mostWrongCodes) return 'linkExhausted'
  const [row] = await tx<{ codeHash: string | null }[]>`
    update gate_codes set tries = tries + 1 where ${isSame(tx, request)} and tries < ${mostTries}
    returning code_hash`
  // Without a request there is no code to guess, so the attempt does not count.
  if (!row) return 'wrong'
  if (sign.verify('gate code', codeText(request, code), row.codeHash ?? '')) {
    const [used] = await tx`
      delete from gate_codes where ${isSame(tx, request)} and code_expires_at > now() returning email_hash`
    if (used) return 'right'
  }
  await tx`
    insert into gate_wrong_codes as present (tenant_id, page_link_id, day, count)
    values (${tenantId}, ${pageLinkId}, ${today}, 1)
    on conflict (tenant_id, page_link_id, day) do update set count = present.count + 1`
  return 'wrong'
}

/** Name and colour of a link's brand. */
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

/** Deletes code requests after an hour, and counts of wrong codes of past days. */
export async function forgetOldCodes(db: Database, tenants?: Included): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx`
      -- every tenant: upkeep
      delete from gate_codes where ${isIncluded(tx, tenants)} and sends_since < now() - interval '1 hour'
        and (code_expires_at is null or code_expires_at < now())`
    await tx`
      -- every tenant: upkeep
      delete from gate_wrong_codes where ${isIncluded(tx, tenants)} and day < (now() at time zone 'UTC')::date - 1`
  })
}
