import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../test/eventually.ts'
import { openReleasedPage, pageSaying } from '../test/releases.ts'
import { world } from '../test/world.ts'

async function setUp() {
  const here = await world()
  const page = await openReleasedPage(here.acme, pageSaying('Hello'))
  const ada = await page.add('Ada')
  const schedule = (body: object, ms = 60_000) =>
    here.acme.post(`${page.path}/schedules`, { runAt: `+${Date.now() + ms}`, ...body })
  const find = async (scheduleId: string) =>
    (await here.acme.get(`${page.path}/schedules`)).body.items.find(
      (one: any) => one.scheduleId === scheduleId,
    )
  const finish = (scheduleId: string) =>
    until('the schedule is carried out', async () => {
      const found = await find(scheduleId)
      return found.status !== 'scheduled' && found
    })
  return { ...here, page, ada, schedule, find, finish }
}

test('a schedule publishes a version, or archives an audience or a page, at its time', async () => {
  const { acme, page, ada, schedule, finish } = await setUp()
  const versionId = await page.edit(ada, pageSaying('Later'), { publish: false })
  const publication = await schedule({ action: 'publishVersion', audienceId: ada, versionId }, 2_000)
  assert.equal(publication.status, 201, JSON.stringify(publication.body))
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Hello')
  const done = await finish(publication.body.scheduleId)
  const lateMs = Number(done.finishedAt) - Number(done.runAt)
  assert.ok(done.status === 'done' && lateMs >= 0 && lateMs < 2_000, JSON.stringify(done))
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Later')

  const takeDown = await schedule({ action: 'archiveAudience', audienceId: ada }, 1_500)
  assert.equal((await finish(takeDown.body.scheduleId)).status, 'done')
  assert.notEqual((await page.read(ada)).archivedAt, null)
  const end = await schedule({ action: 'archivePage' }, 1_500)
  assert.equal((await finish(end.body.scheduleId)).status, 'done')
  assert.equal((await acme.get(page.path)).body.status, 'archived')
})

test('a schedule that is not allowed at its time fails with the reason', async () => {
  const { page, ada, schedule, finish } = await setUp()
  const versionId = await page.edit(ada, { theme: {}, blocks: [] }, { publish: false })
  const { scheduleId } = (await schedule({ action: 'publishVersion', audienceId: ada, versionId }, 1_500))
    .body
  const { status, reason } = await finish(scheduleId)
  assert.deepEqual([status, /nothing to show/.test(reason)], ['failed', true])
})

test('a schedule can be moved and cancelled until its time has come', async () => {
  const { acme, page, schedule, find, finish, withScope } = await setUp()
  const { scheduleId } = (await schedule({ action: 'archivePage' })).body
  assert.equal((await acme.post(`/v0/schedules/${scheduleId}/cancel`)).body.status, 'cancelled')
  assert.equal(
    (await acme.patch(`/v0/schedules/${scheduleId}`, { runAt: `+${Date.now() + 9_000}` })).status,
    409,
  )
  const moved = (await schedule({ action: 'archivePage' })).body.scheduleId
  const writer = await withScope(acme, 'write')
  assert.equal((await writer.post(`/v0/schedules/${moved}/cancel`)).status, 403)
  const runAt = `+${Date.now() + 1_500}`
  assert.equal((await acme.patch(`/v0/schedules/${moved}`, { runAt })).body.runAt, runAt)
  assert.equal((await finish(moved)).status, 'done')
  assert.equal((await acme.post(`/v0/schedules/${moved}/cancel`)).body.status, 'done')
  assert.equal((await find(scheduleId)).status, 'cancelled')
  assert.equal((await acme.get(page.path)).body.status, 'archived')
})

test('an invalid schedule is refused', async () => {
  const { page, ada, schedule } = await setUp()
  const other = await page.add('Grace')
  const { versionId } = (await page.read(other)).publishedVersion
  for (const [body, path] of [
    [{ action: 'archivePage', runAt: '+1000' }, '/runAt'],
    [{ action: 'archivePage', runAt: `+${Date.now() + 400 * 86_400_000}` }, '/runAt'],
    [{ action: 'archivePage', audienceId: ada }, '/audienceId'],
    [{ action: 'archiveAudience' }, '/audienceId'],
    [{ action: 'archiveAudience', audienceId: 'audience_00000000000000000000000000' }, '/audienceId'],
    [{ action: 'publishVersion', audienceId: ada }, '/versionId'],
    [{ action: 'publishVersion', audienceId: ada, versionId }, '/versionId'],
  ] as const) {
    const refused = await schedule(body)
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, path], JSON.stringify(body))
  }
})
