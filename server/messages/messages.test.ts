import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../test/client.ts'
import { type Seen, settled, watch } from '../test/conversation.ts'
import { until } from '../test/eventually.ts'
import { world } from '../test/world.ts'

async function makeAudience(client: Client) {
  const { pageId } = (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body
  const { audienceId } = (await client.post(`/v0/pages/${pageId}/audiences`, {})).body
  return `/v0/pages/${pageId}/audiences/${audienceId}`
}

test('a message becomes a draft with all its timestamps, and the conversation is stored', async () => {
  const { acme, subscribe, events } = await world()
  const path = await makeAudience(acme)
  await subscribe(acme)
  const sent = await acme.post(`${path}/messages`, { message: 'Change the headline to "Made for you"' })
  assert.equal(sent.status, 202)
  assert.equal(sent.body.accepted, true)
  const audience = await settled(acme, path)
  const version = audience.latestVersion
  assert.equal(version.versionId, sent.body.versionId)
  assert.deepEqual([version.status, version.versionNumber, version.isNewPageAgent], ['draft', 2, false])
  for (const stamp of ['queuedAt', 'becameDraftAt', 'createdAt'])
    assert.match(version[stamp], /^\+\d+$/, stamp)
  assert.ok(version.queueDurationMs >= 0)
  assert.equal(audience.publishedVersion.versionNumber, 1, 'nothing goes public by itself')
  const document = (await acme.get(`${path}/versions/${version.versionId}/document`)).body
  assert.equal(document.blocks[0].props.headline, 'Made for you')
  const [answer, question] = (await acme.get(`${path}/messages`)).body.items
  assert.deepEqual([question.author, question.text], ['user', 'Change the headline to "Made for you"'])
  assert.deepEqual([answer.author, answer.outcome, answer.operations.length], ['agent', 'drafted', 1])
  assert.match(answer.text, /Made for you/)
  assert.deepEqual(
    (await events(acme)).map(({ type }) => type),
    ['message.accepted', 'version.drafted'],
  )
})

test('a message that the agent does not understand changes nothing and gets a reply that says so', async () => {
  const { acme } = await world()
  const path = await makeAudience(acme)
  await acme.post(`${path}/messages`, { message: 'florble the wumpus' })
  const audience = await settled(acme, path)
  assert.equal(audience.latestVersion.status, 'cancelled')
  const [answer] = (await acme.get(`${path}/messages`)).body.items
  assert.deepEqual([answer.outcome, answer.operations], ['nothing_changed', []])
  assert.ok(answer.text.length > 20)
})

test('messages of an audience run one at a time and in order, each on the result of the one before', async () => {
  const { acme } = await world()
  const path = await makeAudience(acme)
  for (const n of [1, 2, 3, 4, 5])
    await acme.post(`${path}/messages`, { message: `Change the headline to "Try ${n}"` })
  await acme.post(`${path}/messages`, { message: 'Change the subheadline to "Last"' })
  const { latestVersion } = await settled(acme, path)
  assert.equal(latestVersion.versionNumber, 7)
  const document = (await acme.get(`${path}/versions/${latestVersion.versionId}/document`)).body
  assert.deepEqual(
    [document.blocks[0].props.headline, document.blocks[0].props.subheadline],
    ['Try 5', 'Last'],
  )
  const versions = (await acme.get(`${path}/versions`)).body.items
  assert.deepEqual(
    versions.map(({ status }: any) => status),
    [...Array(6).fill('draft'), 'published'],
  )
})

test('a client id creates one message: twenty parallel repeats return it, other content is refused', async () => {
  const { acme } = await world()
  const path = await makeAudience(acme)
  const body = { message: 'Make it blue', clientMessageId: 'c-1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => acme.post(`${path}/messages`, body)))
  for (const answer of answers) assert.deepEqual([answer.status, answer.body], [202, answers[0]?.body])
  const other = await acme.post(`${path}/messages`, { ...body, message: 'Make it red' })
  assert.deepEqual([other.status, other.body.code], [422, 'key_reused'])
  await settled(acme, path)
  assert.equal((await acme.get(`${path}/versions`)).body.totalCount, 2)
})

test('interrupting reports whether it succeeded, and a race of finish and interrupt has one winner', async () => {
  const { acme } = await world()
  const path = await makeAudience(acme)
  assert.deepEqual((await acme.post(`${path}/messages/interrupt`)).body, { success: false })
  for (let round = 0; round < 40; round++) {
    const { versionId } = (
      await acme.post(`${path}/messages`, { message: `Change the headline to "${round}"` })
    ).body
    if (round % 2) await sleep(Math.random() * 20)
    const { success } = (await acme.post(`${path}/messages/interrupt`, { partialText: 'I was about to' }))
      .body
    await settled(acme, path)
    const { status } = (await acme.get(`${path}/versions/${versionId}`)).body
    assert.equal(status, success ? 'cancelled' : 'draft', `round ${round}`)
    const answers = (await acme.get(`${path}/messages?limit=2`)).body.items.filter(
      (one: any) => one.author === 'agent',
    )
    assert.deepEqual(
      answers.map(({ outcome }: any) => outcome),
      [success ? 'interrupted' : 'drafted'],
    )
  }
})

test('hostile input is refused and starts no run', async () => {
  const { acme, globex } = await world()
  const path = await makeAudience(acme)
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  for (const body of [
    {},
    { message: '' },
    { message: 'x'.repeat(50_001) },
    { message: 'x', clientMessageId: '' },
    { message: 'x', selectedElement: [] },
    { message: 'x', selectedElement: deep },
    { message: 'x', extra: 1 },
  ])
    assert.equal((await acme.post(`${path}/messages`, body)).status, 400)
  assert.equal((await globex.post(`${path}/messages`, { message: 'x' })).status, 404)
  assert.equal((await acme.get(`${path}/messages`)).body.totalCount, 0)
  await acme.post(`${path}/archive`)
  assert.equal((await acme.post(`${path}/messages`, { message: 'Make it blue' })).status, 409)
})

test('watchers receive status, operations and text immediately, and can resume', async () => {
  const { acme, baseUrl } = await world()
  const path = await makeAudience(acme)
  const watching = await watch(`${baseUrl}${path}/events`, acme.key)
  await acme.post(`${path}/messages`, { message: 'Change the headline to "Seen"' })
  const seen = await watching.until(({ event, data }) => event === 'status' && data.status === 'draft')
  assert.deepEqual(
    seen.filter(({ event }) => event === 'status').map(({ data }) => data.status),
    ['queued', 'processing', 'draft'],
  )
  assert.equal(seen.filter(({ event }) => event === 'operation')[0]?.data.operation.type, 'updateBlock')
  assert.ok(seen.some(({ event }) => event === 'text'))
  const second = seen[1] as Seen
  const resumed = await watch(`${baseUrl}${path}/events`, acme.key, second.id)
  const rest = await resumed.until(({ event, data }) => event === 'status' && data.status === 'draft')
  assert.deepEqual(rest, seen.slice(2))
})

test('a watcher that connects during a run receives it from the beginning', async () => {
  const { acme, baseUrl } = await world({}, { works: false })
  const path = await makeAudience(acme)
  await acme.post(`${path}/messages`, { message: 'Change the headline to "Over"' })
  await acme.post(`${path}/messages/interrupt`)
  const { versionId } = (await acme.post(`${path}/messages`, { message: 'Make it blue' })).body
  await acme.post(`${path}/messages`, { message: 'Make it green' })
  const late = await watch(`${baseUrl}${path}/events`, acme.key)
  const seen = await late.until(({ data }) => data.status === 'pending')
  assert.deepEqual(
    seen.map(({ data }) => data.status),
    ['queued', 'pending'],
  )
  assert.equal(seen[0]?.data.versionId, versionId)
})

test('a tenant may have 100 event streams open, across all its keys', async () => {
  const { acme, globex, baseUrl, withScope } = await world()
  const { pageId } = (await acme.post('/v0/pages', { name: 'Streams', pageType: 'custom' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
  const stop = new AbortController()
  const open = (key: string, path = `/v0/pages/${pageId}/audiences/${audienceId}`) =>
    fetch(`${baseUrl}${path}/events`, { headers: { 'x-api-key': key }, signal: stop.signal })
  const keys = [acme.key, (await withScope(acme, 'read')).key]
  const opened = await Promise.all(Array.from({ length: 102 }, (_, nth) => open(keys[nth % 2] as string)))
  const statuses = opened.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 100)
  assert.equal(statuses.filter((status) => status === 429).length, 2)
  const otherPage = (await globex.post('/v0/pages', { name: 'Streams', pageType: 'custom' })).body.pageId
  const other = (await globex.post(`/v0/pages/${otherPage}/audiences`, {})).body.audienceId
  assert.equal((await open(globex.key, `/v0/pages/${otherPage}/audiences/${other}`)).status, 200)
  stop.abort()
  await Promise.allSettled(opened.map((answer) => answer.body?.cancel()))
  await until('closed streams no longer count', async () => {
    const again = await fetch(`${baseUrl}/v0/pages/${pageId}/audiences/${audienceId}/events`, {
      headers: { 'x-api-key': acme.key },
    })
    await again.body?.cancel()
    return again.status === 200
  })
})
