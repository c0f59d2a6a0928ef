import type { Role } from '../../shared/roles.ts'
import type { Reader, Tx } from '../database/database.ts'

export type Membership = {
  tenantId: string
  userId: string
  keyId: string
  role: Role
  createdAt: string
  endedAt: string | null
}

const columns = (db: Reader) => db`tenant_id, user_id, key_id, role, created_at, ended_at`

/** Makes a user a member, possibly again. */
export async function writeMembership(
  tx: Tx,
  membership: Pick<Membership, 'tenantId' | 'userId' | 'keyId' | 'role'>,
): Promise<void> {
  await tx`
    insert into memberships ${tx.values(membership)}
    on conflict (tenant_id, user_id) do update
    set key_id = excluded.key_id, role = excluded.role, created_at = excluded.created_at, ended_at = null`
}

/** The membership of a current member. */
export async function findMembership(
  db: Reader,
  tenantId: string,
  userId: string,
): Promise<Membership | undefined> {
  const [row] = await db<Membership[]>`
    select ${columns(db)} from memberships
    where tenant_id = ${tenantId} and user_id = ${userId} and ended_at is null`
  return row
}

export type MembershipOfUser = Membership & { tenantSlug: string; tenantName: string }

/** The tenants that a user is in, oldest membership first. */
export async function listMembershipsOf(db: Reader, userId: string): Promise<MembershipOfUser[]> {
  return await db<MembershipOfUser[]>`
    -- every tenant: a user may be in several
    select m.tenant_id, m.user_id, m.key_id, m.role, m.created_at, m.ended_at, t.slug as tenant_slug, t.name as tenant_name
    from memberships m join tenants t on t.tenant_id = m.tenant_id
    where m.user_id = ${userId} and m.ended_at is null order by m.created_at, m.tenant_id`
}

type MemberRow = Pick<Membership, 'userId' | 'role' | 'createdAt' | 'endedAt'> & {
  lastSeenAt: string | null
  personalKeyCount: number
  serviceKeyCount: number
}

/** All current and former members of a tenant, with their personal keys and the keys they are responsible for. */
export async function listMemberRows(db: Reader, tenantId: string): Promise<MemberRow[]> {
  return await db<MemberRow[]>`
    select m.user_id, m.role, m.created_at, m.ended_at, own.last_used_at as last_seen_at,
      (count(k.key_id) filter (where k.kind = 'personal'))::int as personal_key_count,
      (count(k.key_id) filter (where k.kind = 'service'))::int as service_key_count
    from memberships m join api_keys own on own.tenant_id = m.tenant_id and own.key_id = m.key_id
    left join api_keys k on k.tenant_id = m.tenant_id and k.user_id = m.user_id and k.revoked_at is null
      and k.kind <> 'member'
    where m.tenant_id = ${tenantId}
    group by m.user_id, m.role, m.created_at, m.ended_at, own.last_used_at
    order by m.ended_at is not null, m.created_at, m.user_id`
}

/** Whether a user is or was a member of a tenant. */
export async function wasMember(db: Reader, tenantId: string, userId: string): Promise<boolean> {
  const [row] = await db`select from memberships where tenant_id = ${tenantId} and user_id = ${userId}`
  return row !== undefined
}

export async function countMembers(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from memberships where tenant_id = ${tenantId} and ended_at is null`
  return row?.count ?? 0
}

export async function countOtherAdmins(db: Reader, tenantId: string, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from memberships
    where tenant_id = ${tenantId} and role = 'admin' and ended_at is null and user_id <> ${userId}`
  return row?.count ?? 0
}

export async function setRole(tx: Tx, tenantId: string, userId: string, role: Role): Promise<void> {
  await tx`update memberships set role = ${role} where tenant_id = ${tenantId} and user_id = ${userId}`
}

export async function setEnded(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx`update memberships set ended_at = now() where tenant_id = ${tenantId} and user_id = ${userId}`
}

export async function findMemberWithEmail(
  db: Reader,
  tenantId: string,
  email: string,
): Promise<Pick<Membership, 'userId' | 'role'> | undefined> {
  const [row] = await db<Pick<Membership, 'userId' | 'role'>[]>`
    select m.user_id, m.role from memberships m join users u on u.user_id = m.user_id
    where m.tenant_id = ${tenantId} and m.ended_at is null and lower(u.email) = lower(${email}) limit 1`
  return row
}
