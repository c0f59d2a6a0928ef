import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainEvents } from '../audit/chain.ts'
import { countWaiting } from '../audit/queries.ts'
import { settings } from '../config/settings.ts'
import { openDatabase } from '../database/database.ts'
import { openSession } from '../database/session.ts'
import { testServerUrl } from '../test/environment.ts'
import { eventually } from '../test/eventually.ts'
import { emptyFolder, foyer, freshDatabase, launch, preparedFolder, type Ran } from '../test/launch.ts'

async function json(running: Promise<Ran>) {
  const run = await running
  assert.equal(run.code, 0, run.stderr)
  assert.equal(run.stderr, '')
  return JSON.parse(run.stdout)
}

async function failure(running: Promise<Ran>) {
  const run = await running
  assert.notEqual(run.code, 0)
  assert.equal(run.stdout, '')
  return JSON.parse(run.stderr).error
}

test('an operator makes a tenant and keys, lists them, and revokes one', async () => {
  const at = { DATABASE_URL: await freshDatabase() }
  const made = await json(foyer(['tenants', 'create', 'acme', '--name', 'Acme Inc.', '--json'], at))
  assert.equal(made.tenant.slug, 'acme')
  assert.equal(made.tenant.name, 'Acme Inc.')
  assert.match(made.key.key, /^foyer_[\w-]{43}$/)
  assert.deepEqual(made.key.scopes, ['admin'])
  assert.equal((await failure(foyer(['--json', 'tenants', 'create', 'acme'], at))).code, 'slug_taken')
  assert.equal(
    (await failure(foyer(['tenants', 'create', 'Not A Slug', '--json'], at))).code,
    'invalid_input',
  )
  assert.deepEqual((await json(foyer(['tenants', 'list', '--json'], at))).items, [made.tenant])

  const crm = await json(
    foyer(['keys', 'create', 'acme', '--name', 'CRM', '--scopes', 'read,write', '--json'], at),
  )
  assert.deepEqual(crm.scopes, ['read', 'write'])
  const byId = await json(foyer(['keys', 'list', made.tenant.tenantId, '--json'], at))
  assert.deepEqual(
    byId.items.map(({ name }: { name: string }) => name),
    ['CRM', 'First key'],
  )
  assert.ok(!JSON.stringify(byId).includes(crm.key))
  assert.deepEqual(await json(foyer(['keys', 'revoke', 'acme', crm.keyId, '--json'], at)), {
    keyId: crm.keyId,
    revoked: true,
  })
  assert.equal((await failure(foyer(['keys', 'revoke', 'acme', crm.keyId, '--json'], at))).code, 'not_found')
  assert.equal((await failure(foyer(['keys', 'list', 'globex', '--json'], at))).code, 'not_found')
  assert.equal((await json(foyer(['keys', 'list', 'acme', '--json'], at))).items.length, 1)
  await findTampering(at.DATABASE_URL, made.tenant.tenantId)
})

/** Commands are in the audit log, and `audit verify` finds a row that was changed afterwards. */
async function findTampering(url: string, tenantId: string) {
  const at = { DATABASE_URL: url }
  const db = openDatabase({ url, poolSize: 1 })
  const rows = await db.read<{ action: string; command: string }[]>`
    select action, details ->> 'command' as command from audit_events
    where tenant_id = ${tenantId} and actor_kind = 'system' and way = 'cli' order by event_id`
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['tenant.created', 'createApiKey', 'revokeApiKey'],
  )
  assert.equal(rows[1]?.command, 'foyer keys create acme --name CRM --scopes read,write --json')
  while ((await countWaiting(db.read, tenantId)) > 0) await chainEvents(db, () => undefined)
  const good = await json(foyer(['audit', 'verify', 'acme', '--json'], at))
  const [{ hash, lastNumber, faults }] = good.tenants
  assert.deepEqual([lastNumber, faults], [3, []])
  await db.inTransaction(
    (tx) => tx`
    update audit_events set action = 'x' where tenant_id = ${tenantId} and number = 2`,
  )
  const bad = await foyer(['audit', 'verify', 'acme', '--head', `3:${hash}`], at)
  assert.equal(bad.code, 3)
  assert.match(bad.stdout, /^acme: 1 of 3 rows don't fit\.\n {2}row 2 was changed \(/)
  await db.close()
}

test('output for people is text: a table, a key shown once, no colours without a terminal', async () => {
  const at = { DATABASE_URL: await freshDatabase() }
  const made = await foyer(['tenants', 'create', 'acme'], at)
  assert.equal(made.code, 0)
  assert.match(
    made.stdout,
    /^Tenant acme was created \(tenant_\w{26}\)\.\n\n {2}foyer_[\w-]{43}\n\nThis key is shown only once/,
  )
  const listed = await foyer(['tenants', 'list'], at)
  assert.match(
    listed.stdout,
    /^SLUG +NAME +ID +MADE\nacme +acme +tenant_\w{26} +\d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
  )
  const refused = await foyer(['keys', 'list', 'nobody'], at)
  assert.equal(refused.code, 1)
  assert.equal(refused.stdout, '')
  assert.match(
    refused.stderr,
    /^foyer: Tenant nobody not found\. List tenants with `npx foyer tenants list`\.\n$/,
  )
})

test('an invalid command line is refused with the error, as text or as JSON', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['keys', 'create', 'acme', '--name', 'x', '--scopes', 'root'],
      /Use one or more of read, write, publish, admin/,
    ],
    [['keys', 'create', 'acme', '--scopes', 'read'], /--name <name>.* not specified/],
    [['tenants', 'create'], /missing required argument 'slug'/],
    [['start', '--role', 'boss'], /Allowed choices are both, web, worker/],
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['--frobnicate'], /unknown option '--frobnicate'/],
  ]
  for (const [args, wrong] of cases) {
    const error = await failure(foyer([...args, '--json'], {}))
    assert.equal(error.code, 'usage')
    assert.match(error.message, wrong)
  }
  const words = await foyer(['tenants', 'creat'], {})
  assert.equal(words.code, 2)
  assert.match(
    words.stderr,
    /unknown command 'creat'\n\(Did you mean create\?\)\nAdd --help to see commands and options\./,
  )
})

test('help lists every command and every setting with its default, with examples', async () => {
  const { code, stdout } = await foyer(['--help'], {})
  assert.equal(code, 0)
  for (const command of ['start', 'migrate', 'tenants', 'keys', 'console', 'demo'])
    assert.match(stdout, new RegExp(`^  ${command}`, 'm'))
  for (const [name, { fallback }] of Object.entries(settings))
    assert.match(
      stdout,
      new RegExp(`^  ${name} .*${fallback ? `\\[${fallback.replace(/[.*+?/]/g, '\\$&')}\\]` : ''}$`, 'm'),
    )
  assert.match(stdout, /npx foyer keys create acme --name CRM --scopes write/)
})

test('a command on an unprepared database asks for `migrate`, which prepares it once', async () => {
  const url = new URL(await freshDatabase())
  url.pathname = `${url.pathname}_bare`
  const admin = await openSession({ url: testServerUrl() })
  await admin`create database ${admin.identifier(url.pathname.slice(1))}`
  const at = { DATABASE_URL: url.href }
  assert.match(
    (await failure(foyer(['tenants', 'list', '--json'], at))).message,
    /Run `npx foyer migrate` first/,
  )
  assert.equal((await json(foyer(['migrate', '--json'], at))).applied[0], '0001_baseline.sql')
  assert.deepEqual((await json(foyer(['migrate', '--json'], at))).applied, [])
  assert.deepEqual((await json(foyer(['tenants', 'list', '--json'], at))).items, [])
  await admin`drop database ${admin.identifier(url.pathname.slice(1))} with (force)`
  await admin.end()
})

test('a key made beside a running service works at once, and is refused within a second of being revoked', async () => {
  const { dataDir } = await preparedFolder()
  const service = await launch({ DATA_DIR: dataDir })
  const { key, keyId } = await json(
    foyer(['keys', 'create', 'demo', '--name', 'laptop', '--scopes', 'read', '--json'], {
      DATA_DIR: dataDir,
    }),
  )
  const me = () => fetch(`${service.url}/v0/me`, { headers: { 'x-api-key': key } })
  assert.equal((await me()).status, 200)
  await json(foyer(['keys', 'revoke', 'demo', keyId, '--json'], { DATA_DIR: dataDir }))
  await eventually(async () => assert.equal((await me()).status, 401))
  assert.equal((await service.stop()).code, 0)
})

test('a command without a running service starts the database for its duration, also in an empty folder', async () => {
  const DATA_DIR = await emptyFolder()
  const demo = await json(foyer(['demo', '--json'], { DATA_DIR }))
  assert.equal(demo.made, true)
  assert.match(demo.key, /^foyer_/)
  const again = await json(foyer(['demo', '--json'], { DATA_DIR }))
  assert.deepEqual(again, { tenant: demo.tenant, made: false })
  const service = await launch({ DATA_DIR })
  assert.equal(service.key, undefined)
  assert.equal((await fetch(`${service.url}/v0/me`, { headers: { 'x-api-key': demo.key } })).status, 200)
  await service.stop()
})
