import { randomBytes } from 'node:crypto'
import { notFound, Problem } from '../../shared/problem.ts'
import { type Role, roles, scopes } from '../../shared/roles.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { createKey, narrowKeysOf, revokeKeysOf, setScopes } from '../tenants/keyQueries.ts'
import { listKinds } from '../users/credentials.ts'
import { listIdentified } from '../users/identities.ts'
import { findUsers, type User } from '../users/queries.ts'
import { hashKey } from '../web/auth.ts'
import {
  countMembers,
  countOtherAdmins,
  findMembership,
  listMemberRows,
  type Membership,
  setEnded,
  setRole,
  writeMembership,
} from './queries.ts'
import type { Member } from './schema.ts'

export const mostMembers = 1_000

/**
 * Makes a user a member. Their sessions use an API key of their own, which is never shown, so that everything that
 * works with keys, including revocation, works for users too.
 */
export async function addMember(
  tx: Tx,
  tenantId: string,
  { userId, name }: Pick<User, 'userId' | 'name'>,
  role: Role,
): Promise<Membership> {
  await lockTenant(tx, tenantId)
  const present = await findMembership(tx, tenantId, userId)
  if (present)
    throw new Problem('member_exists', `${name} is in the team already, as ${present.role}.`, { userId })
  if ((await countMembers(tx, tenantId)) >= mostMembers)
    throw new Problem('member_limit', `There are already ${mostMembers} members.`)
  const key = { name, scopes: [roles[role].scope], hash: hashKey(randomBytes(32).toString('hex')) }
  const { keyId } = await createKey(tx, tenantId, { ...key, kind: 'member', userId })
  await writeMembership(tx, { tenantId, userId, keyId, role })
  return (await findMembership(tx, tenantId, userId)) as Membership
}

/** Changes a role. Personal keys never have more scopes than the role. */
export async function changeRole(tx: Tx, tenantId: string, userId: string, role: Role): Promise<void> {
  const membership = await lockMember(tx, tenantId, userId)
  if (membership.role === role) return
  if (membership.role === 'admin') await demandOtherAdmin(tx, tenantId, userId)
  const { scope } = roles[role]
  await setRole(tx, tenantId, userId, role)
  await setScopes(tx, tenantId, membership.keyId, [scope])
  await narrowKeysOf(tx, tenantId, userId, { to: scope, above: scopes.slice(scopes.indexOf(scope) + 1) })
}

/** Ends a membership: its sessions and personal keys stop working within a second. Keys of services keep working. */
export async function endMembership(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const { role } = await lockMember(tx, tenantId, userId)
  if (role === 'admin') await demandOtherAdmin(tx, tenantId, userId)
  await setEnded(tx, tenantId, userId)
  await revokeKeysOf(tx, tenantId, userId)
}

async function lockMember(tx: Tx, tenantId: string, userId: string): Promise<Membership> {
  await lockTenant(tx, tenantId)
  return (await findMembership(tx, tenantId, userId)) ?? notFound('member', userId)
}

async function demandOtherAdmin(tx: Tx, tenantId: string, userId: string): Promise<void> {
  if ((await countOtherAdmins(tx, tenantId, userId)) === 0)
    throw new Problem('last_admin', 'Nobody else could manage the team.')
}

/** Current members, then former ones. */
export async function listMembers(db: Reader, tenantId: string): Promise<Member[]> {
  const rows = await listMemberRows(db, tenantId)
  const userIds = rows.map(({ userId }) => userId)
  const [users, kinds, identified] = await Promise.all([
    findUsers(db, userIds),
    listKinds(db, userIds),
    listIdentified(db, tenantId),
  ])
  return rows.map((row) => {
    const held = kinds.get(row.userId) ?? []
    const { name = '', email = null, isEmailVerified = false, picture = null } = users.get(row.userId) ?? {}
    return {
      ...row,
      name,
      email,
      isEmailVerified,
      picture,
      signsInWith: [
        ...(['passkey', 'password'] as const).filter((kind) => held.includes(kind)),
        ...(identified.has(row.userId) ? (['provider'] as const) : []),
      ],
      hasSecondFactor: held.includes('totp'),
    }
  })
}

export async function getMember(db: Reader, tenantId: string, userId: string): Promise<Member> {
  const members = await listMembers(db, tenantId)
  return members.find((member) => member.userId === userId) ?? notFound('member', userId)
}
