import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import {
  dockerReplies,
  llamaServerReplies,
  lmStudioReplies,
  olderLmStudioReplies,
  ollamaReplies,
  openLocalServer,
} from '../../test/localServers.ts'
import { discoverServers, findLocalModel, isLoopback } from './discover.ts'

test('Ollama reports size, context and tools of its models, and which ones run on another machine', async (t) => {
  const port = await openLocalServer(
    t,
    ollamaReplies({
      'qwen3:8b': { loadedWith: 16_384 },
      'llama3.1:8b': { size: 4_920_753_328, numCtx: 8_192, contextTokens: 131_072 },
      'gemma3:4b': { size: 3_338_801_804, contextTokens: 131_072, capabilities: ['completion', 'vision'] },
      'nomic-embed-text:latest': { capabilities: ['embedding'] },
      'gpt-oss:120b-cloud': { size: 384, remoteHost: 'https://ollama.com:443' },
    }),
  )
  const [server] = await discoverServers({ ollama: port })
  assert.deepEqual(
    [server?.title, server?.address, server?.baseUrl, server?.state],
    ['Ollama', `localhost:${port}`, `http://127.0.0.1:${port}/v1`, 'answers'],
  )
  const short = server?.models.map((one) => [
    one.model,
    one.sizeBytes,
    one.contextTokens,
    one.supportsTools,
    one.runsElsewhere,
  ])
  assert.deepEqual(short, [
    ['qwen3:8b', 5_225_388_164, 16_384, true, false],
    ['llama3.1:8b', 4_920_753_328, 8_192, true, false],
    ['gemma3:4b', 3_338_801_804, 131_072, false, false],
    ['gpt-oss:120b-cloud', 384, 40_960, true, true],
  ])
})

test('the models of LM Studio are read by its newer and its older API', async (t) => {
  const newer = await openLocalServer(t, lmStudioReplies)
  const [server] = await discoverServers({ lmstudio: newer })
  assert.deepEqual(server?.models, [
    {
      model: 'mistralai/mistral-small-3.2',
      sizeBytes: 15_209_563_520,
      contextTokens: 16_384,
      supportsTools: true,
      seesImages: true,
    },
    {
      model: 'google/gemma-3-4b',
      sizeBytes: 3_341_334_272,
      contextTokens: 8_192,
      supportsTools: false,
      seesImages: false,
    },
  ])
  const older = await openLocalServer(t, olderLmStudioReplies)
  const [second] = await discoverServers({ lmstudio: older })
  assert.deepEqual(
    second?.models.map(({ model, contextTokens, supportsTools }) => [model, contextTokens, supportsTools]),
    [
      ['qwen2-vl-7b-instruct', 32_768, undefined],
      ['meta-llama-3.1-8b-instruct', 4_096, true],
    ],
  )
})

test('the models of llama-server and Docker Model Runner are listed', async (t) => {
  const llama = await openLocalServer(t, llamaServerReplies)
  const docker = await openLocalServer(t, dockerReplies)
  const servers = await discoverServers({ 'llama-server': llama, docker })
  assert.deepEqual(servers[0]?.models, [
    {
      model: 'Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf',
      sizeBytes: 4_912_898_304,
      contextTokens: 8_192,
      supportsTools: true,
      seesImages: false,
    },
  ])
  assert.equal(servers[1]?.baseUrl, `http://127.0.0.1:${docker}/engines/v1`)
  assert.deepEqual(servers[1]?.models, [
    { model: 'ai/smollm2:latest', sizeBytes: Math.round(256.35 * 2 ** 20), contextTokens: 8_192 },
  ])
})

test('another program on the port of a model server is not recognised as a model server', async (t) => {
  const shop = await openLocalServer(t, {
    'GET /v1/models': { data: [{ id: 'sofa', owned_by: 'shop' }] },
    'GET /api/tags': { tags: ['red'] },
    'GET /api/v1/models': { models: [{ name: 'sofa' }] },
    'GET /models': { sofa: 1 },
  })
  const servers = await discoverServers({ ollama: shop, lmstudio: shop, 'llama-server': shop, docker: shop })
  assert.deepEqual(
    servers.map(({ state }) => state),
    ['silent', 'silent', 'silent', 'silent'],
  )
})

test('a server that requires a key is distinguished from a silent one', async (t) => {
  const refuse: RequestListener = (_request, response) => void response.writeHead(401).end('{}')
  const port = await openLocalServer(t, { 'GET /api/v1/models': refuse })
  const [server] = await discoverServers({ lmstudio: port })
  assert.deepEqual([server?.state, server?.models], ['wants_key', []])
})

const hostile: [name: string, answer: RequestListener][] = [
  ['says nothing', (_request, _response) => {}],
  ['stops in the middle', (_request, response) => void response.writeHead(200).write('{"models":[')],
  [
    'never stops',
    (_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('[1],'.repeat(50_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['is no JSON', (_request, response) => void response.end('<html>')],
  ['is nested too deep', (_request, response) => void response.end('['.repeat(500_000))],
  [
    'leads elsewhere',
    (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  ],
]
for (const [name, answer] of hostile)
  test(`a server whose answer ${name} counts as silent within two seconds`, async (t) => {
    const paths = [
      '/api/tags',
      '/api/ps',
      '/api/v1/models',
      '/api/v0/models',
      '/v1/models',
      '/props',
      '/models',
    ]
    const port = await openLocalServer(t, Object.fromEntries(paths.map((path) => [`GET ${path}`, answer])))
    const began = performance.now()
    const all = { ollama: port, lmstudio: port, 'llama-server': port, docker: port }
    const servers = await discoverServers(all)
    assert.ok(servers.every(({ state }) => state === 'silent'))
    assert.ok(performance.now() - began < 3_000)
  })

test('names with control characters and invalid numbers are dropped', async (t) => {
  const port = await openLocalServer(t, {
    'GET /api/tags': {
      models: [
        { name: 'a\u001b[31mred', size: 1 },
        { name: 'two words', size: 1 },
        { name: 'x'.repeat(201), size: 1 },
        { name: { toString: 'x' }, size: 1 },
        null,
        { name: 'fine', size: -5 },
      ],
    },
    'POST /api/show': {
      model_info: { 'general.architecture': ['x'], context_length: 1e300 },
      capabilities: 'tools',
    },
  })
  const [server] = await discoverServers({ ollama: port })
  assert.deepEqual(
    server?.models.map(({ model, sizeBytes, contextTokens, supportsTools }) => [
      model,
      sizeBytes,
      contextTokens,
      supportsTools,
    ]),
    [['fine', undefined, undefined, undefined]],
  )
})

test('only a model on this machine is looked up, by its port', async (t) => {
  const port = await openLocalServer(t, ollamaReplies({ 'qwen3:8b': { loadedWith: 4_096 } }))
  const find = (baseUrl: string) => findLocalModel({ baseUrl, name: 'qwen3:8b' }, { ollama: port })
  assert.equal((await find(`http://localhost:${port}/v1`))?.contextTokens, 4_096)
  assert.equal(await find(`http://127.0.0.1:${port + 1}/v1`), undefined)
  assert.equal(await find(`https://models.example:${port}/v1`), undefined)
  assert.deepEqual(
    ['http://127.0.0.1:1', 'http://[::1]:1', 'http://127.0.0.1.example', 'http://10.0.0.1'].map(isLoopback),
    [true, true, false, false],
  )
})
