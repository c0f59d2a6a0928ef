import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { openModelServer, type Turn, testKey } from '../test/modelServer.ts'
import { world } from '../test/world.ts'

const program = new URL('../../bin/foyer.js', import.meta.url).pathname
const model = openModelServer()

async function check(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [program, 'agent', 'check', ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (said[name] += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}

const reply = (text: string) => ({ name: 'reply', input: { text } })
const change = (name: string, input: object): Turn => ({ calls: [{ name, input }, reply('As asked.')] })
/** What a capable model makes of the five instructions. */
const good: Turn[] = [
  change('updateBlock', { blockId: 'hero', props: { headline: 'Ready in two weeks' } }),
  change('updateItem', { blockId: 'pricing', list: 'plans', itemId: 'team', props: { price: '$59' } }),
  change('addItem', {
    blockId: 'faq',
    list: 'items',
    item: { question: 'Is there a trial?', answer: 'Yes, 14 days.' },
  }),
  {
    calls: [
      { name: 'moveBlock', input: { blockId: 'faq', afterId: 'hero' } },
      { name: 'removeItem', input: { blockId: 'pricing', list: 'plans', itemId: 'starter' } },
      reply('As asked.'),
    ],
  },
  { text: ['Yes: people compare before they talk.'] },
]

test('a model that does all five is found to work, with what it costs', async () => {
  const settings = await model.settings('openai-compatible')
  model.script(...good)
  const { code, stdout, stderr } = await check([], settings)
  assert.equal(code, 0, stdout + stderr)
  assert.equal(stdout.match(/✓/g)?.length, 5)
  assert.match(
    stdout,
    /5 of 5 work\.\nOn average 1\.0 calls, 100 tokens read and 20 written, \d+\.\d s a message\./,
  )
  assert.match(stderr, /Testing openai-compatible:test-model at 127\.0\.0\.1:\d+ with 5 instructions/)
  assert.ok(!(stdout + stderr).includes(testKey))
})

test('a model that does too much, too little or fails is told apart, for programs too', async () => {
  const settings = await model.settings('anthropic')
  model.script(
    change('updateBlock', { blockId: 'faq', props: { heading: 'Ready in two weeks' } }),
    change('updateBlock', {
      blockId: 'pricing',
      props: { plans: [{ name: 'Team', price: '$59' }] },
      dropItems: true,
    }),
    { status: 401 },
    ...good.slice(3),
  )
  const { code, stdout } = await check(['--json'], settings)
  const value = JSON.parse(stdout)
  assert.deepEqual([code, value.works, value.of], [3, 2, 5])
  assert.deepEqual(
    value.results.map(({ works }: any) => works),
    [false, false, false, true, true],
  )
  assert.match(value.results[0].problem, /headline is not what was asked for/)
  assert.match(value.results[1].problem, /The plans are now Team \$59/)
  assert.match(value.results[2].problem, /ANTHROPIC_API_KEY/)
})

test('the model that a tenant chose can be checked, and without one it is said that there is none', async () => {
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
  model.script(...good)
  const { code, stdout, stderr } = await check(['--tenant', acme.slug], at)
  assert.equal(code, 0, stdout + stderr)
  assert.equal(model.asked[0]?.headers.authorization, `Bearer ${testKey}`)
  const unset = await check([], {})
  assert.deepEqual([unset.code, /AGENT_MODEL is not set/.test(unset.stderr)], [1, true])
})
