import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start/startError.ts'
import { testServerUrl } from '../test/environment.ts'
import { migrate } from './migrate.ts'
import { openSession } from './session.ts'

const serverUrl = testServerUrl()
const folder = new URL('../../migrations/', import.meta.url)
const steps = readdirSync(folder).sort()

async function withEmptyDatabase(work: (url: string) => Promise<void>) {
  const name = `foyer_empty_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const admin = await openSession({ url: serverUrl })
  await admin`create database ${admin.identifier(name)}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await admin`drop database ${admin.identifier(name)} with (force)`
    await admin.end()
  }
}

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

test('tenant_id leads every key and index of what belongs to a tenant', () =>
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
    // Look-ups that find the tenant can't begin with it, nor can those of workers, which serve all; uniqueness among all
    // tenants lives in tables of its own.
    assert.deepEqual(
      wrong.map(({ name }) => name),
      ['api_keys_hash', 'jobs_fence', 'verified_hostnames_pkey'],
    )
  }))

/** A database as a Foyer left it that knew the steps before this one only. */
async function migrateBefore(url: string, step: string) {
  const sql = await openSession({ url })
  await sql.execute(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz default now())',
  )
  for (const name of steps.filter((one) => one < step)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    await sql.execute(text)
    await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`
  }
  return sql
}

test('what waited in the queues of before is carried over to the one queue', () =>
  withEmptyDatabase(async (url) => {
    const jobs = steps.find((name) => name.endsWith('_jobs.sql')) as string
    const sql = await migrateBefore(url, jobs)
    // Rows whose parents do not matter here.
    await sql.execute(`
      set session_replication_role = replica;
      insert into agent_runs (tenant_id, version_id, audience_id, fence, leased_until)
        values ('acme', 'version_1', 'audience_1', 2, '2026-11-15 10:00+00');
      insert into batches (tenant_id, batch_id, page_id, status, finished_at) values
        ('acme', 'batch_1', 'page_1', 'running', null), ('acme', 'batch_2', 'page_1', 'finished', now());
      insert into webhook_deliveries (tenant_id, subscription_id, delivery_id, type, data, status, next_try_at) values
        ('acme', 'webhook_1', 'delivery_1', 'page.created', '{}', 'pending', now()),
        ('acme', 'webhook_1', 'delivery_2', 'page.created', '{}', 'delivered', null);
      create schema pgboss;
      create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
      create table pgboss.job (id uuid default gen_random_uuid(), name text, data jsonb, state pgboss.job_state,
        start_after timestamptz default now());
      insert into pgboss.job (name, data, state) values
        ('describe_image', '{"tenantId":"acme","assetId":"asset_1"}', 'retry'),
        ('remove_files', '{"tenantId":"acme","fileIds":["file_1"]}', 'created'),
        ('remove_files', '{"tenantId":"acme","fileIds":["file_2"]}', 'completed'),
        ('upkeep', '{}', 'created')`)
    await sql.end()
    await migrate(url)
    const after = await openSession({ url })
    const rows = await after`
      select kind, case kind when 'remove_files' then '' else key end as key, group_key, data, attempts
      from jobs order by kind`
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['agent_run', 'version_1', '', { audienceId: 'audience_1' }, 2],
        ['batch', 'batch_1', '', {}, 0],
        ['describe_image', 'asset_1', '', {}, 0],
        ['remove_files', '', '', { fileIds: ['file_1'] }, 0],
        ['webhook_delivery', 'webhook_1/delivery_1', 'webhook_1', {}, 0],
      ],
    )
    const left = await after`select from pg_namespace where nspname = 'pgboss'`
    assert.equal(left.length, 0)
    await after.end()
  }))

test('a user without the right to make roles is told what to run, and nothing is made', () =>
  withEmptyDatabase(async (url) => {
    const admin = await openSession({ url })
    const name = `plain_${Math.random().toString(36).slice(2, 8)}`
    await admin.execute(`create role ${name} login password 'plain'; grant all on schema public to ${name}`)
    const plain = new URL(url)
    plain.username = name
    plain.password = 'plain'
    await assert.rejects(migrate(plain.href), (error: Error) => {
      assert.match(error.message, new RegExp(`grant foyer_service to ${name};`))
      return error instanceof StartError
    })
    const made = await admin`select from pg_tables where schemaname = 'public'`
    assert.equal(made.length, 0)
    await admin.execute(`drop owned by ${name}; drop role ${name}`)
    await admin.end()
  }))

test('a step waits for a table in use a little at a time, and is taken when it is free', () =>
  withEmptyDatabase(async (url) => {
    const last = steps.at(-1) as string
    const before = await migrateBefore(url, last)
    await before.execute('begin; lock table tenants in share row exclusive mode')
    const migrating = migrate(url)
    await sleep(300)
    await before.execute('commit')
    await before.end()
    assert.deepEqual(await migrating, [last])
  }))
