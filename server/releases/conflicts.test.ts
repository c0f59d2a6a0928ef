import assert from 'node:assert/strict'
import { test } from 'node:test'
import { block, openReleasedPage, pageSaying, rowsOf } from '../test/releases.ts'
import { world } from '../test/world.ts'

const texts = (document: any) => document.blocks.map(({ props }: any) => props.headline ?? props.body)

/** Three audiences with a headline of their own, on a page whose headline has changed. */
async function setUp() {
  const here = await world()
  const page = await openReleasedPage(here.acme, pageSaying('Hello', block('a', 'One')))
  const ids: string[] = []
  for (const name of ['Ada', 'Grace', 'Linus']) {
    const id = await page.add(name)
    await page.edit(id, pageSaying(`Hello, ${name}`, block('a', 'One')))
    ids.push(id)
  }
  await page.save(pageSaying('Good morning', block('a', 'Uno')))
  const decide = (decisions: object[]) => here.acme.post(`${page.path}/conflicts/decisions`, decisions)
  const conflicts = async (query = '') => (await here.acme.get(`${page.path}/conflicts${query}`)).body
  return { ...here, page, ids: ids as [string, string, string], decide, conflicts }
}

const conflictId = 'changed:hero/headline'

test('conflicts are listed by changed field, with both sides, and decided one by one or all together', async () => {
  const { page, ids, decide, conflicts, acme } = await setUp()
  const [ada, grace, linus] = ids
  const { groups, items, audiences, decidedAudiences, revision } = await conflicts()
  assert.deepEqual(groups, [
    { conflictId, kind: 'changed', place: { blockId: 'hero', field: 'headline' }, audiences: 3, decided: 0 },
  ])
  assert.deepEqual([audiences, decidedAudiences, revision, items.length], [3, 0, 3, 3])
  const { was, base, audience, decision } = items.find(({ audienceId }: any) => audienceId === ada)
  assert.deepEqual([was, base, audience, decision], ['Hello', 'Good morning', 'Hello, Ada', null])

  assert.deepEqual((await decide([{ conflictId, decision: 'take' }])).body, { decided: 3 })
  await decide([
    { audienceId: ada, conflictId, decision: 'keep' },
    { audienceId: grace, conflictId, decision: 'text', text: 'Good morning, Grace' },
    { audienceId: linus, conflictId, decision: 'undecided' },
  ])
  assert.deepEqual((await conflicts(`?audienceId=${grace}`)).items[0].text, 'Good morning, Grace')
  assert.equal((await conflicts()).decidedAudiences, 2)

  const release = await page.release({ conflicts: 'decided' })
  assert.deepEqual([release.counts.published, release.counts.conflicts], [2, 1])
  assert.deepEqual(texts(await page.documentOf(ada)), ['Hello, Ada', 'Uno'])
  assert.deepEqual(texts(await page.documentOf(grace)), ['Good morning, Grace', 'Uno'])
  assert.deepEqual(texts(await page.documentOf(linus)), ['Hello, Linus', 'One'])
  // Decided conflicts don't appear in the next release.
  assert.equal((await conflicts()).audiences, 1)
  const reason = (await rowsOf(acme, release.releaseId)).find(({ status }) => status === 'conflicts')?.reason
  assert.equal(reason, 'One thing was changed both in the page and for this audience.')
})

test('a decision is dropped when the page changes the same thing again', async () => {
  const { page, ids, decide, conflicts } = await setUp()
  await decide([{ conflictId, decision: 'take' }])
  await page.save(pageSaying('Good evening', block('a', 'Uno')))
  assert.equal((await conflicts()).decidedAudiences, 0)
  const release = await page.release({ conflicts: 'decided' })
  assert.deepEqual([release.counts.published, release.counts.conflicts], [0, ids.length])
})

test('`keep` and `take` settle every conflict for one side, and a dry run shows the diff of each', async () => {
  const { acme, page, ids } = await setUp()
  const [ada, grace] = ids
  const dry = await page.release({ conflicts: 'take', dryRun: true })
  const diff = (await acme.get(`/v0/releases/${dry.releaseId}/rows/${ada}/diff`)).body
  assert.deepEqual(texts(diff.document), ['Good morning', 'Uno'])
  assert.deepEqual(
    diff.operations.map(({ type, props }: any) => [type, props]),
    [
      ['updateBlock', { headline: 'Good morning' }],
      ['updateBlock', { body: 'Uno' }],
    ],
  )
  assert.deepEqual(
    diff.conflicts.map(({ result }: any) => result),
    ['base'],
  )
  await page.release({ conflicts: 'take', audiences: { audienceIds: [ada] } })
  await page.release({ conflicts: 'keep', audiences: { audienceIds: [grace] } })
  assert.deepEqual(texts(await page.documentOf(ada)), ['Good morning', 'Uno'])
  assert.deepEqual(texts(await page.documentOf(grace)), ['Hello, Grace', 'Uno'])
})

test('an invalid decision is refused, and none of the request’s decisions is applied', async () => {
  const { ids, decide, conflicts } = await setUp()
  const [audienceId] = ids
  const good = { audienceId, conflictId, decision: 'keep' }
  for (const [bad, status, path] of [
    [{ conflictId: 'changed:hero/nothing', decision: 'keep' }, 404, undefined],
    [{ audienceId, conflictId: 'changed:hero/nothing', decision: 'keep' }, 400, '/1/conflictId'],
    [{ audienceId, conflictId, decision: 'text' }, 400, '/1/text'],
    [{ audienceId, conflictId, decision: 'keep', text: 'x' }, 400, '/1/text'],
    [{ audienceId, conflictId, decision: 'text', text: 'x'.repeat(9_000) }, 400, '/1/text'],
    [{ audienceId, conflictId, decision: 'text', text: '[x](javascript:alert(1))' }, 400, '/1/text'],
  ] as const) {
    const refused = await decide([good, bad])
    assert.equal(refused.status, status, JSON.stringify([bad, refused.body]))
    assert.equal(refused.body.errors?.[0]?.path, path)
  }
  assert.equal((await conflicts()).decidedAudiences, 0)
})

test('the content of a locked block is taken from the page without a conflict', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello', block('a', 'One')))
  const ada = await page.add('Ada')
  await page.edit(ada, pageSaying('Hello', block('a', 'One, for Ada')))
  await page.save(pageSaying('Hello', { ...block('a', 'Legal'), locked: true } as never))
  assert.deepEqual(await page.states(), { [ada]: 'behind' })
  const { counts } = await page.release()
  assert.equal(counts.published, 1)
  assert.deepEqual(texts(await page.documentOf(ada)), ['Hello', 'Legal'])
})

test('only open conflicts are listed, and deciding them completes the release', async () => {
  const { acme } = await world()
  const page = await openReleasedPage(acme, pageSaying('Hello', block('a', 'One')))
  const ada = await page.add('Ada')
  await page.edit(ada, pageSaying('Hello, Ada', block('a', 'One, for Ada')))
  await page.save(pageSaying('Good morning', { ...block('a', 'Legal'), locked: true } as never))
  const { items } = (await acme.get(`${page.path}/conflicts`)).body
  assert.deepEqual(
    items.map((item: any) => item.conflictId),
    [conflictId],
  )
  await acme.post(`${page.path}/conflicts/decisions`, [{ audienceId: ada, conflictId, decision: 'keep' }])
  const { counts } = await page.release({ conflicts: 'decided', audiences: { audienceIds: [ada] } })
  assert.equal(counts.published, 1)
  assert.deepEqual(texts(await page.documentOf(ada)), ['Hello, Ada', 'Legal'])
})
