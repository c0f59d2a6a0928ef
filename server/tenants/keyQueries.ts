import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { toMilliseconds } from '../time.ts'
import { allows, type Caller, type Scope } from '../web/auth.ts'
import type { PageOf } from '../web/paging.ts'
import { notifyAccess } from './accessChanges.ts'
import type { ApiKey } from './schema.ts'

export type NewKey = {
  name: string
  scopes: Scope[]
  hash: Buffer
  /** `service` by default. The key of a membership is neither listed nor counted. */
  kind?: 'service' | 'personal' | 'member'
  /** The owner of a personal key, or the member responsible for the key of a service. */
  userId?: string
  expiresAt?: string | undefined
  /** The last characters of the key. */
  hint?: string
  /** The pages that the key is limited to. */
  pageIds?: string[] | undefined
}

const keyColumns = (db: Reader) =>
  db`key_id, name, scopes, created_at, kind, user_id, expires_at, last_used_at, hint, page_ids`

export async function createKey(
  tx: Tx,
  tenantId: string,
  { expiresAt, pageIds, ...key }: NewKey,
): Promise<ApiKey> {
  const ends = expiresAt === undefined ? {} : { expiresAt: new Date(toMilliseconds(expiresAt)).toISOString() }
  const limits = pageIds === undefined ? {} : { pageIds }
  const [row] = await tx<ApiKey[]>`
    insert into api_keys ${tx.values({ tenantId, keyId: newId('key'), ...key, ...ends, ...limits })}
    returning ${keyColumns(tx)}`
  if (key.kind !== 'member') count(tx, tenantId, { api_keys: 1 })
  return row as ApiKey
}

export async function countKeys(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from api_keys where tenant_id = ${tenantId} and revoked_at is null and kind <> 'member'`
  return row?.count ?? 0
}

/** Whether a key is valid; its expiry is compared with the clock of the database. */
const isValidKey = (db: Reader) => db`revoked_at is null and (expires_at is null or expires_at > now())`

/** Without a tenant, as this determines the tenant of a request. */
export async function findKeyByHash(db: Reader, hash: Buffer): Promise<Caller | undefined> {
  const [key] = await db<Parameters<typeof toCaller>[0][]>`
    -- every tenant: the key is what names one
    select tenant_id, key_id, scopes, kind, user_id, page_ids from api_keys where hash = ${hash} and ${isValidKey(db)}`
  return key && toCaller(key)
}

/** The caller of a key. The key of a service has no user, even if a member is responsible for it. */
export function toCaller({
  tenantId,
  keyId,
  scopes,
  kind,
  userId,
  pageIds,
}: Omit<Caller, 'userId' | 'pageIds'> & {
  kind: NewKey['kind']
  userId: string | null
  pageIds: string[] | null
}): Caller {
  const ofPerson = kind !== 'service' && userId !== null
  return { tenantId, keyId, scopes, ...(ofPerson && { userId }), ...(pageIds && { pageIds }) }
}

/** Includes revoked keys. */
export async function findAnyKeyByHash(
  db: Reader,
  hash: Buffer,
): Promise<{ isRevoked: boolean } | undefined> {
  const [key] = await db<{ isRevoked: boolean }[]>`
    -- every tenant: the key is what names one
    select revoked_at is not null as is_revoked from api_keys where hash = ${hash}
    order by revoked_at is not null limit 1`
  return key
}

/** Why a key may no longer carry out its scheduled action; undefined if it may. */
export async function findRefusal(
  db: Reader,
  tenantId: string,
  keyId: string | null,
  needed: Scope,
): Promise<string | undefined> {
  const [key] = await db<{ name: string; scopes: Scope[]; kind: string; isRevoked: boolean }[]>`
    select name, scopes, kind, not (${isValidKey(db)}) as is_revoked from api_keys
    where tenant_id = ${tenantId} and key_id = ${keyId}`
  if (!key) return 'The API key that made this is not known here.'
  const { name } = key
  const [maker, end] =
    key.kind === 'member'
      ? [`${name}, who made this,`, 'is no longer in the team']
      : [`The API key “${name}”, which made this,`, 'was revoked']
  if (key.isRevoked) return `${maker} ${end}.`
  if (!allows(key.scopes, needed)) return `${maker} no longer has the scope ${needed}.`
}

export async function listKeys(
  db: Reader,
  tenantId: string,
  { limit, after }: PageOf<[string]>,
): Promise<ApiKey[]> {
  return await db<ApiKey[]>`
    select ${keyColumns(db)} from api_keys
    where tenant_id = ${tenantId} and revoked_at is null and kind <> 'member' ${after ? db`and key_id < ${after[0]}` : db``}
    order by key_id desc limit ${limit + 1}`
}

export async function revokeKey(tx: Tx, tenantId: string, keyId: string): Promise<void> {
  if (!(await revokeKeyIfPresent(tx, tenantId, keyId))) notFound('API key', keyId)
}

/** False if the key doesn't exist. */
export async function revokeKeyIfPresent(tx: Tx, tenantId: string, keyId: string): Promise<boolean> {
  const [row] = await tx`
    update api_keys set revoked_at = now()
    where tenant_id = ${tenantId} and key_id = ${keyId} and revoked_at is null and kind <> 'member'
    returning key_id`
  if (!row) return false
  count(tx, tenantId, { api_keys: -1 })
  notifyAccess(tx, tenantId, keyId)
  return true
}

/** Why a session with this key no longer works: its user left, the key was revoked, or only the session ended. */
export async function findEnd(
  db: Reader,
  { tenantId, keyId }: Pick<Caller, 'tenantId' | 'keyId'>,
): Promise<'removed' | 'revoked' | 'ended'> {
  const [key] = await db<{ kind: NewKey['kind'] }[]>`
    select kind from api_keys where tenant_id = ${tenantId} and key_id = ${keyId} and not (${isValidKey(db)})`
  if (!key) return 'ended'
  return key.kind === 'member' ? 'removed' : 'revoked'
}

export async function findKey(db: Reader, tenantId: string, keyId: string): Promise<ApiKey | undefined> {
  const [key] = await db<ApiKey[]>`
    select ${keyColumns(db)} from api_keys
    where tenant_id = ${tenantId} and key_id = ${keyId} and kind <> 'member' and ${isValidKey(db)}`
  return key
}

/** The keys with the scope `admin`, oldest first, followed by those of members. */
export async function listAdminKeys(db: Reader, tenantId: string): Promise<string[]> {
  const rows = await db<{ keyId: string }[]>`
    select key_id from api_keys
    where tenant_id = ${tenantId} and ${isValidKey(db)} and 'admin' = any(scopes)
    order by kind = 'member', key_id`
  return rows.map(({ keyId }) => keyId)
}

/**
 * Locks the keys with the scope `admin` that don't expire, so that two concurrent revocations can't revoke the last
 * two. The membership of an admin has such a key.
 */
export async function lockAdminKeys(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx<{ keyId: string }[]>`
    select key_id from api_keys
    where tenant_id = ${tenantId} and revoked_at is null and expires_at is null and 'admin' = any(scopes)
    order by key_id for update`
  return rows.map(({ keyId }) => keyId)
}

export async function setScopes(tx: Tx, tenantId: string, keyId: string, held: Scope[]): Promise<void> {
  await tx`update api_keys set scopes = ${held} where tenant_id = ${tenantId} and key_id = ${keyId}`
  notifyAccess(tx, tenantId, keyId)
}

/** Narrows a user's personal keys that have a wider scope than the given one. */
export async function narrowKeysOf(
  tx: Tx,
  tenantId: string,
  userId: string,
  { to, above }: { to: Scope; above: Scope[] },
): Promise<void> {
  await tx`
    update api_keys set scopes = ${[to]}
    where tenant_id = ${tenantId} and user_id = ${userId} and kind = 'personal' and revoked_at is null
      and scopes && ${above}::text[]`
}

/** Revokes the personal keys of a leaving member, and the key of their membership. */
export async function revokeKeysOf(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const revoked = await tx<{ kind: string; keyId: string }[]>`
    update api_keys set revoked_at = now()
    where tenant_id = ${tenantId} and user_id = ${userId} and kind in ('personal', 'member') and revoked_at is null
    returning kind, key_id`
  for (const { keyId } of revoked) notifyAccess(tx, tenantId, keyId)
  count(tx, tenantId, { api_keys: -revoked.filter(({ kind }) => kind === 'personal').length })
}

/**
 * Renames the keys of a user's memberships, because versions and revisions show the name of the key that created them.
 */
export async function renameKeysOf(tx: Tx, userId: string, name: string): Promise<void> {
  await tx`
    -- every tenant: a user may be in several
    update api_keys set name = ${name} where user_id = ${userId} and kind = 'member'`
}

/** Makes another member responsible for the key of a service. */
export async function setKeeper(tx: Tx, tenantId: string, keyId: string, userId: string): Promise<ApiKey> {
  const [key] = await tx<ApiKey[]>`
    update api_keys set user_id = ${userId}
    where tenant_id = ${tenantId} and key_id = ${keyId} and kind = 'service' and revoked_at is null
    returning ${keyColumns(tx)}`
  return key ?? notFound('key of a service', keyId)
}

export async function listKeysOf(db: Reader, tenantId: string, userId: string): Promise<ApiKey[]> {
  return await db<ApiKey[]>`
    select ${keyColumns(db)} from api_keys
    where tenant_id = ${tenantId} and user_id = ${userId} and kind = 'personal' and revoked_at is null
    order by key_id desc`
}

/** Which of these pages don't exist. */
export async function findMissingPages(db: Reader, tenantId: string, pageIds: string[]): Promise<string[]> {
  const rows = await db<{ pageId: string }[]>`
    select page_id from pages where tenant_id = ${tenantId} and page_id = any(${pageIds}) and deleted_at is null`
  const present = new Set(rows.map(({ pageId }) => pageId))
  return pageIds.filter((pageId) => !present.has(pageId))
}

/** Whether a user is a current member: only members can be responsible for keys. */
export async function isMember(db: Reader, tenantId: string, userId: string): Promise<boolean> {
  const [row] = await db`
    select from api_keys
    where tenant_id = ${tenantId} and user_id = ${userId} and kind = 'member' and revoked_at is null`
  return row !== undefined
}

/** The keys of a user's memberships that were used, latest first. */
export async function findKeysUsed(db: Reader, userId: string): Promise<string[]> {
  const rows = await db<{ keyId: string }[]>`
    -- every tenant: a user may be in several
    select key_id from api_keys
    where user_id = ${userId} and kind = 'member' and revoked_at is null and last_used_at is not null
    order by last_used_at desc`
  return rows.map(({ keyId }) => keyId)
}
