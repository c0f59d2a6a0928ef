import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { pictureAddress } from './pictures.ts'

export type User = {
  userId: string
  name: string
  email: string | null
  isEmailVerified: boolean
  timeZone: string | null
  language: string | null
  createdAt: string
  /** The URL of their picture. */
  picture: string | null
}

const columns = (db: Reader) =>
  db`u.user_id, u.name, u.email, u.email_verified_at is not null as is_email_verified, u.time_zone, u.language,
    u.created_at, ${pictureAddress(db)} as picture`

/** The address must not be verified for another user; the caller has checked that with `findVerifiedUser`. */
export async function createUser(
  tx: Tx,
  { name, email, isVerified }: { name: string; email: string | null; isVerified: boolean },
): Promise<User> {
  const [user] = await tx<User[]>`
    insert into users as u (user_id, name, email, email_verified_at)
    values (${newId('user')}, ${name}, ${email}, case when ${isVerified} then now() end)
    returning ${columns(tx)}`
  return user as User
}

export async function findUser(db: Reader, userId: string): Promise<User | undefined> {
  const [user] = await db<User[]>`select ${columns(db)} from users u where u.user_id = ${userId}`
  return user
}

export async function findUsers(db: Reader, userIds: string[]): Promise<Map<string, User>> {
  const rows = userIds.length
    ? await db<User[]>`select ${columns(db)} from users u where u.user_id = any(${userIds})`
    : []
  return new Map(rows.map((user) => [user.userId, user]))
}

export async function findVerifiedUser(db: Reader, email: string): Promise<User | undefined> {
  const [user] = await db<User[]>`
    select ${columns(db)} from users u where lower(email) = lower(${email}) and email_verified_at is not null`
  return user
}

/** The number of users who may enter the same address to sign in; its verified owner comes first. */
const mostUsersWithEmail = 3

export async function findUsersWithEmail(db: Reader, email: string): Promise<User[]> {
  return await db<User[]>`
    select ${columns(db)} from users u where lower(email) = lower(${email})
    order by email_verified_at is null, user_id desc limit ${mostUsersWithEmail}`
}

export async function changeProfile(
  tx: Tx,
  userId: string,
  changes: { name?: string; timeZone?: string | null; language?: string | null },
): Promise<void> {
  if (Object.keys(changes).length > 0) await tx`update users set ${tx.set(changes)} where user_id = ${userId}`
}

/** Sets a verified address. False if it is verified for another user. */
export async function setVerifiedEmail(tx: Tx, userId: string, email: string): Promise<boolean> {
  await lockEmail(tx, email)
  const owner = await findVerifiedUser(tx, email)
  if (owner && owner.userId !== userId) return false
  await tx`update users set email = ${email}, email_verified_at = now() where user_id = ${userId}`
  return true
}

/** Serialises verifications of an address, so that two users can't both get it. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`e-mail ${email.toLowerCase()}`}, 0))`
}

export async function hasUsers(db: Reader): Promise<boolean> {
  const [row] = await db`select from users limit 1`
  return row !== undefined
}

export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`user ${userId}`}, 0))`
}
