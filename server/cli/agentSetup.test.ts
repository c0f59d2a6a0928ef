import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadConfig } from '../config/config.ts'
import { foyer } from '../test/launch.ts'
import { lmStudioReplies, ollamaReplies, openLocalServer } from '../test/localServers.ts'
import { allGood } from '../test/modelScripts.ts'
import { openModelServer, testKey } from '../test/modelServer.ts'
import { world } from '../test/world.ts'

const model = openModelServer()
const nowhere = 'ollama=1,lmstudio=1,llama-server=1,docker=1'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-setup-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Ollama and LM Studio on this machine, with a scripted model behind them. */
async function openMachine(t: TestContext) {
  await model.settings('openai-compatible')
  const behind = { model: () => model.url }
  const ollama = await openLocalServer(
    t,
    ollamaReplies({ 'gemma3:4b': { capabilities: ['completion'] }, 'qwen3:8b': { loadedWith: 32_768 } }),
    behind,
  )
  const lmstudio = await openLocalServer(t, lmStudioReplies, behind)
  return { DATA_DIR: await newFolder(t), AGENT_LOCAL_PORTS: `ollama=${ollama},lmstudio=${lmstudio}` }
}

const setup = (args: string[], settings: Record<string, string>, input?: string) =>
  foyer(['agent', 'setup', ...args], settings, input)

test('one command finds a model on this machine, checks it and stores it for the service', async (t) => {
  const settings = await openMachine(t)
  model.script(...allGood)
  const { code, stdout, stderr } = await setup(['--yes'], settings)
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /✓ Answers/)
  assert.match(stdout, /✓ Longest page fits, 0% full/)
  assert.match(stdout, /A change takes \d+\.\d s and costs nothing\./)
  assert.match(stdout, /qwen3:8b edits the pages/)
  assert.ok(model.asked.every(({ body }) => body.model === 'qwen3:8b'))
  const file = join(settings.DATA_DIR, 'agent.env')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const used = loadConfig(settings)
  assert.deepEqual(
    [used.model?.provider, used.model?.name, used.model?.seesImages, used.isModelStored],
    ['openai-compatible', 'qwen3:8b', false, true],
  )
  const back = await setup(['--provider', 'builtin', '--json'], settings)
  assert.deepEqual([back.code, JSON.parse(back.stdout).agent], [0, 'builtin'])
  assert.equal(loadConfig(settings).model, undefined)
})

const noTerminal = existsSync('/usr/bin/script') ? false : 'no `script` here, which gives a terminal'

test('at a terminal the setup lists the models that it found and asks', { skip: noTerminal }, async (t) => {
  const settings = await openMachine(t)
  model.script(...allGood)
  const command = `${process.execPath} ${join(import.meta.dirname, '..', '..', 'bin', 'foyer.js')} agent setup`
  const child = spawn('/usr/bin/script', ['-qfec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.on('data', (text) => {
    const isAsked = !shown.includes('Which one?') && `${shown}${text}`.includes('Which one?')
    shown += text
    if (isAsked) child.stdin.write('2\r')
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0, shown)
  assert.match(shown, /2 +qwen3:8b +Ollama/)
  assert.match(shown, /a {2}Anthropic, with your key/)
  assert.equal(loadConfig(settings).model?.name, 'qwen3:8b')
})

test('a failed check stores nothing without --anyway, and has its own exit code', async (t) => {
  const settings = await openMachine(t)
  const poor = [...allGood.slice(0, 2), { text: ['No.'] }, ...allGood.slice(3)]
  model.script(...poor)
  const refused = await setup(['--yes'], settings)
  assert.equal(refused.code, 3, refused.stderr)
  assert.match(refused.stdout, /✗ Changes one text, and only that/)
  assert.match(refused.stderr, /Add --anyway/)
  assert.equal(loadConfig(settings).model, undefined)
  model.script(...poor)
  const taken = await setup(
    ['--provider', 'lmstudio', '--model', 'google/gemma-3-4b', '--anyway', '--json'],
    settings,
  )
  const value = JSON.parse(taken.stdout)
  assert.deepEqual([taken.code, value.stored, value.agent], [0, true, 'openai-compatible:google/gemma-3-4b'])
  // The longest page does not fit its context of 8,192 tokens either.
  assert.deepEqual([value.check.works, value.check.of, value.check.cost], [4, 6, 0])
  assert.equal(loadConfig(settings).model?.name, 'google/gemma-3-4b')
})

test('a key is read from standard input, sent to the provider, and never printed', async (t) => {
  const { ANTHROPIC_BASE_URL } = await model.settings('anthropic')
  const settings = { DATA_DIR: await newFolder(t), AGENT_LOCAL_PORTS: nowhere }
  const args = ['--provider', 'anthropic', '--address', ANTHROPIC_BASE_URL as string, '--model', 'claude-x']
  const without = await setup(args, settings)
  assert.deepEqual([without.code, /--key-from-stdin/.test(without.stderr)], [2, true])
  model.script(...allGood)
  const { code, stdout, stderr } = await setup([...args, '--key-from-stdin'], settings, `${testKey}\n`)
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /✓ The key is good/)
  assert.ok(model.asked.every(({ headers }) => headers['x-api-key'] === testKey))
  assert.ok(!(stdout + stderr).includes(testKey))
  const used = loadConfig(settings).model
  assert.deepEqual([used?.provider, used?.apiKey, used?.baseUrl], ['anthropic', testKey, ANTHROPIC_BASE_URL])
  model.script({ status: 401 })
  const wrong = await setup([...args, '--key-from-stdin'], settings, 'sk-other')
  assert.deepEqual([wrong.code, /does not accept the key/.test(wrong.stdout)], [3, true])
  assert.equal(loadConfig(settings).model?.apiKey, testKey, 'the working key stays')
})

test('a key of the environment is not sent to another address', async (t) => {
  const { OPENAI_BASE_URL } = await model.settings('openai-compatible')
  const settings = { DATA_DIR: await newFolder(t), OPENAI_API_KEY: testKey }
  model.script(...allGood)
  const { code } = await setup(['--address', OPENAI_BASE_URL as string, '--model', 'own'], settings)
  assert.equal(code, 0)
  assert.ok(model.asked.every(({ headers }) => headers.authorization === undefined))
})

test('a model that runs on another machine must be chosen by name, and has no assumed price', async (t) => {
  await model.settings('openai-compatible')
  const replies = ollamaReplies({ 'big:cloud': { remoteHost: 'https://ollama.com:443' } })
  const port = await openLocalServer(t, replies, { model: () => model.url })
  const settings = { DATA_DIR: await newFolder(t), AGENT_LOCAL_PORTS: `ollama=${port}` }
  const refused = await setup(['--yes'], settings)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /big:cloud .* runs on another machine/)
  model.script(...allGood)
  const { code, stdout } = await setup(['--model', 'big:cloud'], settings)
  assert.equal(code, 0)
  assert.match(
    stdout,
    /A change takes \d+\.\d s\.\nThe check read 600 tokens and wrote 120\. The price of this model is not known/,
  )
})

test('where nothing is found, two lines say how to start one', async (t) => {
  const settings = { DATA_DIR: await newFolder(t), AGENT_LOCAL_PORTS: nowhere }
  const { code, stderr } = await setup(['--yes'], settings)
  assert.equal(code, 1)
  assert.equal(stderr.trim().split('\n').length, 2)
  assert.match(stderr, /ollama pull qwen3:8b[\s\S]*--key-from-stdin/)
})

test('without a terminal and without a choice, the setup lists the models that it found and asks for a name', async (t) => {
  const settings = await openMachine(t)
  const { code, stderr } = await setup([], settings)
  assert.equal(code, 2, stderr)
  assert.match(stderr, /qwen3:8b +Ollama \(localhost:\d+\) +5\.2 GB +32,768 +yes/)
  assert.match(stderr, /gemma3:4b .* no\n/)
  const unknown = await setup(['--model', 'other'], settings)
  assert.deepEqual([unknown.code, /There is no model other/.test(unknown.stderr)], [1, true])
  const bad = await setup(['--provider', 'google'], settings)
  assert.equal(bad.code, 2)
})

test('AGENT_MODEL in the environment overrides the stored model, and the setup refuses to store another one', async (t) => {
  const settings = await openMachine(t)
  model.script(...allGood)
  const refused = await setup(['--yes'], { ...settings, AGENT_MODEL: 'openai:gpt-x', OPENAI_API_KEY: 'sk-1' })
  assert.deepEqual([refused.code, /AGENT_MODEL is set in the environment/.test(refused.stderr)], [1, true])
  await assert.rejects(readFile(join(settings.DATA_DIR, 'agent.env')))
})

test('a tenant gets its own model, under the same rule for private addresses as in the console', async (t) => {
  const { acme, databaseUrl, context } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const machine = await openMachine(t)
  const at = { ...machine, DATABASE_URL: databaseUrl, DATA_DIR: context.config.dataDir }
  model.script(...allGood)
  const refused = await setup(['--tenant', acme.slug, '--yes'], at)
  assert.equal(refused.code, 1, refused.stdout)
  assert.match(refused.stderr, /https address|AGENT_ALLOW_PRIVATE/)
  model.script(...allGood)
  const { code, stderr } = await setup(['--tenant', acme.slug, '--yes'], {
    ...at,
    AGENT_ALLOW_PRIVATE: 'true',
  })
  assert.equal(code, 0, stderr)
  assert.equal((await acme.get('/v0/agent')).body.model, 'openai-compatible:qwen3:8b')
  assert.equal((await acme.get('/v0/agent')).body.chosenBy, 'tenant')
})

test('the start prints one line about an available local model', async (t) => {
  const { announceLocalModel } = await import('./announce.ts')
  const settings = await openMachine(t)
  const written: string[] = []
  t.mock.method(process.stdout, 'write', (text: string) => written.push(text) > 0)
  await announceLocalModel(loadConfig(settings))
  await announceLocalModel(loadConfig({ ...settings, AGENT_LOCAL_PORTS: nowhere }))
  await announceLocalModel(loadConfig({ ...settings, AGENT_MODEL: 'openai:x', OPENAI_API_KEY: 'k' }))
  t.mock.restoreAll()
  const said = written.filter((text) => text.includes('is running with'))
  assert.deepEqual(said, [
    '  Ollama is running with qwen3:8b: `npx foyer agent setup` lets it edit your pages.\n\n',
  ])
})
