import { invalid } from '../../shared/problem.ts'
import { type Fragment, type Reader, TooLate, type Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { count, countChanged, readTally } from '../lists/tallies.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import type { PageOf } from '../web/paging.ts'
import type { Activity, ActivitySource } from './schema.ts'

export type NewActivity = {
  type: string
  source: ActivitySource
  /** Defaults to the account that the person is linked to. */
  accountId?: string | null
  personId?: string
  accountLogId?: string
  personLogId?: string
  payload?: object
  idempotencyKey?: string
}

export type BulkActivity = {
  tenantId: string
  type: string
  source: ActivitySource
  personId: string | null
  /** If a person is given, the account they are linked to at the time of writing is used instead. */
  accountId: string | null
  payload: object
}

/** Which entries of an account or a person a list includes. */
export type ActivityFilter = { includePersonActivity: boolean; includeDeleted: boolean }
export type PersonActivityFilter = { includeDeleted: boolean }

const columns = (db: Reader) => db`
  activity_id, account_id, account_log_id, person_id, person_log_id, source, type, payload, idempotency_key,
  created_at, updated_at, deleted_at`

/**
 * Writes one activity entry, or returns the one with the same idempotency key. The person is locked until the
 * transaction ends: a concurrently created account that links the person waits, then finds this entry.
 */
export async function recordActivity(tx: Tx, tenantId: string, entry: NewActivity): Promise<Activity> {
  const { type, source, personId = null, payload = {}, idempotencyKey = null } = entry
  const person = personId === null ? undefined : await holdPerson(tx, tenantId, personId)
  if (personId !== null && !person) throw invalid('/personId', 'does not match a person')
  const content = { type, source, personId, payload, accountId: entry.accountId }
  const [made] = await tx<Omit<Activity, 'personName'>[]>`
    insert into activity (tenant_id, activity_id, account_id, account_log_id, person_id, person_log_id, source, type,
      payload, idempotency_key, fingerprint)
    values (${tenantId}, ${newId('activity')}, ${entry.accountId ?? person?.accountId ?? null},
      ${entry.accountLogId ?? null}, ${personId}, ${entry.personLogId ?? null}, ${source}, ${type},
      ${JSON.stringify(payload)}::text::json, ${idempotencyKey}, ${idempotencyKey && fingerprint(content)})
    on conflict (tenant_id, idempotency_key)
      where idempotency_key is not null and account_log_id is null and person_log_id is null do nothing
    returning ${columns(tx)}`
  if (made) {
    count(tx, tenantId, Object.fromEntries(scopesOf(made).map((scope) => [scope, 1])))
    return { ...made, personName: person?.name ?? null }
  }
  return await findRepeated(tx, tenantId, idempotencyKey as string, fingerprint(content))
}

/** The same without an idempotency key and without awaiting the database; writes nothing if the person is gone. */
export function appendActivity(
  tx: Tx,
  tenantId: string,
  { accountId, personId, payload, ...entry }: Omit<BulkActivity, 'tenantId'>,
): void {
  const row = { activityId: newId('activity'), ...entry, payload: tx.json(payload) }
  const person = { tenantId: tx`p.tenant_id`, accountId: tx`p.account_id`, personId: tx`p.person_id` }
  const made =
    personId === null
      ? tx.values({ tenantId, accountId, ...row })
      : tx`${tx.select({ ...person, ...row })}
          from persons p where p.tenant_id = ${tenantId} and p.person_id = ${personId} for share`
  tx.appendWithRows(
    {
      insert: tx`insert into activity ${made}`,
      returning: tx`tenant_id, account_id, person_id, part`,
      again: tx`from activity where tenant_id = ${tenantId} and activity_id = ${row.activityId}`,
    },
    ...countedEntries(tx, 1).map(
      (counted) => (from: Fragment) =>
        tx`
        with changed as (select * ${from}) insert into tallies (tenant_id, scope, difference) ${counted}`,
    ),
  )
}

/** The tallies that count an undeleted entry. */
function scopesOf({ accountId, personId }: Pick<Activity, 'accountId' | 'personId'>): string[] {
  const part = personId === null ? 0 : 1
  return [
    ...(accountId === null ? [] : [`activity:${accountId}:${part}`]),
    ...(personId === null ? [] : [`person:${personId}:activity:${part}`]),
  ]
}

/** The same for the rows of a statement, which may be deleted; `part` is the value of that column. */
export function countedEntries(db: Reader, difference: 1 | -1, part = db`part`): Fragment[] {
  return [
    db`select tenant_id, 'activity:' || account_id || ':' || ${part}, ${difference}::int from changed
      where account_id is not null`,
    db`select tenant_id, 'person:' || person_id || ':activity:' || ${part}, ${difference}::int from changed
      where person_id is not null`,
  ]
}

/** Locks a person against erasure and linking to another account until the transaction ends. */
export async function holdPerson(tx: Tx, tenantId: string, personId: string) {
  const [person] = await tx<{ accountId: string | null; name: string | null }[]>`
    select account_id, name from persons where tenant_id = ${tenantId} and person_id = ${personId} for share`
  return person
}

async function findRepeated(tx: Tx, tenantId: string, key: string, repeat: Buffer): Promise<Activity> {
  const [first] = await tx<(Activity & { fingerprint: Buffer })[]>`
    select ${columns(tx)}, fingerprint,
      (select name from persons p where p.tenant_id = ${tenantId} and p.person_id = activity.person_id) as person_name
    from activity
    where tenant_id = ${tenantId} and idempotency_key = ${key} and account_log_id is null and person_log_id is null`
  if (!first) throw new TooLate('the entry under this key was erased')
  const { fingerprint: known, ...activity } = first
  demandSameRequest(known, repeat, key)
  return activity
}

export async function listActivity(
  db: Reader,
  tenantId: string,
  accountId: string,
  filter: ActivityFilter,
  page: PageOf<[string]>,
): Promise<Activity[]> {
  return await listParts(db, tenantId, db`account_id = ${accountId}`, partsOf(filter), page)
}

export async function listPersonActivity(
  db: Reader,
  tenantId: string,
  personId: string,
  filter: PersonActivityFilter,
  page: PageOf<[string]>,
): Promise<Activity[]> {
  return await listParts(db, tenantId, db`person_id = ${personId}`, personPartsOf(filter), page)
}

/** The newest entries of each part, merged. Every part is one index scan, however many entries it has. */
async function listParts(
  db: Reader,
  tenantId: string,
  whose: Fragment,
  wanted: number[],
  { limit, after }: PageOf<[string]>,
): Promise<Activity[]> {
  const parts = wanted
    .map(
      (part) => db`(
        select ${columns(db)} from activity
        where tenant_id = ${tenantId} and ${whose} and part = ${part}
          ${after ? db`and activity_id < ${after[0]}` : db``}
        order by activity_id desc limit ${limit + 1})`,
    )
    .reduce((all, part) => db`${all} union all ${part}`)
  return await db<Activity[]>`
    select a.*, p.name as person_name
    from (select * from (${parts}) as entries order by activity_id desc limit ${limit + 1}) as a
    left join persons p on p.tenant_id = ${tenantId} and p.person_id = a.person_id
    order by a.activity_id desc`
}

export async function countActivity(db: Reader, tenantId: string, accountId: string, filter: ActivityFilter) {
  const scopes = partsOf(filter).map((part) => `activity:${accountId}:${part}`)
  return await readTally(db, tenantId, ...scopes)
}

export async function countPersonActivity(
  db: Reader,
  tenantId: string,
  personId: string,
  filter: PersonActivityFilter,
) {
  return await readTally(db, tenantId, ...personActivityScopes(personId, filter))
}

/** The tallies that count a person's entries. */
export function personActivityScopes(personId: string, filter: PersonActivityFilter): string[] {
  return personPartsOf(filter).map((part) => `person:${personId}:activity:${part}`)
}

function personPartsOf(filter: PersonActivityFilter): number[] {
  return partsOf({ ...filter, includePersonActivity: true }).filter((part) => (part & 1) === 1)
}

/** The values of the column `part`: 1 for a person's entry, plus 2 for a deleted one. */
function partsOf({ includePersonActivity, includeDeleted }: ActivityFilter): number[] {
  return [0, 1, 2, 3].filter(
    (part) => (includePersonActivity || (part & 1) === 0) && (includeDeleted || (part & 2) === 0),
  )
}

/** The time of an account's latest undeleted entry, its persons' included; for a statement on `accounts`. */
export function latestActivityAt(db: Reader, tenantId: string): Fragment {
  const newest = (part: number) => db`(
    select created_at from activity
    where tenant_id = ${tenantId} and account_id = accounts.account_id and part = ${part}
    order by activity_id desc limit 1)`
  return db`greatest(${newest(0)}, ${newest(1)})`
}

/** Assigns persons' entries without an account to the account they are now linked to. */
export async function moveActivityToAccount(
  tx: Tx,
  tenantId: string,
  personIds: string[],
  accountId: string,
): Promise<void> {
  await tx`
    with changed as (
      update activity set account_id = ${accountId}
      where tenant_id = ${tenantId} and person_id = any(${personIds}) and account_id is null
      returning tenant_id, part
    )
    ${countChanged(tx, tx`select tenant_id, ${`activity:${accountId}:`} || part, 1 from changed`)}`
}

export function eraseActivityOf(tx: Tx, tenantId: string, personId: string): void {
  tx.defer(tx`
    with changed as (
      delete from activity where tenant_id = ${tenantId} and person_id = ${personId}
      returning tenant_id, account_id, person_id, part
    )
    ${countChanged(tx, ...countedEntries(tx, -1))}`)
}
