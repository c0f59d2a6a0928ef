import { randomBytes } from 'node:crypto'
import type { Reader, Tx } from '../database/database.ts'

export type Recipient = { email: string; token: string }

/** Adds recipients of a channel. Recipients who did not confirm within a day are asked once more. */
export async function addRecipients(tx: Tx, tenantId: string, emails: string[]): Promise<void> {
  for (const email of emails.toSorted())
    await tx`
      insert into notice_recipients ${tx.values({ tenantId, email, token: randomBytes(16).toString('hex') })}
      on conflict (tenant_id, email) do nothing`
  await tx`
    update notice_recipients set asked_at = null
    where tenant_id = ${tenantId} and email = any(${emails}::text[]) and confirmed_at is null
      and asked_at < now() - interval '1 day'`
}

export async function findConfirmed(db: Reader, tenantId: string, emails: string[]): Promise<Recipient[]> {
  return await db<Recipient[]>`
    select email, token from notice_recipients
    where tenant_id = ${tenantId} and email = any(${emails}::text[]) and confirmed_at is not null
      and unsubscribed_at is null order by email`
}

/** Recipients to ask for confirmation, each of them once. */
export async function takeUnasked(tx: Tx, tenantId: string, emails: string[]): Promise<Recipient[]> {
  return await tx<Recipient[]>`
    update notice_recipients set asked_at = now()
    where tenant_id = ${tenantId} and email = any(${emails}::text[]) and asked_at is null
      and confirmed_at is null and unsubscribed_at is null
    returning email, token`
}

/** Resets a recipient whose request could not be sent. */
export async function markUnasked(tx: Tx, tenantId: string, email: string): Promise<void> {
  await tx`
    update notice_recipients set asked_at = null where tenant_id = ${tenantId} and email = ${email}`
}

/** The name of the tenant that a recipient's token belongs to; undefined for an unknown token. */
export async function findTenantOfToken(
  db: Reader,
  tenantId: string,
  token: string,
): Promise<{ name: string } | undefined> {
  const [tenant] = await db<{ name: string }[]>`
    select t.name from notice_recipients r join tenants t on t.tenant_id = ${tenantId}
    where r.tenant_id = ${tenantId} and r.token = ${token}`
  return tenant
}

export async function confirmRecipient(tx: Tx, tenantId: string, token: string): Promise<void> {
  await tx`
    update notice_recipients set confirmed_at = now(), unsubscribed_at = null
    where tenant_id = ${tenantId} and token = ${token}`
}

export async function unsubscribe(tx: Tx, tenantId: string, token: string): Promise<void> {
  await tx`
    update notice_recipients set unsubscribed_at = now() where tenant_id = ${tenantId} and token = ${token}`
}
