import type { Reader, Tx } from '../../database/database.ts'
import type { UserModel } from './read.ts'
import type { Filter, Slice } from './request.ts'

export type UserRow = UserModel & {
  userId: string
  name: string
  isMadeHere: boolean
  createdAt: string
  updatedAt: string
}

const nameOf = (db: Reader) => db`coalesce(s.user_name, u.email, m.user_id)`

/** Current members, and those deactivated by provisioning. */
const users = (db: Reader, tenantId: string) => db`
  from memberships m join users u on u.user_id = m.user_id
    left join scim_users s on s.tenant_id = ${tenantId} and s.user_id = m.user_id
  where m.tenant_id = ${tenantId} and (m.ended_at is null or s.user_id is not null)`

const columns = (db: Reader) => db`
  m.user_id, u.name, u.email, ${nameOf(db)} as user_name, s.external_id, m.ended_at is null as is_active,
  s.given_name, s.family_name, u.name as display_name, coalesce(s.is_made_here, false) as is_made_here,
  coalesce(s.created_at, m.created_at) as created_at, coalesce(s.updated_at, m.created_at) as updated_at`

function condition(db: Reader, filter: Filter | undefined) {
  if (!filter) return db``
  const { attribute, value } = filter
  if (attribute === 'username') return db`and lower(${nameOf(db)}) = lower(${value})`
  if (attribute === 'externalid') return db`and s.external_id = ${value}`
  if (attribute === 'id') return db`and m.user_id = ${value}`
  if (attribute === 'emails.value' || attribute === 'emails') return db`and lower(u.email) = lower(${value})`
  if (attribute === 'active') return db`and (m.ended_at is null) = ${value === 'true'}`
  return undefined
}

/** Undefined if the filter's attribute is not supported. */
export async function listUsers(
  db: Reader,
  tenantId: string,
  filter: Filter | undefined,
  { startIndex, count }: Slice,
): Promise<{ rows: UserRow[]; total: number } | undefined> {
  const matching = condition(db, filter)
  if (!matching) return undefined
  const [rows, [counted]] = await Promise.all([
    db<UserRow[]>`
      select ${columns(db)} ${users(db, tenantId)} ${matching}
      order by m.user_id offset ${startIndex - 1} limit ${count}`,
    db<{ count: number }[]>`select count(*) ${users(db, tenantId)} ${matching}`,
  ])
  return { rows, total: counted?.count ?? 0 }
}

export async function findScimUser(
  db: Reader,
  tenantId: string,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`select ${columns(db)} ${users(db, tenantId)} and m.user_id = ${userId}`
  return row
}

export async function writeScimUser(
  tx: Tx,
  tenantId: string,
  userId: string,
  { userName, externalId, givenName, familyName }: UserModel,
  isMadeHere: boolean,
): Promise<void> {
  const row = { tenantId, userId, userName, externalId, givenName, familyName, isMadeHere }
  await tx`
    insert into scim_users ${tx.values(row)}
    on conflict (tenant_id, user_id) do update set user_name = excluded.user_name, external_id = excluded.external_id,
      given_name = excluded.given_name, family_name = excluded.family_name,
      updated_at = excluded.updated_at`
}

export async function deleteScimUser(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx`delete from scim_users where tenant_id = ${tenantId} and user_id = ${userId}`
  await tx`delete from scim_group_members where tenant_id = ${tenantId} and user_id = ${userId}`
}

/** The address stays unverified, because only this tenant's provider vouches for it. */
export async function setProvisionedEmail(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx`
    update users set email = ${email}, email_verified_at = null
    where user_id = ${userId} and email is distinct from ${email}`
}

/** A provisioned user who has never signed in, by the provider's own id, or by an address it vouches for. */
export async function findProvisioned(
  db: Reader,
  tenantId: string,
  { subject, email }: { subject: string; email: string | null },
): Promise<string | undefined> {
  const [row] = await db<{ userId: string }[]>`
    select s.user_id from scim_users s
      join memberships m on m.tenant_id = ${tenantId} and m.user_id = s.user_id and m.ended_at is null
      join users u on u.user_id = s.user_id
    where s.tenant_id = ${tenantId} and s.is_made_here
      and (s.external_id = ${subject} or lower(u.email) = lower(${email}) or lower(s.user_name) = lower(${email}))
      and not exists (select from identities i where i.tenant_id = ${tenantId} and i.user_id = s.user_id)
    order by s.external_id is not distinct from ${subject} desc, s.user_id limit 1`
  return row?.userId
}
