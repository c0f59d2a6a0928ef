import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../database/migrate.ts'
import { openSession } from '../database/session.ts'
import { moveJob } from '../queue/jobs.ts'
import { systemTenant } from '../queue/kinds.ts'
import { DiskStorage } from '../storage/disk.ts'
import { exportTenant } from '../transfer/export.ts'
import { importTenant } from '../transfer/import.ts'
import { findWrongAudit } from './auditLog.ts'
import type { Client } from './client.ts'
import { createClusterDatabase, openWorkers } from './cluster.ts'
import { converse } from './conversation.ts'
import { cloneDatabase } from './database.ts'
import { clusterPlace, sharedDatabaseUrl } from './environment.ts'
import { eventually, until } from './eventually.ts'
import { type AnsweredCall, findUncalled, useEveryOperation } from './everyOperation.ts'
import { newAudience, newLink, newPage } from './sites.ts'
import { makeReport, openSite } from './visits.ts'
import { type World, world } from './world.ts'

// Runs with the other tests on PostgreSQL, and with `npm run test:cluster` on Citus.

const settings = { AGENT_ALLOW_PRIVATE: 'true' }
const onCluster = sharedDatabaseUrl !== undefined

/** On a cluster, two tenants on different workers; otherwise one, as other tests cover isolation. */
async function openTenants(here: World): Promise<Client[]> {
  if (!onCluster) return [here.acme]
  const first = await workerOf(here, here.acme)
  for (;;) {
    const other = await here.tenant('initech')
    if ((await workerOf(here, other)) !== first) return [here.acme, other]
  }
}

/** The address of a tenant's worker. */
async function workerOf({ db }: World, { tenantId }: Client): Promise<string> {
  const [row] = await db.read<{ address: string }[]>`
    select nodename || ':' || nodeport as address from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('pages', ${tenantId}::text)`
  return row?.address as string
}

test('every operation of the API works and is audited on a cluster, for tenants on different workers', async () => {
  const here = await world(settings)
  const calls = new Set<string>()
  const tenants = await openTenants(here)
  await Promise.all(
    tenants.map(async (client) => {
      const answered: AnsweredCall[] = []
      await useEveryOperation(here, client, calls, answered)
      assert.deepEqual(await findWrongAudit(here, client, answered), [])
    }),
  )
  assert.deepEqual(findUncalled(here, calls), [])
})

test('a tenant is exported and imported into another database, with every row', {
  skip: onCluster && !clusterPlace ? 'needs a cluster made for this run' : false,
}, async () => {
  const here = await world(settings)
  const { tenantId, slug } = here.globex
  const pageId = await newPage(here.globex, 'Moved')
  await newLink(here.globex, '/moved', (await newAudience(here.globex, pageId)).audienceId)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-moved-'))
  const second = await openSecondDatabase()
  try {
    const file = join(folder, 'tenant.tar.gz')
    const exported = await exportTenant(here.databaseUrl, here.context.storage, { tenantId, slug }, file)
    const imported = await importTenant(second.url, new DiskStorage(folder), file)
    assert.ok(exported.rows > 5, `${exported.rows}`)
    assert.deepEqual(imported, exported)
    const session = await openSession({ url: second.url })
    const links = await session`select path from page_links where tenant_id = ${tenantId}`
    await session.end()
    assert.deepEqual(links, [{ path: '/moved' }])
  } finally {
    await second.drop()
    await rm(folder, { recursive: true })
  }
})

async function openSecondDatabase() {
  if (!onCluster) return await cloneDatabase()
  if (!clusterPlace) throw new Error('A second database needs a cluster made for this run: set CITUS_BIN.')
  const url = await createClusterDatabase(clusterPlace, 'foyer_second')
  await migrate(url)
  return { url, drop: async () => {} }
}

test('with a worker down, tenants on the other one are served, and `/readyz` names the worker', {
  skip: clusterPlace ? false : 'needs a cluster made for this run',
}, async () => {
  const here = await world(settings)
  const tenants = await openTenants(here)
  const places = await Promise.all(tenants.map((client) => makePlace(client)))
  for (const worker of await openWorkers(clusterPlace as NonNullable<typeof clusterPlace>)) {
    const addresses = await Promise.all(tenants.map((client) => workerOf(here, client)))
    const lost = addresses.indexOf(worker.address)
    const [down, up] = [tenants[lost] as Client, tenants[1 - lost] as Client]
    await worker.stop()
    try {
      assert.deepEqual(await readiness(here), { status: 'degraded', unreachableWorkers: [worker.address] })
      assert.equal((await down.get('/v0/pages')).status, 503)
      assert.equal((await down.post('/v0/accounts', { domain: 'down.example' })).status, 503)
      await demandService(here, up, places[1 - lost] as PageAudience, worker.address)
      await demandUpkeep(here, up)
    } finally {
      await worker.start()
    }
    await eventually(async () => assert.deepEqual(await readiness(here), { status: 'ready' }), 5_000)
    assert.equal((await down.get('/v0/pages')).status, 200)
    assert.equal((await down.get('/v0/accounts?query=down')).body.totalCount, 0)
  }
})

type PageAudience = { pageId: string; audienceId: string }

async function makePlace(client: Client): Promise<PageAudience> {
  const pageId = await newPage(client, 'Up')
  const { audienceId } = await newAudience(client, pageId)
  await newLink(client, '/up', audienceId)
  return { pageId, audienceId }
}

async function readiness({ baseUrl }: World) {
  const answer = await fetch(`${baseUrl}/readyz`)
  assert.equal(answer.status, 200)
  return await answer.json()
}

/** Checks API, pages, visits, runs and webhooks of a tenant. */
async function demandService(
  here: World,
  client: Client,
  { pageId, audienceId }: PageAudience,
  round: string,
) {
  const site = openSite(here, client)
  const hook = `/${client.slug}/${round}`
  const hooks = '/v0/webhook_subscriptions'
  assert.equal((await client.post(hooks, { url: here.sink.url + hook, events: ['*'] })).status, 201)
  const domain = `${round.replace(/\W/g, '-')}.example`
  assert.equal((await client.post('/v0/accounts', { domain })).status, 201)
  assert.equal((await client.get(`/v0/pages/${pageId}`)).body.audiencesCount, 1)
  assert.equal((await site.ask('/up')).status, 200)
  const [version] = (await client.get(`/v0/pages/${pageId}/audiences/${audienceId}/versions`)).body.items
  const place = { tenantId: client.tenantId, pageId, audienceId, versionId: version.versionId }
  assert.equal(await site.report(makeReport(here, place)), 204)
  const path = `/v0/pages/${pageId}/audiences/${audienceId}`
  const { document } = await converse(client, path, `Change the headline to "Up at ${domain}"`)
  assert.equal(document.blocks[0].props.headline, `Up at ${domain}`)
  await here.sink.waitFor(3, hook, 20_000)
}

/** Upkeep succeeds, and folds the tallies of a tenant whose worker is available. */
async function demandUpkeep({ db }: World, client: Client) {
  const { tenantId } = client
  for (const name of ['One', 'Two']) assert.equal((await client.post('/v0/persons', { name })).status, 201)
  const countRows = async () =>
    (await db.read`select from tallies where tenant_id = ${tenantId} and scope = 'persons'`).length
  assert.ok((await countRows()) > 1)
  await db.inTransaction((tx) => moveJob(tx, 'upkeep', systemTenant, 'upkeep'))
  const isDone = async () => {
    const [job] = await db.read<{ isDone: boolean; lastError: string | null }[]>`
      select due_at > now() + interval '30 seconds' as is_done, last_error from jobs
      where tenant_id = ${systemTenant} and kind = 'upkeep'`
    assert.equal(job?.lastError, null)
    return job?.isDone
  }
  await until('upkeep ends', isDone, 20_000)
  assert.equal(await countRows(), 1)
}
