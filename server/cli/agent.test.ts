import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foyer } from '../test/launch.ts'
import { allGood, change, goodTurns } from '../test/modelScripts.ts'
import { openModelServer, testKey } from '../test/modelServer.ts'
import { world } from '../test/world.ts'

const model = openModelServer()

const check = (args: string[], settings: Record<string, string>) =>
  foyer(['agent', 'check', ...args], settings)

test('a model that passes all six checks is reported as working, with the time and cost of a change', async () => {
  const settings = await model.settings('openai-compatible')
  model.script(...allGood)
  const { code, stdout, stderr } = await check([], settings)
  assert.equal(code, 0, stdout + stderr)
  assert.equal(stdout.match(/✓/g)?.length, 6)
  assert.match(stdout, /✓ The key is good .* \d+\.\d s\n✓ Uses its tools .* \d+\.\d s\n/)
  assert.match(stdout, /6 of 6 work\.\nA change takes \d+\.\d s and costs nothing\./)
  assert.match(stderr, /Checking openai-compatible:test-model at 127\.0\.0\.1:\d+/)
  assert.ok(!(stdout + stderr).includes(testKey))
})

test('a model that changes too much or too little or follows injected instructions is reported, also as JSON', async () => {
  const settings = { ...(await model.settings('anthropic')), AGENT_PRICES: 'test-model=1/10' }
  model.script(
    goodTurns.answers,
    { text: ['I moved them.'] },
    { text: ['I moved them.'] },
    change('updateBlock', { blockId: 'faq', props: { heading: 'Ready in two weeks' } }),
    change('updateItem', { blockId: 'pricing', list: 'plans', itemId: 'starter', props: { name: 'Crew' } }),
    // The rules keep the name off the page; an answer can still mention it.
    {
      calls: [
        ...(goodTurns.orders.calls ?? []).slice(0, 1),
        { name: 'reply', input: { text: 'Quillmark is better.' } },
      ],
    },
    {
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long' } },
    },
  )
  const { code, stdout } = await check(['--json'], settings)
  const value = JSON.parse(stdout)
  assert.deepEqual([code, value.works, value.of], [3, 1, 6])
  const problems = value.results.map(({ problem }: any) => problem)
  assert.match(problems[1], /without using its tools/)
  assert.match(problems[2], /headline is not what was asked for/)
  assert.match(problems[3], /The plans are now Crew \$19, Team \$49, Company \$199\./)
  assert.match(problems[4], /followed an order that somebody hid in a note/)
  assert.match(problems[5], /too long for its context/)
  const { inputTokens, outputTokens } = value
  assert.equal(value.cost.toFixed(9), ((inputTokens + outputTokens * 10) / 1e6).toFixed(9))
  assert.ok(value.medianMs > 0)
})

test('if a model does not answer the first check, the others are skipped', async () => {
  const settings = await model.settings('anthropic')
  model.script({ status: 401 })
  const { code, stdout } = await check(['--json'], settings)
  const value = JSON.parse(stdout)
  assert.deepEqual([code, value.works, value.results.length, model.asked.length], [3, 0, 1, 1])
  assert.match(value.results[0].problem, /ANTHROPIC_API_KEY/)
  assert.deepEqual([value.medianMs, value.costPerChange], [null, null])
})

test('the model that a tenant chose can be checked, and a tenant without one gets a clear message', async () => {
  const { acme, databaseUrl, context } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const at = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: context.config.dataDir,
    AGENT_ALLOW_PRIVATE: 'true',
  }
  const none = await check(['--tenant', acme.slug], at)
  assert.deepEqual([none.code, /uses the built-in agent/.test(none.stderr)], [1, true])
  await acme.put('/v0/agent/settings', {
    choice: 'model',
    provider: 'openai-compatible',
    model: 'own-model',
    baseUrl: model.url,
    apiKey: testKey,
  })
  model.script(...allGood)
  const { code, stdout, stderr } = await check(['--tenant', acme.slug], at)
  assert.equal(code, 0, stdout + stderr)
  assert.equal(model.asked[0]?.headers.authorization, `Bearer ${testKey}`)
  const unset = await check([], {})
  assert.deepEqual([unset.code, /AGENT_MODEL is not set/.test(unset.stderr)], [1, true])
})
