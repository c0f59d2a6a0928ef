import type { Reader, Tx } from '../database/database.ts'

type CredentialKind = 'password' | 'passkey' | 'totp' | 'recovery_code'

export async function findPasswordHash(db: Reader, userId: string): Promise<string | undefined> {
  const [row] = await db<{ verifier: string }[]>`
    select verifier from credentials where user_id = ${userId} and kind = 'password'`
  return row?.verifier
}

export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx`
    insert into credentials (user_id, credential_id, kind, verifier)
    values (${userId}, 'password', 'password', ${hash})
    on conflict (user_id, credential_id) do update set verifier = excluded.verifier, created_at = now()`
}

/** The kinds of credentials that each of these users has. */
export async function listKinds(db: Reader, userIds: string[]): Promise<Map<string, CredentialKind[]>> {
  const rows = userIds.length
    ? await db<{ userId: string; kind: CredentialKind }[]>`
        select distinct user_id, kind from credentials where user_id = any(${userIds})`
    : []
  const kinds = new Map<string, CredentialKind[]>()
  for (const { userId, kind } of rows) kinds.set(userId, [...(kinds.get(userId) ?? []), kind])
  return kinds
}

/** Removes all sign-in methods, for `foyer users reset`. */
export async function deleteCredentials(tx: Tx, userId: string): Promise<void> {
  await tx`delete from credentials where user_id = ${userId}`
}

/** Whether a user can sign in with a credential of their own, without an e-mail. */
export async function hasOwnCredential(db: Reader, userId: string): Promise<boolean> {
  const [row] = await db`
    select from credentials where user_id = ${userId} and kind in ('password', 'passkey') limit 1`
  return row !== undefined
}
