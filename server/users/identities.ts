import type { Reader, Tx } from '../database/database.ts'

/** A user's identity at a tenant's provider. The same subject at another tenant's provider is a different identity. */
export type Identity = { tenantId: string; issuer: string; subject: string }

export async function findUserByIdentity(
  db: Reader,
  { tenantId, issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await db<{ userId: string }[]>`
    select user_id from identities
    where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject}`
  return row?.userId
}

/** False if the identity belongs to a user already. */
export async function createIdentity(
  tx: Tx,
  identity: Identity & { userId: string; providerId: string },
): Promise<boolean> {
  const [row] = await tx`
    insert into identities ${tx.values(identity)}
    on conflict (tenant_id, issuer, subject) do nothing returning user_id`
  return row !== undefined
}

/** Assigns an identity to another user, because its previous one has left. */
export async function replaceIdentity(
  tx: Tx,
  identity: Identity & { userId: string; providerId: string },
): Promise<void> {
  await tx`
    insert into identities ${tx.values(identity)}
    on conflict (tenant_id, issuer, subject) do update
    set user_id = excluded.user_id, provider_id = excluded.provider_id`
}

/** The providers of a tenant that a user signs in with. */
export async function listProvidersOfUser(db: Reader, tenantId: string, userId: string): Promise<string[]> {
  const rows = await db<{ providerId: string }[]>`
    select distinct provider_id from identities where tenant_id = ${tenantId} and user_id = ${userId}`
  return rows.map(({ providerId }) => providerId)
}

/** The users of a tenant who sign in with a provider. */
export async function listIdentified(db: Reader, tenantId: string): Promise<Set<string>> {
  const rows = await db<{ userId: string }[]>`
    select distinct user_id from identities where tenant_id = ${tenantId}`
  return new Set(rows.map(({ userId }) => userId))
}

export async function deleteIdentitiesOfUser(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx`delete from identities where tenant_id = ${tenantId} and user_id = ${userId}`
}

/** Deletes a user's identities at a provider and returns their subjects. */
export async function deleteIdentitiesAt(
  tx: Tx,
  { tenantId, providerId, userId }: { tenantId: string; providerId: string; userId: string },
): Promise<string[]> {
  const rows = await tx<{ subject: string }[]>`
    delete from identities
    where tenant_id = ${tenantId} and provider_id = ${providerId} and user_id = ${userId} returning subject`
  return rows.map(({ subject }) => subject)
}

export async function deleteIdentitiesOf(tx: Tx, tenantId: string, providerId: string): Promise<void> {
  await tx`delete from identities where tenant_id = ${tenantId} and provider_id = ${providerId}`
}
