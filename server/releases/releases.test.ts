import assert from 'node:assert/strict'
import { test } from 'node:test'
import { block, openReleasedPage, pageSaying, rowsOf, undo } from '../test/releases.ts'
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

test('a release brings what changed in the page to every audience and keeps what was made for them', async () => {
  const { acme, subscribe, events } = await world()
  const page = await openReleasedPage(
    acme,
    pageSaying('Hello, {{person.firstName|you}}', block('a', 'One'), block('b', 'Two')),
  )
  const [ada, grace, linus, ken] = await Promise.all(
    ['Ada', 'Grace', 'Linus', 'Ken'].map((name) => page.add(name)),
  )
  assert(ada && grace && linus && ken)
  // Grace's own words are elsewhere, Linus changed what the page changes too, Ken was cut loose.
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
