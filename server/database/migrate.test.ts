import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { testServerUrl } from '../test/environment.ts'
import { migrate } from './migrate.ts'
import { openSession } from './session.ts'

const serverUrl = testServerUrl()
const steps = readdirSync(new URL('../../migrations/', import.meta.url)).sort()

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
    // Look-ups that find the tenant can't begin with it; uniqueness among all tenants lives in tables of its own.
    assert.deepEqual(
      wrong.map(({ name }) => name),
      ['api_keys_hash', 'verified_hostnames_pkey'],
    )
  }))
