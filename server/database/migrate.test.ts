import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findSession } from '../console/queries.ts'
import { newId } from '../ids.ts'
import { newSecret, readSecret } from '../secrets/tenantSecret.ts'
import { StartError } from '../start/startError.ts'
import { findKeyByHash, listKeys } from '../tenants/keyQueries.ts'
import { withEmptyDatabase } from '../test/database.ts'
import { until } from '../test/eventually.ts'
import { hashKey } from '../web/auth.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { serviceRoleOf } from './serviceRole.ts'
import { openSession } from './session.ts'

const folder = new URL('../../migrations/', import.meta.url)
const steps = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

test('processes that start together migrate once', () =>
  withEmptyDatabase(async (url) => {
    const taken = await Promise.all([migrate(url), migrate(url), migrate(url)])
    assert.deepEqual(taken.flat().sort(), steps)
    assert.deepEqual(await migrate(url), [])
  }))

test('a step that was changed after it was applied is refused', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url)
    const sql = await openSession({ url })
    await sql`update migrations set sha256 = 'other' where name = ${steps[0] as string}`
    await sql.end()
    await assert.rejects(migrate(url), /write a new migration/)
  }))

test('tenant_id leads every key and index of tenants’ rows', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url)
    const sql = await openSession({ url })
    const wrong = await sql<{ name: string }[]>`
      select i.indexrelid::regclass::text as name
      from pg_index i join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id' and not a.attisdropped
      where t.relnamespace = 'public'::regnamespace and t.relname <> 'tenants' and i.indkey[0] <> a.attnum
      order by 1`
    await sql.end()
    // Lookups that determine the tenant can't start with it, nor can those of workers, which serve all tenants;
    // uniqueness across tenants is kept in separate tables. Custom values are found by field ids, which belong to one
    // tenant.
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [
        'accounts_custom_values',
        'api_keys_hash',
        'apps_id',
        'jobs_fence',
        'memberships_user',
        'persons_custom_values',
        'verified_hostnames_pkey',
      ],
    )
  }))

test('every tenant_id has the same collation, which Citus needs to keep the rows of a tenant together', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url)
    const sql = await openSession({ url })
    const others = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' and collation_name is distinct from 'C'`
    await sql.end()
    assert.deepEqual(others, [])
  }))

test('keys and sessions of a database without users work after the upgrade, as those of services', () =>
  withEmptyDatabase(async (url) => {
    const before = await mkdtemp(join(tmpdir(), 'foyer-steps-'))
    for (const step of steps.filter((name) => name < '0080'))
      await copyFile(new URL(step, folder), join(before, step))
    await migrate(url, { folder: pathToFileURL(`${before}/`) })
    const [tenantId, keyId] = [newId('tenant'), newId('key')]
    const { secret, hash } = newSecret(tenantId, 32)
    const owner = await openSession({ url })
    await owner`insert into tenants (tenant_id, slug, name) values (${tenantId}, 'old', 'Old')`
    await owner`
      insert into api_keys (tenant_id, key_id, name, scopes, hash)
      values (${tenantId}, ${keyId}, 'Old key', ${['admin']}, ${hashKey('foyer_old')})`
    await owner`
      insert into console_sessions (tenant_id, hash, key_id, expires_at)
      values (${tenantId}, ${hash}, ${keyId}, now() + interval '1 day')`
    await owner.end()
    await migrate(url)
    const db = openDatabase({ url, asService: true, poolSize: 1 })
    const caller = { tenantId, keyId, scopes: ['admin'] }
    assert.deepEqual(await findKeyByHash(db.read, hashKey('foyer_old')), caller)
    const kept = readSecret(secret)
    const session = kept && (await findSession(db.read, kept, { idle: 30, most: 90 }))
    assert.deepEqual([session?.keyId, session?.scopes, session?.userId], [keyId, ['admin'], undefined])
    const [key] = await listKeys(db.read, tenantId, { limit: 5, after: undefined })
    assert.deepEqual([key?.kind, key?.userId, key?.expiresAt], ['service', null, null])
    await db.close()
    await rm(before, { recursive: true })
  }))

test('a database that a development version migrated in many steps counts as having the baseline', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url)
    const sql = await openSession({ url })
    const former = ['0001_ground.sql', '0010_messages.sql', '0043_notices.sql']
    await sql`delete from migrations where name = '0001_baseline.sql'`
    await sql`insert into migrations (name, sha256) select name, '' from unnest(${former}::text[]) as name`
    assert.deepEqual(await migrate(url), [])
    const names = await sql<{ name: string }[]>`select name from migrations order by name`
    assert.deepEqual(
      names.map(({ name }) => name),
      steps,
    )
    await sql`update migrations set name = '0001_ground.sql' where name = '0001_baseline.sql'`
    await assert.rejects(migrate(url), /early development version/)
    await sql.end()
  }))

test('a user without the right to create roles gets the command to run, and nothing is created', () =>
  withEmptyDatabase(async (url) => {
    const admin = await openSession({ url })
    const name = `plain_${Math.random().toString(36).slice(2, 8)}`
    await admin.execute(`create role ${name} login password 'plain'; grant all on schema public to ${name}`)
    const plain = new URL(url)
    plain.username = name
    plain.password = 'plain'
    await assert.rejects(migrate(plain.href), (error: Error) => {
      assert.match(error.message, new RegExp(`grant ${serviceRoleOf(url)} to ${name};`))
      return error instanceof StartError
    })
    const made = await admin`select from pg_tables where schemaname = 'public'`
    assert.equal(made.length, 0)
    await admin.execute(`drop owned by ${name}; drop role ${name}`)
    await admin.end()
  }))

test('each database has a service role of its own, which has no rights in another', () =>
  withEmptyDatabase((one) =>
    withEmptyDatabase(async (other) => {
      await migrate(one)
      await migrate(other)
      const session = await openSession({ url: other })
      const rights = await session<{ own: boolean; foreign: boolean }[]>`
        select has_table_privilege(${serviceRoleOf(other)}, 'tenants', 'select') as own,
          has_table_privilege(${serviceRoleOf(one)}, 'tenants', 'select') as foreign`
      await session.end()
      assert.deepEqual(rights, [{ own: true, foreign: false }])
    }),
  ))

test('the name of a service role is a plain identifier and differs for every database', () => {
  const roleOf = (database: string) =>
    serviceRoleOf(`postgres://me@localhost/${encodeURIComponent(database)}`)
  assert.equal(roleOf('shop'), 'foyer_service_shop')
  assert.equal(roleOf(''), 'foyer_service_me')
  const names = ['shop', 'Shop', 'sh op', 'sh-op', "x'; drop", 'a'.repeat(63), `${'a'.repeat(62)}b`].map(
    roleOf,
  )
  for (const name of names) assert.match(name, /^foyer_service_[a-z0-9_]{1,49}$/)
  assert.equal(new Set(names).size, names.length)
})

test('a version starts on a database with additions of later versions and columns it no longer needs, and changes nothing', () =>
  withEmptyDatabase(async (url) => {
    const [present, later] = [
      await mkdtemp(join(tmpdir(), 'foyer-')),
      await mkdtemp(join(tmpdir(), 'foyer-')),
    ]
    const [ours, theirs] = [present, later].map((path) => pathToFileURL(`${path}/`)) as [URL, URL]
    for (const folder of [ours, theirs])
      await writeFile(new URL('0001_first.sql', folder), 'create table things (id int, old int)')
    await migrate(url, { folder: ours })
    const add = async (name: string, sql: string) => {
      await writeFile(new URL(name, theirs), sql)
      await migrate(url, { folder: theirs })
    }
    const why = 'the previous release does not read it any more'
    await add('0002_add.sql', 'create table private_things (id int)')
    await add('0003_drop.sql', `-- contract since 0.1.0: ${why}\nalter table things drop column old`)
    const session = await openSession({ url })
    await session.execute(`revoke insert on private_things from ${serviceRoleOf(url)}`)
    const seen: string[][] = []
    const start = () => migrate(url, { folder: ours, onLater: (names) => seen.push(names) })
    assert.deepEqual(await start(), [])
    assert.deepEqual(seen, [['0002_add.sql', '0003_drop.sql']])
    const [rights] = await session<{ mayInsert: boolean }[]>`
      select has_table_privilege(${serviceRoleOf(url)}, 'private_things', 'insert') as may_insert`
    assert.equal(rights?.mayInsert, false, 'the rights that the later version gave are left alone')

    await add('0004_drop.sql', `-- contract since 99.0.0: ${why}\ndrop table private_things`)
    await assert.rejects(start(), /\(0004_drop.sql\), beside which .* Start that version here, or restore/)
    await session`delete from migrations where name = '0004_drop.sql'`
    await rm(new URL('0004_drop.sql', theirs))
    await writeFile(new URL('0005_branch.sql', ours), 'create table branch (id int)')
    await assert.rejects(start(), /later version/, 'another branch, not the previous release')
    await rm(new URL('0005_branch.sql', ours))
    await start()
    await add('0006_drop.sql', `-- contract: ${why}\nselect 1`)
    await assert.rejects(start(), /0006_drop/)
    await session`delete from migrations where name = '0006_drop.sql'`
    await session.execute('alter table migrations drop column runs_beside')
    await assert.rejects(start(), /0002_add.sql, 0003_drop.sql/, 'applied by a version that recorded nothing')
    await session.end()
    for (const folder of [present, later]) await rm(folder, { recursive: true })
  }))

test('a step waits for a table in use in short attempts, and is repeated after a deadlock', () =>
  withEmptyDatabase(async (url) => {
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'foyer-migrations-'))}/`)
    await writeFile(new URL('0001_first.sql', folder), 'create table things (id int)')
    await migrate(url, { folder })
    await writeFile(new URL('0002_second.sql', folder), 'alter table things add column name text')
    const other = await openSession({ url })
    await other.execute('begin; lock table things in access share mode')
    const migrating = migrate(url, { folder, lockMs: 500 })
    const isWaiting = async () =>
      (await other`select from pg_locks where relation = 'things'::regclass and not granted`).length > 0
    await until('the step waits', isWaiting)
    await until('it lets others pass', async () => !(await isWaiting()))
    await other.execute('commit')
    await other.end()
    assert.deepEqual(await migrating, ['0002_second.sql'])

    // A deadlock with a request ends either of them; here the step, which waits first.
    const [one, two] = ['alter table things add column more text', 'create table others (id int)']
    await writeFile(new URL('0003_third.sql', folder), two)
    await migrate(url, { folder })
    await writeFile(new URL('0004_fourth.sql', folder), `${one}; alter table others add column more text`)
    const request = await openSession({ url })
    await request.execute('begin; lock table others in access share mode')
    const again = migrate(url, { folder })
    const waits = async () =>
      (await request`select from pg_locks where relation = 'others'::regclass and not granted`).length > 0
    await until('the step waits again', waits)
    await request.execute('lock table things in access share mode; commit')
    await request.end()
    assert.deepEqual(await again, ['0004_fourth.sql'])
    await rm(folder, { recursive: true })
  }))
