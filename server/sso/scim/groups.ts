import { noteChange } from '../../audit/cause.ts'
import type { Reader, Tx } from '../../database/database.ts'
import { lockTenant } from '../../database/tenantLock.ts'
import { findUsers } from '../../users/queries.ts'
import { notFound, ScimError } from './error.ts'
import {
  addToGroup,
  deleteGroup,
  findGroup,
  type GroupRow,
  insertGroup,
  listGroupMembers,
  listGroups,
  removeFromGroup,
  updateGroup,
} from './groupQueries.ts'
import { findScimUser } from './queries.ts'
import { changeGroup, type GroupModel, readGroup } from './read.ts'
import { type Filter, readOperations, type Slice, toList } from './request.ts'
import { applyRoles } from './roles.ts'
import { metaOf } from './users.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const mostGroups = 1_000

export async function searchGroups(
  db: Reader,
  base: string,
  tenantId: string,
  filter: Filter | undefined,
  slice: Slice,
  withMembers: boolean,
) {
  const found = await listGroups(db, tenantId, filter, slice)
  if (!found) throw new ScimError(400, `Groups can't be filtered by ${filter?.attribute}.`, 'invalidFilter')
  return toList(await toResources(db, base, tenantId, found.rows, withMembers), found.total, slice)
}

export async function showGroup(
  db: Reader,
  base: string,
  tenantId: string,
  groupId: string,
  withMembers = true,
) {
  const [resource] = await toResources(
    db,
    base,
    tenantId,
    [await getGroup(db, tenantId, groupId)],
    withMembers,
  )
  return resource as object
}

async function getGroup(db: Reader, tenantId: string, groupId: string): Promise<GroupRow> {
  return (await findGroup(db, tenantId, groupId)) ?? notFound(groupId)
}

export async function provisionGroup(tx: Tx, tenantId: string, body: unknown): Promise<string> {
  const model = readGroup(body)
  await lockTenant(tx, tenantId)
  const present = await listGroups(tx, tenantId, undefined, { startIndex: 1, count: 0 })
  if ((present?.total ?? 0) >= mostGroups) throw new ScimError(409, `There are already ${mostGroups} groups.`)
  await demandFree(tx, tenantId, model)
  const groupId = await insertGroup(tx, tenantId, model)
  await store(tx, tenantId, groupId, [], model)
  noteChange(tx, { objectId: groupId })
  return groupId
}

export async function replaceGroup(tx: Tx, tenantId: string, groupId: string, body: unknown): Promise<void> {
  await change(tx, tenantId, groupId, () => readGroup(body))
}

export async function patchGroup(tx: Tx, tenantId: string, groupId: string, body: unknown): Promise<void> {
  const operations = readOperations(body)
  await change(tx, tenantId, groupId, (group) => operations.reduce(changeGroup, group))
}

async function change(
  tx: Tx,
  tenantId: string,
  groupId: string,
  apply: (group: GroupModel) => GroupModel,
): Promise<void> {
  await lockTenant(tx, tenantId)
  const { name, externalId } = await getGroup(tx, tenantId, groupId)
  const members = (await listGroupMembers(tx, tenantId, [groupId])).get(groupId) ?? []
  const model = apply({ name, externalId, members })
  await demandFree(tx, tenantId, model, groupId)
  await updateGroup(tx, tenantId, groupId, model)
  await store(tx, tenantId, groupId, members, model, name !== model.name)
}

export async function removeGroup(tx: Tx, tenantId: string, groupId: string): Promise<void> {
  await lockTenant(tx, tenantId)
  await getGroup(tx, tenantId, groupId)
  const members = (await listGroupMembers(tx, tenantId, [groupId])).get(groupId) ?? []
  await deleteGroup(tx, tenantId, groupId)
  await applyRoles(tx, tenantId, members)
}

async function store(
  tx: Tx,
  tenantId: string,
  groupId: string,
  before: string[],
  { members }: GroupModel,
  isRenamed = false,
): Promise<void> {
  const added = members.filter((member) => !before.includes(member))
  const removed = before.filter((member) => !members.includes(member))
  for (const userId of added)
    if (!(await findScimUser(tx, tenantId, userId)))
      throw new ScimError(400, `There is no user ${userId.slice(0, 100)}.`, 'invalidValue')
  await addToGroup(tx, tenantId, groupId, added)
  await removeFromGroup(tx, tenantId, groupId, removed)
  await applyRoles(tx, tenantId, isRenamed ? [...new Set([...before, ...added])] : [...added, ...removed])
}

async function demandFree(tx: Tx, tenantId: string, { name }: GroupModel, self?: string): Promise<void> {
  const one = { startIndex: 1, count: 2 }
  const found = await listGroups(tx, tenantId, { attribute: 'displayname', value: name }, one)
  if (found?.rows.some(({ groupId }) => groupId !== self))
    throw new ScimError(409, `The group ${name} exists already.`, 'uniqueness')
}

async function toResources(
  db: Reader,
  base: string,
  tenantId: string,
  rows: GroupRow[],
  withMembers: boolean,
) {
  const groupIds = withMembers ? rows.map(({ groupId }) => groupId) : []
  const members = await listGroupMembers(db, tenantId, groupIds)
  const users = await findUsers(db, [...new Set([...members.values()].flat())])
  return rows.map((row) => ({
    schemas: [schema],
    id: row.groupId,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.name,
    ...(withMembers && {
      members: (members.get(row.groupId) ?? []).map((value) => ({
        value,
        display: users.get(value)?.name ?? '',
        $ref: `${base}/Users/${value}`,
      })),
    }),
    meta: metaOf('Group', `${base}/Groups/${row.groupId}`, row),
  }))
}
