import assert from 'node:assert/strict'
import { test } from 'node:test'
import { block, openReleasedPage, pageSaying, rowsOf, undo, waitForRelease } from '../test/releases.ts'
import { world } from '../test/world.ts'

const zero = {
  published: 0,
  drafted: 0,
  unchanged: 0,
  conflicts: 0,
  detached: 0,
  overtaken: 0,
  blocked: 0,
  failed: 0,
  cancelled: 0,
}

test('a release applies the changes of the page to every audience and keeps each audience’s own changes', async () => {
  const { acme, subscribe, events } = await world()
  const page = await openReleasedPage(
    acme,
    pageSaying('Hello, {{person.firstName|you}}', block('a', 'One'), block('b', 'Two')),
  )
  const [ada, grace, linus, ken] = await Promise.all(
    ['Ada', 'Grace', 'Linus', 'Ken'].map((name) => page.add(name)),
  )
  assert(ada && grace && linus && ken)
  // Grace edited another block, Linus edited what the page changes too, Ken is detached.
  await page.edit(grace, pageSaying('Hello, Grace', block('a', 'One'), block('b', 'Two, for Grace')))
  await page.edit(linus, pageSaying('Hello, Linus', block('a', 'One, for Linus'), block('b', 'Two')))
  assert.equal((await acme.post(`${page.path}/audiences/${ken}/detach`)).body.baseState, 'detached')
  await page.save(
    pageSaying(
      'Good morning, {{person.firstName|you}}',
      block('a', 'Uno'),
      block('c', 'Three'),
      block('b', 'Two'),
    ),
  )
  assert.deepEqual(await page.states(), {
    [ada]: 'behind',
    [grace]: 'behind',
    [linus]: 'conflicts',
    [ken]: 'detached',
  })
  const { blocks } = (await acme.get(`${page.path}/document/changes`)).body
  assert.deepEqual(blocks, [
    { blockId: 'a', audiences: 1 },
    { blockId: 'b', audiences: 1 },
  ])

  await subscribe(acme)
  const before = await Promise.all([ada, grace, linus, ken].map((id) => page.documentOf(id)))
  const dry = await page.release({ dryRun: true })
  assert.deepEqual(dry.counts, { ...zero, total: 4, waiting: 0, published: 2, conflicts: 1, detached: 1 })
  assert.deepEqual(await Promise.all([ada, grace, linus, ken].map((id) => page.documentOf(id))), before)
  assert.deepEqual(await events(acme), [])
  const release = await page.release({ note: 'Spring' })
  assert.deepEqual([release.status, release.note, release.revision], ['finished', 'Spring', 3])
  assert.deepEqual(release.counts, dry.counts)
  const unknown = { kind: 'base', revision: 99, audiences: { all: true } }
  assert.equal((await acme.post(`${page.path}/releases`, unknown)).status, 400)
  const rows = await rowsOf(acme, release.releaseId)
  assert.deepEqual(
    rows.map(({ audienceId, status, versionNumber, changes, isPersonalised }) => [
      audienceId,
      status,
      versionNumber,
      changes,
      isPersonalised,
    ]),
    [
      [ada, 'published', 2, 3, false],
      [grace, 'published', 3, 3, true],
      [linus, 'conflicts', null, 2, true],
      [ken, 'detached', null, null, false],
    ].sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
  )
  assert.deepEqual(await page.documentOf(ada), {
    theme: {},
    blocks: [
      {
        ...pageSaying('Good morning, Ada').blocks[0],
        sources: (await page.documentOf(ada)).blocks[0].sources,
      },
      block('a', 'Uno'),
      block('c', 'Three'),
      block('b', 'Two'),
    ],
  })
  assert.deepEqual(
    (await page.documentOf(grace)).blocks.map(({ props }: any) => props.headline ?? props.body),
    ['Good morning, Grace', 'Uno', 'Three', 'Two, for Grace'],
  )
  assert.deepEqual(await page.documentOf(linus), before[2])
  assert.deepEqual(await page.states(), {
    [ada]: 'current',
    [grace]: 'current',
    [linus]: 'conflicts',
    [ken]: 'detached',
  })
  const told = await events(acme)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['release.started', 'version.published', 'version.published', 'release.finished'],
  )
  assert.deepEqual(told.at(-1)?.data, release)

  const undone = await undo(acme, release.releaseId)
  assert.deepEqual(
    [undone.status, undone.undo],
    ['undone', { total: 2, waiting: 0, undone: 2, overtaken: 0 }],
  )
  assert.deepEqual(await Promise.all([ada, grace, linus, ken].map((id) => page.documentOf(id))), before)
  assert.deepEqual(await page.states(), {
    [ada]: 'behind',
    [grace]: 'behind',
    [linus]: 'conflicts',
    [ken]: 'detached',
  })
  assert.equal((await events(acme)).at(-1)?.type, 'release.undone')
})

test('undoing restores the content of the page, too, unless the page was changed since', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const [early, late] = [await page.add('Early'), await page.add('Late')]
  const content = async () => (await acme.get(`${page.path}/document`)).body.blocks[0].props.headline
  const preview = async (id: string) => (await acme.get(`/v0/releases/${id}/undo`)).body
  await page.save(pageSaying('Good morning'))
  const { releaseId, revision } = await page.release()
  assert.deepEqual(await preview(releaseId), {
    ...{ restored: 2, overtaken: 0, unaffected: 0, contentRevision: (revision as number) - 1, keeping: 0 },
  })
  const since = await page.add('Since')
  assert.equal((await preview(releaseId)).keeping, 1)
  const at = `/v0/releases/${releaseId}/undo`
  assert.equal((await acme.post(at, { restoreContent: true })).status, 200)
  assert.equal((await waitForRelease(acme, releaseId)).status, 'undone')
  assert.equal(await content(), 'Hello')
  assert.deepEqual(await page.states(), { [early]: 'current', [late]: 'current', [since]: 'behind' })
  // A repeated request restores nothing more.
  await page.save(pageSaying('Good evening'))
  assert.equal((await acme.post(at, { restoreContent: true })).body.status, 'undone')
  assert.equal(await content(), 'Good evening')

  const second = await page.release()
  await page.save(pageSaying('Good night'))
  assert.equal((await preview(second.releaseId)).contentRevision, null)
  const refused = await acme.post(`/v0/releases/${second.releaseId}/undo`, { restoreContent: true })
  assert.equal(refused.status, 409)
  assert.equal((await acme.get(`/v0/releases/${second.releaseId}`)).body.status, 'finished')
  assert.equal((await undo(acme, second.releaseId)).status, 'undone')
  assert.equal(await content(), 'Good night')
})

test('drafts are published together, unpublished audiences become live, and undoing restores the drafts', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const [drafted, hidden, live, empty] = [
    await page.add('Drafted'),
    await page.add('Hidden', { publish: false }),
    await page.add('Live'),
    await page.add('Empty'),
  ]
  await page.edit(drafted, pageSaying('New'), { publish: false })
  await page.edit(empty, { theme: {}, blocks: [] }, { publish: false })
  const release = await page.release({ kind: 'drafts' })
  assert.deepEqual(release.counts, { ...zero, total: 4, waiting: 0, published: 2, unchanged: 1, blocked: 1 })
  const reasons = new Map((await rowsOf(acme, release.releaseId)).map((row) => [row.audienceId, row.reason]))
  assert.equal(reasons.get(live), 'It has no draft.')
  assert.match(reasons.get(empty) ?? '', /nothing to show/)
  assert.equal((await page.documentOf(drafted)).blocks[0].props.headline, 'New')
  const isLive = async (id: string) => (await acme.get(`/v0/audiences?audienceId=${id}`)).body.items[0].isLive
  assert.equal(await isLive(hidden), true)

  const undone = await undo(acme, release.releaseId)
  assert.deepEqual(undone.undo, { total: 2, waiting: 0, undone: 2, overtaken: 0 })
  assert.equal((await page.documentOf(drafted)).blocks[0].props.headline, 'Hello')
  assert.equal((await page.read(drafted)).status, 'draft')
  assert.equal(await isLive(hidden), false)
  assert.equal((await page.release({ kind: 'drafts' })).counts.published, 2)
  assert.equal((await page.documentOf(drafted)).blocks[0].props.headline, 'New')
})

test('an unpublished draft is not published by a release of the page', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello', block('a', 'One')))
  const ada = await page.add('Ada')
  await page.edit(ada, pageSaying('Hello, Ada', block('a', 'One')), { publish: false })
  await page.save(pageSaying('Hello', block('a', 'Uno')))
  const { counts, releaseId } = await page.release()
  assert.deepEqual([counts.published, counts.drafted], [0, 1])
  assert.match((await rowsOf(acme, releaseId))[0]?.reason ?? '', /Version 2 is an unpublished draft/)
  const bodies = (document: any) => document.blocks.map(({ props }: any) => props.headline ?? props.body)
  assert.deepEqual(bodies(await page.documentOf(ada)), ['Hello', 'One'])
  assert.deepEqual(bodies(await page.documentOf(ada, 'latest')), ['Hello, Ada', 'Uno'])
})

test('without publishing, a release makes drafts, and needs no scope to publish', async () => {
  const here = await world()
  const { acme } = here
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const ada = await page.add('Ada')
  await page.save(pageSaying('Good morning'))
  const writer = await here.withScope(acme, 'write')
  const asked = { kind: 'base', audiences: { all: true } }
  assert.equal((await writer.post(`${page.path}/releases`, asked)).status, 403)
  const made = await writer.post(`${page.path}/releases`, { ...asked, publish: false })
  assert.equal(made.status, 202)
  const { counts } = await waitForRelease(acme, made.body.releaseId)
  assert.equal(counts.drafted, 1)
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Hello')
  assert.equal((await page.documentOf(ada, 'latest')).blocks[0].props.headline, 'Good morning')
})

test('a version published after a release stays when the release is undone', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const [ada, grace] = [await page.add('Ada'), await page.add('Grace')]
  await page.save(pageSaying('Good morning'))
  const { releaseId } = await page.release()
  await page.edit(ada, pageSaying('Since then'))
  const undone = await undo(acme, releaseId)
  assert.deepEqual(undone.undo, { total: 2, waiting: 0, undone: 1, overtaken: 1 })
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Since then')
  assert.equal((await page.documentOf(grace)).blocks[0].props.headline, 'Hello')
  assert.equal((await acme.post(`/v0/releases/${releaseId}/undo`)).body.status, 'undone')
})

test('an untouched audience is exactly the filled page, after any number of releases', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello, {{person.firstName|you}}', block('a', 'One')))
  const ada = await page.add('Ada')
  for (const n of [1, 2, 3]) {
    await page.save(
      pageSaying(`Day ${n}, {{person.firstName|you}}`, block(`n${n}`, 'New'), block('a', `${n}`)),
    )
    assert.equal((await page.release()).counts.published, 1)
  }
  const fresh = await page.add('Ada')
  const strip = (document: any) => document.blocks.map(({ sources: _, ...rest }: any) => rest)
  assert.deepEqual(strip(await page.documentOf(ada)), strip(await page.documentOf(fresh)))
  // Facts are read when the release runs.
  const { personId } = await page.read(ada)
  await acme.patch(`/v0/persons/${personId}`, { name: 'Augusta King' })
  assert.equal((await page.states())[ada], 'behind')
  assert.equal((await page.release()).counts.published, 1)
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Day 3, Augusta')
})

test('a release can be scheduled, moved, cancelled, and starts when it is time', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  const ada = await page.add('Ada')
  await page.save(pageSaying('Good morning'))
  const schedule = async (ms: number) =>
    await acme.post(`${page.path}/releases`, {
      kind: 'base',
      audiences: { all: true },
      publishAt: `+${Date.now() + ms}`,
    })
  assert.equal((await schedule(-1)).status, 400)
  const cancelled = (await schedule(60_000)).body
  assert.equal(cancelled.status, 'scheduled')
  assert.equal((await acme.post(`/v0/releases/${cancelled.releaseId}/cancel`)).body.status, 'cancelled')
  const moved = (await schedule(60_000)).body
  const at = Date.now() + 1_500
  const patched = await acme.patch(`/v0/releases/${moved.releaseId}`, { publishAt: `+${at}` })
  assert.deepEqual([patched.status, patched.body.publishAt], [200, `+${at}`])
  const finished = await waitForRelease(acme, moved.releaseId)
  const lateMs = Number(finished.startedAt) - at
  // The queue looks every second; a busy machine takes longer.
  assert.ok(lateMs >= 0 && lateMs < 5_000, `${lateMs} ms late`)
  assert.equal((await page.documentOf(ada)).blocks[0].props.headline, 'Good morning')
  assert.equal(
    (await acme.patch(`/v0/releases/${moved.releaseId}`, { publishAt: `+${at + 60_000}` })).status,
    409,
  )
  const { items, totalCount } = (await acme.get(`${page.path}/releases`)).body
  assert.deepEqual([items.length, totalCount], [2, 2])
})

test('a repeat with the same idempotency key returns the same release; another request with it is refused', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  await page.add('Ada')
  await page.save(pageSaying('Good morning'))
  const asked = { kind: 'base', audiences: { all: true }, operationKey: 'spring' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => acme.post(`${page.path}/releases`, asked)),
  )
  const ids = new Set(answers.map(({ body }) => body.releaseId))
  assert.deepEqual([ids.size, answers.every(({ status }) => status === 202)], [1, true])
  assert.equal((await acme.post(`${page.path}/releases`, { ...asked, note: 'Other' })).status, 422)
})

test('audiences are selected by id, batch, release, account, words or state, or excluded; audiences of other pages are refused', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello', block('a', 'One')))
  const other = await openReleasedPage(acme, pageSaying('Other'))
  const [ada, grace] = [await page.add('Ada Lovelace'), await page.add('Grace Hopper')]
  const strange = await other.add('Ken')
  await page.edit(grace, pageSaying('Hello, Grace', block('a', 'One')))
  await page.save(pageSaying('Good morning', block('a', 'Uno')))
  const total = async (audiences: object) =>
    (await rowsOf(acme, (await page.release({ audiences, dryRun: true })).releaseId)).map(
      (row) => row.audienceId,
    )
  assert.deepEqual(await total({ audienceIds: [grace] }), [grace])
  assert.deepEqual(await total({ filter: { query: 'lovel' } }), [ada])
  assert.deepEqual(await total({ filter: { baseState: 'conflicts' } }), [grace])
  assert.deepEqual(await total({ filter: { baseState: 'behind' } }), [ada])
  const refused = await acme.post(`${page.path}/releases`, {
    kind: 'base',
    audiences: { audienceIds: [ada, strange] },
  })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/audiences/audienceIds/1'])
  const { releaseId, audiences } = await page.release({ publish: false, leaveOut: [grace] })
  assert.deepEqual(audiences, { all: true, leftOutCount: 1 })
  assert.deepEqual(await total({ releaseId }), [ada])
  const { counts } = await page.release({ kind: 'drafts', audiences: { releaseId }, leaveOut: [ada] })
  assert.equal(counts.total, 0)
  const out = await acme.post(`${page.path}/releases`, {
    kind: 'drafts',
    audiences: { all: true },
    leaveOut: [strange],
  })
  assert.deepEqual([out.status, out.body.errors[0].path], [400, '/leaveOut/0'])
  const foreign = await acme.post(`${other.path}/releases`, { kind: 'drafts', audiences: { releaseId } })
  assert.deepEqual([foreign.status, foreign.body.errors[0].path], [400, '/audiences/releaseId'])
  for (const wrong of [{}, { all: true, batchId: 'batch_x' }, { filter: {} }, { batchId: 'batch_x' }])
    assert.equal((await acme.post(`${page.path}/releases`, { kind: 'base', audiences: wrong })).status, 400)
})

test('the rows of a release can be exported, and no name in them is read as a formula', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  await page.add('=HYPERLINK("https://evil.example")')
  await page.save(pageSaying('Good morning'))
  const { releaseId } = await page.release()
  const csv = await acme.get<string>(`/v0/releases/${releaseId}/export`)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(csv.body, /\r\n"'=HYPERLINK\(""https:\/\/evil.example""\)",audience_/)
  assert.match(csv.body, /,published,,2,1,0,,20\d\d-/)
})

test('a cancelled release keeps its published versions and publishes no others', async () => {
  const { acme, db } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello'))
  await Promise.all(Array.from({ length: 5 }, (_, n) => page.add(`Person ${n}`)))
  await page.save(pageSaying('Good morning'))
  const { releaseId } = (
    await acme.post(`${page.path}/releases`, {
      kind: 'base',
      audiences: { all: true },
      publishAt: `+${Date.now() + 60_000}`,
    })
  ).body
  // As if it had begun and its worker had died before the first row.
  await db.inTransaction(
    (tx) => tx`
      update releases set status = 'running', started_at = now()
      where tenant_id = ${acme.tenantId} and release_id = ${releaseId}`,
  )
  assert.equal((await acme.post(`/v0/releases/${releaseId}/undo`)).status, 409)
  assert.equal((await acme.post(`/v0/releases/${releaseId}/cancel`)).body.status, 'cancelling')
  const { status, counts } = await waitForRelease(acme, releaseId)
  assert.deepEqual([status, counts.cancelled, counts.published], ['cancelled', 5, 0])
})
