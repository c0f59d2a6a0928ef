import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APICallError } from 'ai'
import { loadConfig } from '../../config/config.ts'
import type { ModelConfig } from '../../config/modelConfig.ts'
import { converse, watch } from '../../test/conversation.ts'
import { makeKnownAudience, untouchedAudience } from '../../test/modelAudience.ts'
import type { Protocol } from '../../test/modelProtocols.ts'
import { openModelServer, type Turn, testKey } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'
import { toFailure } from './failure.ts'

const model = openModelServer()

const protocols: Protocol[] = ['anthropic', 'openai', 'openai-compatible']
const theme = { name: 'setTheme', input: { theme: { radius: 7 } } }

const failures: [name: string, turns: Turn[], told: RegExp][] = [
  ['a fault of its own', Array(5).fill({ status: 500 }), /returned an error\. Try again/],
  ['more to do than it can', Array(5).fill({ status: 529 }), /is overloaded/],
  ['a key that it does not take', [{ status: 401 }], /_API_KEY/],
  ['a model that is not there', [{ status: 404 }], /AGENT_MODEL/],
  ['a request it does not take', [{ status: 422 }], /rejected the request/],
  ['an empty reply', [{}], /gave no answer/],
  [
    'an answer cut off by the connection',
    Array(3).fill({ calls: [theme], ending: 'cut' }),
    /can’t be reached|interrupted|incomplete/,
  ],
  [
    'an answer that ends in a call',
    Array(3).fill({ text: ['I begin'], calls: [theme], ending: 'end' }),
    /can’t be reached|interrupted|incomplete/,
  ],
  [
    'an answer that has no end',
    Array(3).fill({ text: ['I begin'], ending: 'end' }),
    /interrupted|incomplete/,
  ],
  [
    'no room for the answer',
    Array(3).fill({ text: ['I begin'], calls: [theme], finish: 'length' }),
    /reached its output limit/,
  ],
  [
    'a good step before a bad one',
    [{ calls: [theme] }, ...Array(3).fill({ text: ['Now'], ending: 'cut' })],
    /can’t be reached|interrupted|incomplete/,
  ],
]
for (const protocol of protocols)
  for (const [name, turns, told] of failures)
    test(`${protocol}, ${name}: the version is cancelled, the page unchanged, and the conversation explains the failure`, async () => {
      const { acme, path } = await untouchedAudience(await model.settings(protocol))
      model.script(...turns)
      const { version, answer, document } = await converse(acme, path, 'Rounder corners')
      assert.equal(model.asked.length, turns.length, 'tried as often as it makes sense')
      assert.deepEqual(
        [version.status, version.isNewPageAgent, answer.outcome, answer.operations],
        ['cancelled', false, 'failed', []],
      )
      assert.match(answer.text, told)
      assert.match(answer.text, /The page was not changed\.$/)
      assert.ok(
        !answer.text.includes(testKey) && !/all wrong/.test(answer.text),
        'nothing of the provider’s own words',
      )
      assert.equal(answer.model, `${protocol}:test-model`)
      assert.equal(document.theme.radius, undefined)
    })

for (const protocol of protocols)
  test(`${protocol}: a temporary overload is waited out, for the time that the response asks for`, async () => {
    const { acme } = await world(await model.settings(protocol))
    const { path } = await makeKnownAudience(acme)
    const busy = { status: 429, headers: { 'retry-after': '1', 'retry-after-ms': '' } }
    model.script(busy, { status: 503 }, { calls: [theme] }, { status: 529 }, { text: ['Rounder.'] })
    const began = performance.now()
    const { version, answer, document } = await converse(acme, path, 'Rounder corners')
    assert.ok(performance.now() - began >= 1000, 'retry-after is honoured')
    assert.deepEqual([version.status, answer.outcome, answer.text], ['draft', 'drafted', 'Rounder.'])
    assert.deepEqual([document.theme.radius, model.asked.length], [7, 5])
  })

test('a failure is reported to watchers', async () => {
  const { acme, baseUrl } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  model.script({ status: 401 })
  const watching = await watch(`${baseUrl}${path}/events`, acme.key)
  await acme.post(`${path}/messages`, { message: 'Rounder corners' })
  const seen = await watching.until(({ event, data }) => event === 'status' && data.status === 'cancelled')
  assert.match(seen.find(({ event }) => event === 'error')?.data.message, /ANTHROPIC_API_KEY/)
})

test('a call of a model that does not answer is ended at the time limit of a run', async () => {
  const { acme } = await world({ ...(await model.settings('anthropic')), AGENT_TIMEOUT_SECONDS: '1' })
  const { path } = await makeKnownAudience(acme)
  for (const turn of [{ ending: 'hang' }, { text: ['I begin'], ending: 'hang' }] satisfies Turn[]) {
    model.script(turn)
    const { version, answer } = await converse(acme, path, 'Rounder corners')
    assert.deepEqual([version.status, answer.outcome], ['cancelled', 'failed'])
    assert.match(answer.text, /longer than 1 seconds?/)
    await model.waitFor(() => model.asked[0]?.left === true)
  }
})

test('a redirect of the model’s address is not followed, so that the key is sent to no other address', async () => {
  const { acme } = await world({ ...(await model.settings('anthropic')), AGENT_TIMEOUT_SECONDS: '3' })
  const { path } = await makeKnownAudience(acme)
  model.always({ status: 307, headers: { location: '/v1/messages' } })
  const { answer } = await converse(acme, path, 'Rounder corners')
  assert.equal(answer.outcome, 'failed')
  assert.ok(model.asked.length < 4)
})

test('the log contains neither the key nor any content of the request', () => {
  const config = loadConfig({ AGENT_MODEL: 'openai:x', OPENAI_API_KEY: 'topsecret' }).model as ModelConfig
  const error = new APICallError({
    message: `Incorrect API key provided: sk-proj-abc**def, not topsecret. ${'x'.repeat(1000)}`,
    url: 'https://api.openai.com/v1/responses',
    requestBodyValues: { input: 'Jane Doe' },
    statusCode: 401,
    responseHeaders: { 'x-request-id': 'req_1' },
  })
  const { message, details } = toFailure(error, config)
  const line = JSON.stringify({ message, details })
  assert.ok(!/topsecret|sk-proj|Jane/.test(line) && line.length < 700)
  assert.deepEqual([(details as any).status, (details as any).requestId], [401, 'req_1'])
})

test('the kind of a failure is derived from the provider’s full message, not from its shortened form in the log', () => {
  const config = loadConfig({ AGENT_MODEL: 'openai:x', OPENAI_API_KEY: 'context' }).model as ModelConfig
  const fail = (message: string) =>
    toFailure(
      new APICallError({ message, url: 'https://x.example', requestBodyValues: {}, statusCode: 400 }),
      config,
    ).message
  assert.match(
    fail(`${'x'.repeat(400)} maximum context length`),
    /too long for the context of the language model/,
  )
  assert.match(fail('This exceeds the context window'), /too long for the context of the language model/)
})
