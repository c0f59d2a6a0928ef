import type { Reader, Tx } from '../../database/database.ts'
import { newId } from '../../ids.ts'
import type { GroupModel } from './read.ts'
import type { Filter, Slice } from './request.ts'

export type GroupRow = Omit<GroupModel, 'members'> & { groupId: string; createdAt: string; updatedAt: string }

const columns = (db: Reader) => db`group_id, name, external_id, created_at, updated_at`

/** Undefined if the filter's attribute is not supported. */
export async function listGroups(
  db: Reader,
  tenantId: string,
  filter: Filter | undefined,
  { startIndex, count }: Slice,
): Promise<{ rows: GroupRow[]; total: number } | undefined> {
  const matching = condition(db, filter)
  if (!matching) return undefined
  const [rows, [counted]] = await Promise.all([
    db<GroupRow[]>`
      select ${columns(db)} from scim_groups where tenant_id = ${tenantId} ${matching}
      order by group_id offset ${startIndex - 1} limit ${count}`,
    db<{ count: number }[]>`select count(*) from scim_groups where tenant_id = ${tenantId} ${matching}`,
  ])
  return { rows, total: counted?.count ?? 0 }
}

function condition(db: Reader, filter: Filter | undefined) {
  if (!filter) return db``
  if (filter.attribute === 'displayname') return db`and lower(name) = lower(${filter.value})`
  if (filter.attribute === 'externalid') return db`and external_id = ${filter.value}`
  if (filter.attribute === 'id') return db`and group_id = ${filter.value}`
  return undefined
}

export async function findGroup(
  db: Reader,
  tenantId: string,
  groupId: string,
): Promise<GroupRow | undefined> {
  const [row] = await db<GroupRow[]>`
    select ${columns(db)} from scim_groups where tenant_id = ${tenantId} and group_id = ${groupId}`
  return row
}

/** The members of groups, by group. */
export async function listGroupMembers(
  db: Reader,
  tenantId: string,
  groupIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await db<{ groupId: string; userIds: string[] }[]>`
    select group_id, array_agg(user_id order by user_id) as user_ids from scim_group_members
    where tenant_id = ${tenantId} and group_id = any(${groupIds}) group by group_id`
  return new Map(rows.map(({ groupId, userIds }) => [groupId, userIds]))
}

/** The groups of users, by user. */
export async function listGroupsOf(
  db: Reader,
  tenantId: string,
  userIds: string[],
): Promise<Map<string, { groupId: string; name: string }[]>> {
  const rows = await db<{ userId: string; groupId: string; name: string }[]>`
    select gm.user_id, g.group_id, g.name from scim_group_members gm
      join scim_groups g on g.tenant_id = gm.tenant_id and g.group_id = gm.group_id
    where gm.tenant_id = ${tenantId} and gm.user_id = any(${userIds}) order by g.group_id`
  const groups = new Map<string, { groupId: string; name: string }[]>()
  for (const { userId, ...group } of rows) groups.set(userId, [...(groups.get(userId) ?? []), group])
  return groups
}

export async function insertGroup(
  tx: Tx,
  tenantId: string,
  { name, externalId }: GroupModel,
): Promise<string> {
  const groupId = newId('group')
  await tx`insert into scim_groups ${tx.values({ tenantId, groupId, name, externalId })}`
  return groupId
}

export async function updateGroup(
  tx: Tx,
  tenantId: string,
  groupId: string,
  { name, externalId }: GroupModel,
): Promise<void> {
  await tx`
    update scim_groups set name = ${name}, external_id = ${externalId}, updated_at = now()
    where tenant_id = ${tenantId} and group_id = ${groupId}`
}

export async function deleteGroup(tx: Tx, tenantId: string, groupId: string): Promise<void> {
  await tx`delete from scim_group_members where tenant_id = ${tenantId} and group_id = ${groupId}`
  await tx`delete from scim_groups where tenant_id = ${tenantId} and group_id = ${groupId}`
}

export async function addToGroup(
  tx: Tx,
  tenantId: string,
  groupId: string,
  userIds: string[],
): Promise<void> {
  const rows = userIds.map((userId) => ({ tenantId, groupId, userId }))
  if (rows.length > 0) await tx`insert into scim_group_members ${tx.values(rows)} on conflict do nothing`
}

export async function removeFromGroup(
  tx: Tx,
  tenantId: string,
  groupId: string,
  userIds: string[],
): Promise<void> {
  await tx`
    delete from scim_group_members
    where tenant_id = ${tenantId} and group_id = ${groupId} and user_id = any(${userIds})`
}
