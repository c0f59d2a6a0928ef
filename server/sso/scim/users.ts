import { noteChange } from '../../audit/cause.ts'
import type { Reader, Tx } from '../../database/database.ts'
import { lockTenant } from '../../database/tenantLock.ts'
import { findMembership } from '../../members/queries.ts'
import { addMember, endMembership } from '../../members/verbs.ts'
import { renameKeysOf } from '../../tenants/keyQueries.ts'
import { toMilliseconds } from '../../time.ts'
import { deleteIdentitiesOfUser } from '../../users/identities.ts'
import { changeProfile, createUser } from '../../users/queries.ts'
import { listProviders } from '../queries.ts'
import { notFound, ScimError } from './error.ts'
import { listGroupsOf } from './groupQueries.ts'
import {
  deleteScimUser,
  findScimUser,
  listUsers,
  setProvisionedEmail,
  type UserRow,
  writeScimUser,
} from './queries.ts'
import { readUser, setUserAttribute, type UserModel } from './read.ts'
import { type Filter, readOperations, type Slice, toList } from './request.ts'
import { applyRoles } from './roles.ts'

const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'

export async function searchUsers(
  db: Reader,
  base: string,
  tenantId: string,
  filter: Filter | undefined,
  slice: Slice,
) {
  const found = await listUsers(db, tenantId, filter, slice)
  if (!found) throw new ScimError(400, `Users can't be filtered by ${filter?.attribute}.`, 'invalidFilter')
  return toList(await toResources(db, base, tenantId, found.rows), found.total, slice)
}

export async function showUser(db: Reader, base: string, tenantId: string, userId: string) {
  const [resource] = await toResources(db, base, tenantId, [await getUser(db, tenantId, userId)])
  return resource as object
}

async function getUser(db: Reader, tenantId: string, userId: string): Promise<UserRow> {
  return (await findScimUser(db, tenantId, userId)) ?? notFound(userId)
}

/** Creates a user of this tenant without a credential: the provider signs them in. */
export async function provisionUser(tx: Tx, tenantId: string, body: unknown): Promise<string> {
  const model = withEmail(readUser(body))
  await lockTenant(tx, tenantId)
  await demandFree(tx, tenantId, model)
  const { userId } = await createUser(tx, { name: fullName(model), email: model.email, isVerified: false })
  await writeScimUser(tx, tenantId, userId, model, true)
  await activate(tx, tenantId, userId, fullName(model))
  if (!model.isActive) await endMembership(tx, tenantId, userId)
  noteChange(tx, { objectId: userId })
  return userId
}

export async function replaceUser(tx: Tx, tenantId: string, userId: string, body: unknown): Promise<void> {
  await lockTenant(tx, tenantId)
  await store(tx, tenantId, await getUser(tx, tenantId, userId), withEmail(readUser(body)))
}

export async function patchUser(tx: Tx, tenantId: string, userId: string, body: unknown): Promise<void> {
  const operations = readOperations(body)
  await lockTenant(tx, tenantId)
  const user = await getUser(tx, tenantId, userId)
  const model = operations.reduce<UserModel>(
    (changed, { op, path, value }) => setUserAttribute(changed, path, op === 'remove' ? undefined : value),
    user,
  )
  await store(tx, tenantId, user, model)
}

/** Removes a user; their sessions and personal keys stop working within a second. */
export async function removeUser(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await lockTenant(tx, tenantId)
  const { isActive } = await getUser(tx, tenantId, userId)
  if (isActive) await endMembership(tx, tenantId, userId)
  await deleteScimUser(tx, tenantId, userId)
  await deleteIdentitiesOfUser(tx, tenantId, userId)
}

/** Users not created by provisioning keep their own name and address, because they may be members of other tenants. */
async function store(tx: Tx, tenantId: string, user: UserRow, model: UserModel): Promise<void> {
  const { userId, isMadeHere } = user
  await demandFree(tx, tenantId, model, userId)
  await writeScimUser(tx, tenantId, userId, model, isMadeHere)
  const name = fullName(
    model.displayName === user.displayName && hasNewName(user, model)
      ? { ...model, displayName: null }
      : model,
  )
  if (isMadeHere && name !== user.name) {
    await changeProfile(tx, userId, { name })
    await renameKeysOf(tx, userId, name)
  }
  if (isMadeHere) await setProvisionedEmail(tx, userId, model.email)
  if (model.isActive && !user.isActive) await activate(tx, tenantId, userId, name)
  if (!model.isActive && user.isActive) await endMembership(tx, tenantId, userId)
}

async function activate(tx: Tx, tenantId: string, userId: string, name: string): Promise<void> {
  if (await findMembership(tx, tenantId, userId)) return
  const [provider] = await listProviders(tx, tenantId)
  await addMember(tx, tenantId, { userId, name }, provider?.defaultRole ?? 'viewer')
  await applyRoles(tx, tenantId, [userId])
}

const hasNewName = (user: UserModel, { givenName, familyName }: UserModel) =>
  user.givenName !== givenName || user.familyName !== familyName

function fullName({ displayName, givenName, familyName, userName }: UserModel): string {
  const full = displayName ?? [givenName, familyName].filter(Boolean).join(' ')
  return (full || userName).slice(0, 100)
}

/** Many providers send the address only as the user name. */
function withEmail(model: UserModel): UserModel {
  const named = /^[^\s@]+@[^\s@]+$/.test(model.userName) ? model.userName : null
  return { ...model, email: model.email ?? named }
}

async function demandFree(tx: Tx, tenantId: string, { userName }: UserModel, self?: string): Promise<void> {
  const one = { startIndex: 1, count: 2 }
  const found = await listUsers(tx, tenantId, { attribute: 'username', value: userName }, one)
  if (found?.rows.some(({ userId }) => userId !== self))
    throw new ScimError(409, `The user name ${userName} is taken.`, 'uniqueness')
}

async function toResources(db: Reader, base: string, tenantId: string, rows: UserRow[]) {
  const groups = await listGroupsOf(
    db,
    tenantId,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => ({
    schemas: [schema],
    id: row.userId,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    name: {
      formatted: row.name,
      ...(row.givenName !== null && { givenName: row.givenName }),
      ...(row.familyName !== null && { familyName: row.familyName }),
    },
    displayName: row.name,
    active: row.isActive,
    emails: row.email === null ? [] : [{ value: row.email, type: 'work', primary: true }],
    groups: (groups.get(row.userId) ?? []).map(({ groupId, name }) => ({ value: groupId, display: name })),
    meta: metaOf('User', `${base}/Users/${row.userId}`, row),
  }))
}

export function metaOf(
  resourceType: string,
  location: string,
  { createdAt, updatedAt }: { createdAt: string; updatedAt: string },
) {
  const iso = (timestamp: string) => new Date(toMilliseconds(timestamp)).toISOString()
  return { resourceType, created: iso(createdAt), lastModified: iso(updatedAt), location }
}
