import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse } from '../test/conversation.ts'
import { world } from '../test/world.ts'

const saying = (headline: string) => ({
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline }, sources: [] }],
})

async function setUp() {
  const { acme, db } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'P', pageType: 'custom' })).body
  const savePage = (headline: string) => acme.put(`/v0/pages/${pageId}/document`, saying(headline))
  await savePage('For {{person.firstName|you}}')
  const newAudience = async (name: string) => {
    const { personId } = (await acme.post('/v0/persons', { name })).body
    const audience = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId })).body
    return { ...audience, path: `/v0/pages/${pageId}/audiences/${audience.audienceId}` }
  }
  /** By version number: the headline and the revision of its base. */
  const bases = (audienceId: string) =>
    db.read<object[]>`
      select v.version_number, v.base_revision, d.document -> 'blocks' -> 0 -> 'props' ->> 'headline' as base
      from versions v join version_documents d on d.tenant_id = ${acme.tenantId} and d.hash = v.base_hash
      where v.tenant_id = ${acme.tenantId} and v.audience_id = ${audienceId} order by version_number`
  return { acme, db, savePage, newAudience, bases }
}

test('every version references the filled page that it was made from, by any author', async () => {
  const { acme, savePage, newAudience, bases } = await setUp()
  const ada = await newAudience('Ada')
  await savePage('Good morning, {{person.firstName|you}}')
  const edit = await acme.post(`${ada.path}/versions`, { document: saying('By hand') })
  await converse(acme, ada.path, 'Change the headline to "By the agent"')
  await acme.patch(ada.path, { metadataOverride: { title: 'By patch' } })
  await acme.post(`${ada.path}/versions/${edit.body.versionId}/publish`, {})
  assert.deepEqual(
    await bases(ada.audienceId),
    [1, 2, 3, 4].map((versionNumber) => ({ versionNumber, baseRevision: 2, base: 'For Ada' })),
  )
  const grace = await newAudience('Grace')
  assert.deepEqual(await bases(grace.audienceId), [
    { versionNumber: 1, baseRevision: 3, base: 'Good morning, Grace' },
  ])
})

test('an edit may name the version it started from, which must belong to the same audience', async () => {
  const { acme, newAudience } = await setUp()
  const [ada, grace] = [await newAudience('Ada'), await newAudience('Grace')]
  const edit = (fromVersionId: string) =>
    acme.post(`${ada.path}/versions`, { document: saying('By hand'), fromVersionId })
  assert.equal((await edit(ada.latestVersion.versionId)).status, 201)
  const refused = await edit(grace.latestVersion.versionId)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/fromVersionId'])
})

test('erasing a person leaves no document that only their versions were made from', async () => {
  const { acme, db, savePage, newAudience } = await setUp()
  const ada = await newAudience('Ada')
  await acme.post(`${ada.path}/versions`, { document: saying('By hand') })
  await savePage('Another')
  await newAudience('Grace')
  assert.equal((await acme.delete(`/v0/persons/${ada.personId}`)).status, 204)
  const left = await db.read<{ headline: string }[]>`
    select document -> 'blocks' -> 0 -> 'props' ->> 'headline' as headline
    from version_documents where tenant_id = ${acme.tenantId}`
  assert.deepEqual(left, [{ headline: 'Another' }])
})
