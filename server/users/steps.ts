import { randomBytes } from 'node:crypto'
import type { Reader, Tx } from '../database/database.ts'
import { hashKey } from '../web/auth.ts'

/**
 * A step of a sign-in or of a change to credentials. Its token is only known to the mailbox or browser it was sent to;
 * only its hash is stored. It is deleted when used or expired.
 */
type StepKind =
  | 'provider'
  | 'logout'
  | 'link'
  | 'second_factor'
  | 'passkey'
  | 'totp'
  | 'new_email'
  | 'old_email'

export type CredentialStep = {
  kind: StepKind
  userId: string | null
  email: string | null
  data: Record<string, unknown>
  createdAt: string
}
type NewStep = Pick<CredentialStep, 'kind'> &
  Partial<Pick<CredentialStep, 'userId' | 'email' | 'data'>> & { minutes: number }

const shape = /^[\w-]{43}$/

/** Returns the token. */
export async function createStep(tx: Tx, { kind, userId, email, data, minutes }: NewStep): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx`
    insert into sign_in_steps (hash, kind, user_id, email, data, expires_at)
    values (${hashKey(token)}, ${kind}, ${userId ?? null}, ${email ?? null}, ${tx.json(data ?? {})},
      now() + make_interval(mins => ${minutes}))`
  return token
}

const isOpen = (db: Reader, kind: StepKind, token: string) =>
  db`hash = ${hashKey(token)} and kind = ${kind} and expires_at > now()`

export async function findStep(
  db: Reader,
  kind: StepKind,
  token: string,
): Promise<CredentialStep | undefined> {
  if (!shape.test(token)) return undefined
  const [step] = await db<CredentialStep[]>`
    select kind, user_id, email, data, created_at from sign_in_steps where ${isOpen(db, kind, token)}`
  return step
}

/** Uses a step. If two requests use it at once, one finds nothing. */
export async function spendStep(tx: Tx, kind: StepKind, token: string): Promise<CredentialStep | undefined> {
  if (!shape.test(token)) return undefined
  const [step] = await tx<CredentialStep[]>`
    delete from sign_in_steps where ${isOpen(tx, kind, token)} returning kind, user_id, email, data, created_at`
  return step
}

/** Records an event that may happen only once; false if it has happened before. */
export async function claimOnce(tx: Tx, kind: StepKind, text: string, minutes: number): Promise<boolean> {
  const [row] = await tx`
    insert into sign_in_steps (hash, kind, expires_at)
    values (${hashKey(`${kind} ${text}`)}, ${kind}, now() + make_interval(mins => ${minutes}))
    on conflict (hash) do nothing returning hash`
  return row !== undefined
}

export async function countRecentLinks(db: Reader, email: string, minutes: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from sign_in_steps
    where lower(email) = lower(${email}) and created_at > now() - make_interval(mins => ${minutes})`
  return row?.count ?? 0
}

/** Deletes all pending steps of a user, such as links sent before a change of the password. */
export async function deleteSteps(tx: Tx, userId: string): Promise<void> {
  await tx`delete from sign_in_steps where user_id = ${userId}`
}

export async function forgetOldSteps(tx: Tx): Promise<void> {
  await tx`delete from sign_in_steps where expires_at < now()`
}

/** Whether a user has a pending step of this kind. */
export async function hasStep(db: Reader, kind: StepKind, userId: string): Promise<boolean> {
  const [row] = await db`select from sign_in_steps where user_id = ${userId} and kind = ${kind} limit 1`
  return row !== undefined
}

export async function deleteStepsOfKind(tx: Tx, userId: string, kinds: StepKind[]): Promise<void> {
  await tx`delete from sign_in_steps where user_id = ${userId} and kind = any(${kinds})`
}
