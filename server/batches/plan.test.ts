import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Queue } from '../queue/queue.ts'
import type { Client } from '../test/client.ts'
import { until } from '../test/eventually.ts'
import { openModelServer } from '../test/modelServer.ts'
import { world } from '../test/world.ts'
import { workBatches } from './worker.ts'

const model = openModelServer()

/** A page with one text that is the same for everyone and one with placeholders. */
async function makePage(client: Client): Promise<string> {
  const { pageId } = (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body
  const blocks = [
    {
      id: 'hero',
      type: 'hero',
      props: { headline: 'Hello {{person.firstName|there}}, good to see you here' },
      sources: [],
    },
    { id: 'letter', type: 'text', props: { body: 'A word from us.' }, sources: [] },
  ]
  assert.equal((await client.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks })).status, 200)
  return pageId
}

async function makePersons(client: Client, names: string[]): Promise<string[]> {
  return await Promise.all(
    names.map(async (name) => (await client.post('/v0/persons', { name })).body.personId),
  )
}

async function finished(client: Client, batchId: string) {
  let batch: any
  await until('the batch is finished', async () => {
    batch = (await client.get(`/v0/batches/${batchId}`)).body
    return batch.finishedAt !== null
  })
  return batch
}

/** The newest document and the last answer of each audience, by the name of its person. */
async function readDrafts(client: Client, pageId: string) {
  const { items } = (await client.get(`/v0/pages/${pageId}/audiences`)).body
  const read = await Promise.all(
    items.map(async ({ audienceId, computedName, latestVersion }: any) => {
      const path = `/v0/pages/${pageId}/audiences/${audienceId}`
      const document = (await client.get(`${path}/versions/${latestVersion.versionId}/document`)).body
      const messages = (await client.get(`${path}/messages`)).body.items
      return [computedName, { document, messages, latestVersion }]
    }),
  )
  return Object.fromEntries(read)
}

test('a message that is not understood fails the batch before the first row, with the reason', async () => {
  const { acme, db } = await world()
  const pageId = await makePage(acme)
  const personIds = await makePersons(acme, ['Jane Doe'])
  const path = `/v0/pages/${pageId}/audiences/bulk`
  for (const message of ['Florble the wibbet', 'What do you think of it?', 'Thanks!']) {
    const refused = await acme.post(path, { personIds, message, idempotencyKey: 'once' })
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/message'], message)
    assert.match(refused.body.detail, /nothing was started\. \S/)
  }
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 0)
  assert.equal((await db.read`select from batches where tenant_id = ${acme.tenantId}`).length, 0)
  const again = await acme.post(path, { personIds, message: 'Make it blue', idempotencyKey: 'once' })
  assert.equal(again.status, 202, 'a refusal does not use up the key')
})

test('changes that are the same for all rows are planned once, and drafts are created without a run per row', async (t) => {
  // No worker runs here, so drafts come from the plan.
  const here = await world({}, { works: false })
  const { acme, context, db, subscribe, events } = here
  const pageId = await makePage(acme)
  const personIds = await makePersons(acme, ['Jane Doe', 'Ada Lovelace'])
  await subscribe(acme)
  const queue = new Queue(context)
  workBatches(queue, context)
  await queue.start()
  t.after(() => queue.stop())
  const message = 'Change the headline to "For you"'
  const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { personIds, message })).body
  const { counts } = await finished(acme, batchId)
  assert.deepEqual([counts.drafted, counts.total], [2, 2])
  const drafts = await readDrafts(acme, pageId)
  for (const name of ['Jane Doe', 'Ada Lovelace']) {
    const { document, messages, latestVersion } = drafts[name]
    assert.equal(document.blocks[0].props.headline, 'For you')
    assert.deepEqual([latestVersion.status, latestVersion.versionNumber], ['draft', 2])
    assert.deepEqual(
      messages.map(({ author, outcome, model: by }: any) => [author, outcome, by]),
      [
        ['agent', 'drafted', null],
        ['user', null, null],
      ],
    )
    assert.equal(messages[0].operations.length, 1)
    assert.doesNotMatch(messages[0].text, /\{\{/)
  }
  assert.equal(
    (await db.read`select from jobs where tenant_id = ${acme.tenantId} and kind = 'agent_run'`).length,
    0,
  )
  const told = (await events(acme)).map(({ type }) => type)
  for (const type of ['audience.created', 'message.accepted', 'version.drafted'])
    assert.equal(told.filter((one) => one === type).length, 2, type)
})

test('a page without open prompts is personalised from the notes in a list', async () => {
  const { acme } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Deliveries', pageType: 'outbound' })).body
  const props = { eyebrow: 'For you', headline: 'Fresh every day', subheadline: 'We deliver.' }
  const blocks = [{ id: 'hero', type: 'hero', props, sources: [] }]
  assert.equal((await acme.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks })).status, 200)
  const file =
    'name,company,website,notes\nMia Tern,Tern Foods,tern-foods.example,Asked for weekend deliveries\n'
  const csvFileId = (await acme.upload('people.csv', file, 'text/csv')).body.fileId
  const request = { csvFileId, message: 'Personalise the page for them' }
  const started = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, request)
  assert.equal(started.status, 202, started.body.detail)
  assert.equal((await finished(acme, started.body.batchId)).counts.drafted, 1)
  const { document } = (await readDrafts(acme, pageId))['Mia Tern · Tern Foods']
  assert.deepEqual(document.blocks[1].props.points, ['You asked for weekend deliveries.'])
})

test('a batch counts the drafts that can still be published, also after some are published elsewhere', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const personIds = await makePersons(acme, ['Jane Doe', 'Ada Lovelace', 'Grace Hopper'])
  const path = `/v0/pages/${pageId}/audiences`
  const message = 'Change the headline to "For you"'
  const { batchId } = (await acme.post(`${path}/bulk`, { personIds, message })).body
  assert.equal((await finished(acme, batchId)).publishable, 3)
  const audiences = (await acme.get(path)).body.items
  const publish = async ({ audienceId, latestVersion }: any) =>
    await acme.post(`${path}/${audienceId}/versions/${latestVersion.versionId}/publish`, {})
  await publish(audiences[0])
  const read = async () => (await acme.get(`/v0/batches/${batchId}`)).body.publishable
  assert.equal(await read(), 2)
  await publish(audiences[1])
  await acme.post(`${path}/${audiences[2].audienceId}/archive`, {})
  assert.equal(await read(), 0)
  const [rollout] = (await acme.get('/v0/rollouts')).body.items
  assert.deepEqual([rollout.batch.batchId, rollout.batch.publishable], [batchId, 0])
})

test('changes that depend on the row are computed for each row: notes, and filled texts', async () => {
  const { acme } = await world()
  const pageId = await makePage(acme)
  const personIds = await makePersons(acme, ['Jane Doe', 'Maximiliane Doe'])
  const message = 'Shorten the headline'
  const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, { personIds, message })).body
  const { counts } = await finished(acme, batchId)
  assert.equal(counts.drafted, 2, JSON.stringify(counts))
  const drafts = await readDrafts(acme, pageId)
  const headlines = Object.values<any>(drafts).map(({ document }) => document.blocks[0].props.headline)
  for (const headline of headlines) assert.ok(!headline.includes('{{') && headline.length < 45, headline)
})

test('a language model reads the message for every row, without a plan', async () => {
  const { acme } = await world(await model.settings('openai'))
  const pageId = await makePage(acme)
  const personIds = await makePersons(acme, ['Jane Doe', 'Ada Lovelace'])
  model.always({ text: ['I do not know what that means.'] })
  const asked = { personIds, message: 'Florble the wibbet' }
  const accepted = await acme.post(`/v0/pages/${pageId}/audiences/bulk`, asked)
  assert.equal(accepted.status, 202)
  const { counts } = await finished(acme, accepted.body.batchId)
  assert.deepEqual([counts.unchanged, model.asked.length], [2, 2])
})
