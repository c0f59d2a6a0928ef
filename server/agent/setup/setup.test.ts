import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ollamaReplies, openLocalServer } from '../../test/localServers.ts'
import { allGood, goodTurns } from '../../test/modelScripts.ts'
import { openModelServer, testKey } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'

const model = openModelServer()

async function openOllama(t: TestContext, asked: string[] = []) {
  const replies = ollamaReplies({
    'qwen3:8b': { loadedWith: 120 },
    'gemma3:4b': { capabilities: ['completion'] },
  })
  const tags = replies['GET /api/tags'] as object
  return await openLocalServer(
    t,
    {
      ...replies,
      'GET /api/tags': (_body: unknown) => {
        asked.push('tags')
        return tags
      },
    },
    { model: () => model.url },
  )
}

test('an admin, and no other role, sees local servers where private addresses are allowed', async (t) => {
  const asked: string[] = []
  const AGENT_LOCAL_PORTS = `ollama=${await openOllama(t, asked)},docker=1`
  const closed = await world({ AGENT_LOCAL_PORTS })
  const refused = await closed.acme.get('/v0/agent/local_servers')
  assert.deepEqual([refused.status, refused.body], [200, { isAllowed: false, servers: [] }])
  assert.deepEqual(asked, [], 'nothing is looked for')
  const open = await world({ AGENT_LOCAL_PORTS, AGENT_ALLOW_PRIVATE: 'true' })
  const { body } = await open.acme.get('/v0/agent/local_servers')
  assert.deepEqual(
    body.servers.map(({ name, state, models }: any) => [name, state, models.map((one: any) => one.model)]),
    [
      ['Ollama', 'answers', ['qwen3:8b', 'gemma3:4b']],
      ['Docker Model Runner', 'silent', []],
    ],
  )
  assert.deepEqual(body.servers[0].models[1], {
    model: 'gemma3:4b',
    sizeBytes: 5_225_388_164,
    contextTokens: 40_960,
    supportsTools: false,
    runsElsewhere: false,
  })
  const publisher = await open.withScope(open.acme, 'publish')
  assert.equal((await publisher.get('/v0/agent/local_servers')).status, 403)
  assert.equal((await publisher.post('/v0/agent/models', { provider: 'openai' })).status, 403)
})

test('the models available to a key are listed newest first, with known prices, without other kinds of models', async (t) => {
  const seen: (string | undefined)[] = []
  const port = await openLocalServer(t, {
    'GET /v1/models': (request: any, response: any) => {
      seen.push(request.headers.authorization)
      const isKnown = request.headers.authorization === `Bearer ${testKey}`
      const data = [
        { id: 'gpt-4', object: 'model', created: 1_687_882_411, owned_by: 'openai' },
        { id: 'text-embedding-3-small', object: 'model', created: 1_705_948_997, owned_by: 'system' },
        { id: 'gpt-5', object: 'model', created: 1_754_425_777, owned_by: 'system' },
      ]
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ object: 'list', data }))
    },
  })
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true', AGENT_PRICES: 'gpt-5=1/2' })
  const place = { provider: 'openai', baseUrl: `http://127.0.0.1:${port}/v1` }
  const { body } = await acme.post('/v0/agent/models', { ...place, apiKey: testKey })
  assert.deepEqual(
    body.models.map((one: any) => [one.model, one.price?.inputPerMillion]),
    [
      ['gpt-5', 1],
      ['gpt-4', 0],
    ],
  )
  const wrong = await acme.post('/v0/agent/models', { ...place, apiKey: 'sk-wrong' })
  assert.deepEqual([wrong.body.models, /does not accept this key/.test(wrong.body.problem)], [[], true])
  assert.deepEqual(seen, [`Bearer ${testKey}`, 'Bearer sk-wrong'])
  const silent = await acme.post('/v0/agent/models', {
    ...place,
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'k',
  })
  assert.match(silent.body.problem, /can’t be reached/)
})

test('a list of models is requested from public addresses only', async () => {
  const { acme } = await world()
  for (const baseUrl of [
    'http://127.0.0.1:11434/v1',
    'https://10.0.0.8/v1',
    'https://metadata.internal/v1',
  ]) {
    const refused = await acme.post('/v0/agent/models', { provider: 'openai-compatible', baseUrl })
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.path], [400, '/baseUrl'])
  }
})

test('each check can be requested separately, with its time, cost and use of the context', async (t) => {
  const port = await openOllama(t)
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true', AGENT_LOCAL_PORTS: `ollama=${port}` })
  await model.settings('openai-compatible')
  const given = { provider: 'openai-compatible', model: 'qwen3:8b', baseUrl: `http://127.0.0.1:${port}/v1` }
  model.script(...allGood)
  const titles: string[] = []
  for (const check of Object.keys(goodTurns)) {
    const { body } = await acme.post('/v0/agent/test', { ...given, check })
    assert.deepEqual([body.success, body.check, body.cost], [true, check, 0], body.message)
    titles.push(body.title)
    if (check === 'length') assert.equal(body.contextUsed.toFixed(2), '0.83')
  }
  assert.deepEqual([titles[0], titles[4]], ['Answers', 'Ignores orders hidden in a note'])
  model.script(goodTurns.text)
  const plain = (await acme.post('/v0/agent/test', given)).body
  assert.deepEqual(Object.keys(plain).sort(), [
    'durationMs',
    'inputTokens',
    'message',
    'model',
    'outputTokens',
    'success',
  ])
  assert.equal((await acme.post('/v0/agent/test', { ...given, check: 'other' })).status, 400)
})

test('a context that a long page fills is reported as too small, for any answer of the model', async (t) => {
  const port = await openLocalServer(t, ollamaReplies({ 'qwen3:8b': { loadedWith: 100 } }), {
    model: () => model.url,
  })
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true', AGENT_LOCAL_PORTS: `ollama=${port}` })
  await model.settings('openai-compatible')
  model.script(goodTurns.length)
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const test = { provider: 'openai-compatible', model: 'qwen3:8b', baseUrl, check: 'length' }
  const { body } = await acme.post('/v0/agent/test', test)
  assert.deepEqual([body.success, body.contextUsed], [false, 1])
  assert.match(body.message, /too long for its context of 100 tokens/)
})
