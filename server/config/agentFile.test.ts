import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { agentFileOf, writeAgentFile } from './agentFile.ts'
import { loadConfig } from './config.ts'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-agent-file-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const local = {
  provider: 'openai-compatible',
  model: 'qwen3:8b',
  baseUrl: 'http://127.0.0.1:11434/v1',
  seesImages: false,
} as const

test('a stored model is used as a whole, without a key or an address of the environment', async (t) => {
  const DATA_DIR = await newFolder(t)
  await writeAgentFile(DATA_DIR, local)
  const { model, isModelStored } = loadConfig({
    DATA_DIR,
    OPENAI_API_KEY: 'sk-of-something-else',
    OPENAI_BASE_URL: 'https://elsewhere.example/v1',
  })
  assert.deepEqual(
    [model?.name, model?.baseUrl, model?.apiKey, model?.seesImages, isModelStored],
    ['qwen3:8b', local.baseUrl, undefined, false, true],
  )
})

test('AGENT_MODEL in the environment overrides a stored model', async (t) => {
  const DATA_DIR = await newFolder(t)
  await writeAgentFile(DATA_DIR, local)
  const { model, isModelStored } = loadConfig({
    DATA_DIR,
    AGENT_MODEL: 'openai:gpt-x',
    OPENAI_API_KEY: 'sk-1',
  })
  assert.deepEqual(
    [model?.name, model?.baseUrl, model?.apiKey, isModelStored],
    ['gpt-x', 'https://api.openai.com/v1', 'sk-1', false],
  )
})

test('a manipulated file can set only the model', async (t) => {
  const DATA_DIR = await newFolder(t)
  await writeFile(
    agentFileOf(DATA_DIR),
    'AGENT_MODEL=openai:x\nOPENAI_API_KEY=k\nAGENT_ALLOW_PRIVATE=true\nPORT=1\nnonsense\n',
  )
  const config = loadConfig({ DATA_DIR })
  assert.deepEqual([config.model?.name, config.agentAllowPrivate, config.port], ['x', false, 3000])
})
