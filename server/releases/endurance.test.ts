import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAudience } from '../audiences/verbs.ts'
import type { Client } from '../test/client.ts'
import { times } from '../test/effort.ts'
import { onlyThorough } from '../test/environment.ts'
import { until } from '../test/eventually.ts'
import { openReleasedPage, pageSaying, waitForRelease } from '../test/releases.ts'
import { type World, world } from '../test/world.ts'

const timeout = times(1_800_000, 240_000)
const leaseSeconds = 2

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const program = new URL('../test/workerProcess.ts', import.meta.url)
  const worker = fork(program, [databaseUrl, String(leaseSeconds)])
  await once(worker, 'message')
  return worker
}

/** Kills a worker at a random moment of a release and starts another in its place. */
async function killDuring(databaseUrl: string, client: Client, releaseId: string, worker: ChildProcess) {
  await until('the release is under way', async () => {
    const { body } = await client.get(`/v0/releases/${releaseId}`)
    return body.startedAt !== null || body.status === 'undoing'
  })
  await sleep(Math.random() * 300)
  worker.kill('SIGKILL')
  return await startWorker(databaseUrl)
}

async function countVersions({ db }: World, { tenantId }: Client, pageId: string) {
  const [row] = await db.read<Record<string, number>[]>`
    select count(*) as audiences, sum(versions)::int as versions, sum(published)::int as published,
      max(published)::int as most_published, sum(gaps)::int as gaps
    from (
      select a.audience_id, count(*) as versions, count(*) filter (where v.status = 'published') as published,
        max(v.version_number) - count(*) as gaps
      from audiences a join versions v on v.tenant_id = ${tenantId} and v.audience_id = a.audience_id
      where a.tenant_id = ${tenantId} and a.page_id = ${pageId} group by a.audience_id) as counted`
  return row
}

test('workers killed at random moments of releases and undos lose and duplicate no audience', {
  timeout,
  skip: onlyThorough,
}, async (t) => {
  const here = await world({}, { works: false })
  const { acme, db, databaseUrl, subscribe, events } = here
  const [count, kills] = [times(1_000, 300), times(20, 2)]
  const page = await openReleasedPage(acme, pageSaying('Day 0'))
  await db.inTransaction(async (tx) => {
    await Promise.all(
      Array.from({ length: count }, () => createAudience(tx, acme.tenantId, page.pageId, { publish: true })),
    )
  })
  await subscribe(acme)
  let worker = await startWorker(databaseUrl)
  t.after(() => worker.kill('SIGKILL'))
  for (let round = 1; round <= kills; round++) {
    await page.save(pageSaying(`Day ${round}`))
    const asked = { kind: 'base', audiences: { all: true } }
    const { releaseId } = (await acme.post(`${page.path}/releases`, asked)).body
    worker = await killDuring(databaseUrl, acme, releaseId, worker)
    const { counts, status } = await waitForRelease(acme, releaseId)
    assert.deepEqual([status, counts.total, counts.published], ['finished', count, count])
    const all = { audiences: count, published: count, mostPublished: 1, gaps: 0 }
    assert.deepEqual(await countVersions(here, acme, page.pageId), { ...all, versions: count * (round + 1) })
    if (round < kills) continue
    await acme.post(`/v0/releases/${releaseId}/undo`)
    worker = await killDuring(databaseUrl, acme, releaseId, worker)
    const undone = await waitForRelease(acme, releaseId)
    assert.deepEqual(undone.undo, { total: count, waiting: 0, undone: count, overtaken: 0 })
    assert.deepEqual(await countVersions(here, acme, page.pageId), { ...all, versions: count * (round + 1) })
  }
  const told = (await events(acme)).map(({ type }) => type)
  const often = (type: string) => told.filter((one) => one === type).length
  assert.equal(often('version.published'), count * (kills + 1))
  assert.deepEqual([often('release.started'), often('release.finished')], [kills, kills])
  assert.equal(often('release.undone'), 1)
  t.diagnostic(`${count} audiences, ${kills + 1} workers killed`)
})
