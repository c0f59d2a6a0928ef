import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, settled } from '../test/conversation.ts'
import { makeKnownAudience } from '../test/modelAudience.ts'
import { openModelServer } from '../test/modelServer.ts'
import { world } from '../test/world.ts'
import { addUsage, forgetOldUsage } from './usageQueries.ts'

const model = openModelServer()
const usage = '/v0/agent/usage'
/** Each answer of the model takes 100 input and 20 output tokens. */
const answer = { text: ['Hello.'] }

test('tokens of messages, of messages about pages and of tests are counted for their tenant', async () => {
  const { acme, globex } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  const { pageId } = (await acme.get(path)).body
  model.always(answer)
  await converse(acme, path, 'Hello?')
  await acme.post(`/v0/pages/${pageId}/document/messages`, { message: 'Hello?' })
  await acme.post('/v0/agent/test', {})
  const { body } = await acme.get(usage)
  assert.deepEqual(
    [body.inputTokens, body.outputTokens, body.runs, body.dailyTokenLimit, body.whenUsedUp],
    [300, 60, 3, null, 'stop'],
  )
  const midnight = Date.parse(`${body.day}T00:00:00Z`) + 86_400_000
  assert.equal(body.resetsAt, `+${midnight}`)
  assert.ok(Math.abs(midnight - 43_200_000 - Date.now()) <= 43_260_000)
  assert.equal((await globex.get(usage)).body.runs, 0)
})

test('parallel runs are counted exactly', async () => {
  const { acme, context } = await world()
  const one = { inputTokens: 7, outputTokens: 3, runs: 1 }
  await Promise.all(Array.from({ length: 60 }, () => addUsage(context.db, acme.tenantId, one)))
  const { inputTokens, outputTokens, runs } = (await acme.get(usage)).body
  assert.deepEqual([inputTokens, outputTokens, runs], [420, 180, 60])
})

test('a step is counted before its result is used, so that a kill or a failure loses no tokens', async () => {
  const { acme } = await world({ ...(await model.settings('anthropic')), LOG_LEVEL: 'silent' })
  const { path } = await makeKnownAudience(acme)
  const step = { calls: [{ name: 'setTheme', input: { theme: { radius: 2 } } }] }
  model.script(step, { ending: 'hang' })
  await acme.post(`${path}/messages`, { message: 'Rounder' })
  await model.waitFor(() => model.asked.length === 2)
  const during = (await acme.get(usage)).body
  assert.deepEqual([during.inputTokens, during.outputTokens, during.runs], [100, 20, 1])
  await acme.post(`${path}/messages/interrupt`)
  await settled(acme, path)
  model.script({ calls: [{ name: 'setTheme', input: { theme: { radius: 3 } } }] }, { status: 401 })
  assert.equal((await converse(acme, path, 'Rounder')).answer.outcome, 'failed')
  const { inputTokens, runs } = (await acme.get(usage)).body
  assert.deepEqual([inputTokens, runs], [200, 2])
})

test('when the daily tokens are used up, messages fail with the time of the reset', async () => {
  const { acme, db } = await world({ ...(await model.settings('anthropic')), LOG_LEVEL: 'silent' })
  const { path } = await makeKnownAudience(acme)
  const { pageId } = (await acme.get(path)).body
  const set = await acme.put(usage, { dailyTokenLimit: 120, whenUsedUp: 'stop' })
  assert.deepEqual([set.status, set.body.dailyTokenLimit], [200, 120])
  model.always(answer)
  assert.equal((await converse(acme, path, 'Hello?')).answer.text, 'Hello.')
  const refused = (await converse(acme, path, 'Hello?')).answer
  assert.equal(refused.outcome, 'failed')
  assert.match(refused.text, /^Today’s 120 tokens .* used up\. They reset at 00:00 UTC on \d+ \w+ \d{4}\./)
  const page = (await acme.post(`/v0/pages/${pageId}/document/messages`, { message: 'Hello?' })).body
  assert.deepEqual([page.outcome, model.asked.length], ['failed', 1])
  await db.inTransaction((tx) => tx`update agent_usage set day = day - 1 where tenant_id = ${acme.tenantId}`)
  assert.equal((await converse(acme, path, 'Hello?')).answer.text, 'Hello.')
})

test('when the daily tokens are used up, the built-in agent can answer instead, and mentions it', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  await acme.put(usage, { dailyTokenLimit: 1, whenUsedUp: 'builtin' })
  model.always(answer)
  await converse(acme, path, 'Hello?')
  const { answer: said, document } = await converse(acme, path, 'Change the headline to "Ours"')
  assert.deepEqual([said.outcome, said.model, document.blocks[0].props.headline], ['drafted', null, 'Ours'])
  assert.match(
    said.text,
    /\n\nThe built-in agent answered, because today’s tokens .* They reset at 00:00 UTC/,
  )
  assert.equal(model.asked.length, 1)
})

test('the limit of the service applies to its model, and not to one that the tenant chose', async () => {
  const { acme } = await world({
    ...(await model.settings('openai-compatible')),
    AGENT_TOKENS_PER_DAY: '100',
    AGENT_ALLOW_PRIVATE: 'true',
    LOG_LEVEL: 'silent',
  })
  const { path } = await makeKnownAudience(acme)
  assert.equal((await acme.get(usage)).body.dailyTokenLimit, 100)
  const more = await acme.put(usage, { dailyTokenLimit: 5000, whenUsedUp: 'stop' })
  assert.equal(more.body.dailyTokenLimit, 100)
  model.always(answer)
  await converse(acme, path, 'Hello?')
  assert.equal((await converse(acme, path, 'Hello?')).answer.outcome, 'failed')
  const own = { choice: 'model', provider: 'openai-compatible', model: 'own', baseUrl: model.url }
  await acme.put('/v0/agent/settings', { ...own, contextTokens: 8192 })
  assert.equal((await acme.get('/v0/agent/settings')).body.contextTokens, 8192)
  assert.equal((await acme.get(usage)).body.dailyTokenLimit, 5000)
  assert.equal((await converse(acme, path, 'Hello?')).answer.text, 'Hello.')
  const { tools } = (model.asked.at(-1) as { body: { tools: object[] } }).body
  assert.equal(tools.length, 13, 'its context is small')
})

test('an admin sets the limit, every key can read it, and invalid limits are refused', async () => {
  const { acme, withScope } = await world()
  const reader = await withScope(acme, 'read')
  const publisher = await withScope(acme, 'publish')
  const good = { dailyTokenLimit: 5, whenUsedUp: 'stop' }
  assert.equal((await publisher.put(usage, good)).status, 403)
  for (const bad of [{ dailyTokenLimit: 0 }, { dailyTokenLimit: 1.5 }, { whenUsedUp: 'never' }, { other: 1 }])
    assert.equal((await acme.put(usage, { ...good, ...bad })).status, 400)
  assert.equal((await acme.put(usage, good)).status, 200)
  assert.equal((await reader.get(usage)).body.dailyTokenLimit, 5)
  const none = await acme.put(usage, { dailyTokenLimit: null, whenUsedUp: 'builtin' })
  assert.deepEqual([none.body.dailyTokenLimit, none.body.whenUsedUp], [null, 'builtin'])
})

test('the usage of past days is deleted', async () => {
  const { acme, context } = await world()
  const { db } = context
  await addUsage(db, acme.tenantId, { inputTokens: 1, outputTokens: 1, runs: 1 })
  await db.inTransaction((tx) => tx`update agent_usage set day = day - 2 where tenant_id = ${acme.tenantId}`)
  await forgetOldUsage(db)
  const rows = await db.read`select day from agent_usage where tenant_id = ${acme.tenantId}`
  assert.equal(rows.length, 0)
})
