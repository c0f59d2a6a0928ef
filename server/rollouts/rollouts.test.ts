import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { openReleasedPage, pageSaying, undo, waitForRelease } from '../test/releases.ts'
import { world } from '../test/world.ts'

const hour = 3_600_000
const at = (ms: number) => `+${Date.now() + ms}`

test('releases, schedules and batches are one list: under way, scheduled soonest first, finished latest first', async () => {
  const { acme, globex, db } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const other = await openReleasedPage(acme, pageSaying('Other'))
  const [ada, ben] = [await page.add('Ada'), await page.add('Ben')]
  await page.edit(ben, pageSaying('For Ben'))
  await page.save(pageSaying('Hello again'))
  const finished = await page.release({ note: 'Prices' })
  assert.equal(finished.counts.conflicts, 1)
  await page.save(pageSaying('Hello for later'))
  const later = (await acme.post(`${page.path}/releases`, {
    kind: 'base',
    audiences: { all: true },
    publishAt: at(3 * hour),
  })) as any
  const draft = await page.edit(ada, pageSaying('Single'), { publish: false })
  const single = (
    await acme.post(`${page.path}/schedules`, {
      action: 'publishVersion',
      audienceId: ada,
      versionId: draft,
      runAt: at(hour),
    })
  ).body
  const gone = (await acme.post(`${other.path}/schedules`, { action: 'archivePage', runAt: at(2 * hour) }))
    .body
  const csvFileId = (
    await acme.upload('people.csv', 'name,email\nCleo,cleo@x.test\nBroken,nonsense\n', 'text/csv')
  ).body.fileId
  const { batchId } = (await acme.post(`${other.path}/audiences/bulk`, { csvFileId })).body
  await eventually(
    async () => assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.status, 'finished'),
    30_000,
  )
  await acme.post(`${other.path}/releases`, { kind: 'base', audiences: { all: true }, dryRun: true })

  const all = (await acme.get('/v0/rollouts')).body
  assert.deepEqual(
    all.items.map(({ rolloutId, stage }: any) => [rolloutId, stage]),
    [
      [single.scheduleId, 'scheduled'],
      [gone.scheduleId, 'scheduled'],
      [later.body.releaseId, 'scheduled'],
      [batchId, 'finished'],
      [finished.releaseId, 'finished'],
    ],
  )
  assert.deepEqual(all.counts, { underWay: 0, scheduled: 3, finished: 2, needsAttention: 2 })
  assert.equal(all.totalCount, 5)
  const [first, , third, fourth, fifth] = all.items
  assert.deepEqual(
    [first.audienceName, first.versionNumber, first.schedule.action],
    ['Ada', 3, 'publishVersion'],
  )
  assert.deepEqual(
    [third.release.note, fourth.batch.counts.failed, fourth.needsAttention, fifth.needsAttention],
    [null, 1, 1, 1],
  )
  assert.ok(all.items.every(({ madeBy, pageName }: any) => madeBy && pageName === 'Released'))

  // Page by page it is the same list, and filters narrow it.
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const { items, nextCursor } = (await acme.get(`/v0/rollouts?limit=1${cursor}`)).body
    walked.push(items[0].rolloutId)
    if (!nextCursor) break
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
  assert.deepEqual(
    walked,
    all.items.map(({ rolloutId }: any) => rolloutId),
  )
  const ids = async (query: string) =>
    (await acme.get(`/v0/rollouts?${query}`)).body.items.map(({ rolloutId }: any) => rolloutId)
  assert.deepEqual(await ids(`pageId=${other.pageId}`), [gone.scheduleId, batchId])
  assert.deepEqual(await ids('kind=batch'), [batchId])
  assert.deepEqual(await ids('stage=needsAttention'), [batchId, finished.releaseId])
  assert.deepEqual(await ids('query=nothing'), [])
  assert.equal((await ids('query=releas')).length, 5)
  assert.deepEqual((await globex.get('/v0/rollouts')).body.items, [], 'another tenant sees none of it')

  // A step of the release is under way until it ends.
  await db.inTransaction(
    (tx) =>
      tx`update releases set status = 'running' where tenant_id = ${acme.tenantId} and release_id = ${later.body.releaseId}`,
  )
  assert.deepEqual(await ids('stage=underWay'), [later.body.releaseId])
})

test('a release to one audience contains its name, and one to several contains none', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const ada = await page.add('Ada')
  await page.add('Ben')
  await page.save(pageSaying('Hello again'))
  await page.release({ audiences: { audienceIds: [ada] } })
  await page.release()
  const { items } = (await acme.get('/v0/rollouts')).body
  assert.deepEqual(
    items.map(({ audienceName, release }: any) => [audienceName, release.counts.total]),
    [
      [null, 2],
      ['Ada', 1],
    ],
  )
})

test('the preview of undoing a release matches its actual effect', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const people = [await page.add('Ada'), await page.add('Ben'), await page.add('Cleo')]
  await page.edit(people[2] as string, pageSaying('For Cleo'))
  await page.save(pageSaying('Hello again'))
  const release = await page.release()
  await page.edit(people[0] as string, pageSaying('Newer'))
  const preview = await acme.get(`/v0/releases/${release.releaseId}/undo`)
  const content = { contentRevision: 2, keeping: 1 }
  assert.deepEqual(preview.body, { restored: 1, overtaken: 1, unaffected: 1, ...content })
  const undone = await undo(acme, release.releaseId)
  assert.deepEqual([undone.undo?.undone, undone.undo?.overtaken], [1, 1])
  await waitForRelease(acme, release.releaseId)
})
