import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Encryption } from '../secrets/encryption.ts'
import { converse } from '../test/conversation.ts'
import { makeKnownAudience } from '../test/modelAudience.ts'
import { openModelServer, testKey } from '../test/modelServer.ts'
import { world } from '../test/world.ts'

const model = openModelServer()
const settings = '/v0/agent/settings'
const setHeadline = {
  text: ['The headline is “Ready in two weeks” now.'],
  calls: [
    {
      name: 'updateBlock',
      input: { blockId: 'hero', props: { headline: 'Ready in two weeks' }, sources: [] },
    },
  ],
}
const done = { text: ['The headline is new.'] }
const own = () => ({
  choice: 'model',
  provider: 'openai-compatible',
  model: 'own-model',
  baseUrl: model.url,
  apiKey: testKey,
})

test('without a choice of its own a tenant uses the agent of the service, and an admin can choose another', async () => {
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  assert.deepEqual((await acme.get('/v0/agent')).body, { kind: 'builtin', model: null, chosenBy: 'service' })
  const stored = await acme.put(settings, own())
  assert.equal(stored.status, 200)
  assert.deepEqual(
    [stored.body.choice, stored.body.model, stored.body.hasApiKey, stored.body.serviceModel],
    ['model', 'own-model', true, null],
  )
  assert.ok(!JSON.stringify(stored.body).includes(testKey))
  assert.deepEqual((await acme.get('/v0/agent')).body, {
    kind: 'model',
    model: 'openai-compatible:own-model',
    chosenBy: 'tenant',
  })
})

test('the model that a tenant chose works for that tenant alone', async () => {
  const { acme, globex } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  await acme.put(settings, own())
  model.script(setHeadline, done)
  const { path } = await makeKnownAudience(acme)
  const { answer, version } = await converse(acme, path, 'A better headline, please')
  assert.deepEqual([answer.model, version.isNewPageAgent], ['openai-compatible:own-model', true])
  assert.equal(model.asked[0]?.headers.authorization, `Bearer ${testKey}`)
  const asked = model.asked.length
  const other = await makeKnownAudience(globex)
  const builtin = await converse(globex, other.path, 'Change the headline to "Ours"')
  assert.deepEqual([builtin.answer.model, model.asked.length], [null, asked])
})

test('a tenant can choose the built-in agent although the service has a model, and go back', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  await acme.put(settings, { choice: 'builtin' })
  model.script(setHeadline, done)
  const { path } = await makeKnownAudience(acme)
  assert.equal((await converse(acme, path, 'Change the headline to "Ours"')).answer.model, null)
  await acme.put(settings, { choice: 'service' })
  assert.equal((await converse(acme, path, 'Another headline')).answer.model, 'anthropic:test-model')
})

test('a stored key is encrypted, bound to its tenant, and erased with the choice', async () => {
  const { acme, globex, db, context } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  await acme.put(settings, own())
  const read = async () =>
    (
      await db.read<{ encryptedKey: Buffer | null }[]>`
        select encrypted_key from agent_settings where tenant_id = ${acme.tenantId}`
    )[0]?.encryptedKey
  const stored = (await read()) as Buffer
  assert.ok(!stored.includes(testKey))
  assert.equal(await context.encryption.decrypt(`agent key ${acme.tenantId}`, stored), testKey)
  await assert.rejects(context.encryption.decrypt(`agent key ${globex.tenantId}`, stored), /does not fit/)
  const otherKey = new Encryption({
    encryptionKey: Buffer.alloc(32, 1),
    previousEncryptionKeys: [],
    dataDir: '/nonexistent',
  })
  await assert.rejects(otherKey.decrypt(`agent key ${acme.tenantId}`, stored), /does not fit/)
  const { dataDir } = context.config
  assert.ok((await readdir(dataDir)).includes('encryption.key'))
  assert.equal((await stat(join(dataDir, 'encryption.key'))).mode & 0o777, 0o600)
  await acme.put(settings, { choice: 'builtin' })
  assert.equal(await read(), null)
})

test('a key that can’t be decrypted fails the run with instructions', async () => {
  const { acme, db } = await world({ AGENT_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'silent' })
  await acme.put(settings, own())
  await db.inTransaction(
    (tx) => tx`
      update agent_settings set encrypted_key = ${Buffer.alloc(64, 1)} where tenant_id = ${acme.tenantId}`,
  )
  const { path } = await makeKnownAudience(acme)
  const { answer } = await converse(acme, path, 'Change the headline to "Ours"')
  assert.equal(answer.outcome, 'failed')
  assert.match(answer.text, /Enter the key again/)
  const { body } = await acme.post('/v0/agent/test', {})
  assert.deepEqual([body.success, /Enter the key again/.test(body.message)], [false, true])
})

test('the stored key is used only with its provider and address', async () => {
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  await acme.put(settings, own())
  const { apiKey: _, ...withoutKey } = own()
  const renamed = await acme.put(settings, { ...withoutKey, model: 'other-model' })
  assert.deepEqual([renamed.body.model, renamed.body.hasApiKey], ['other-model', true])
  const elsewhere = { ...withoutKey, baseUrl: `${model.url}/elsewhere` }
  model.script(setHeadline, done)
  const { choice: __, ...tested } = elsewhere
  await acme.post('/v0/agent/test', tested)
  assert.ok(model.asked.every(({ headers }) => headers.authorization === undefined))
  assert.equal((await acme.put(settings, elsewhere)).body.hasApiKey, false)
  const anthropic = { choice: 'model', provider: 'anthropic', model: 'x' }
  assert.equal((await acme.put(settings, anthropic)).body.errors[0].path, '/apiKey')
})

test('unreachable addresses and invalid settings are refused with the path of the field', async () => {
  const { acme, withScope } = await world()
  const bad: [object, string][] = [
    [{ ...own(), baseUrl: 'http://127.0.0.1:11434/v1' }, '/baseUrl'],
    [{ ...own(), baseUrl: 'https://10.0.0.8/v1' }, '/baseUrl'],
    [{ ...own(), baseUrl: 'https://[::1]/v1' }, '/baseUrl'],
    [{ ...own(), baseUrl: 'https://metadata.internal/v1' }, '/baseUrl'],
    [{ ...own(), baseUrl: 'https://user:secret@models.example/v1' }, '/baseUrl'],
    [{ ...own(), baseUrl: 'https://models.example/v1?key=1' }, '/baseUrl'],
    [{ ...own(), baseUrl: null }, '/baseUrl'],
    [{ ...own(), provider: 'google' }, '/provider'],
    [{ ...own(), model: 'two words' }, '/model'],
    [{ ...own(), model: undefined }, '/model'],
    [{ ...own(), apiKey: 'ümlaut' }, '/apiKey'],
    [{ choice: 'builtin', apiKey: 'sk' }, '/apiKey'],
    [{ choice: 'other' }, '/choice'],
  ]
  for (const [body, path] of bad) {
    const refused = await acme.put(settings, body)
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.path], [400, path], JSON.stringify(body))
  }
  assert.match((await acme.put(settings, bad[0]?.[0] as object)).body.detail, /https/)
  assert.match((await acme.put(settings, bad[1]?.[0] as object)).body.detail, /AGENT_ALLOW_PRIVATE/)
  const publisher = await withScope(acme, 'publish')
  assert.equal((await publisher.get(settings)).status, 403)
  assert.equal((await publisher.get('/v0/agent')).status, 200)
})

test('a host name that resolves to a private address is refused at the call', async () => {
  const { acme } = await world({ LOG_LEVEL: 'silent' })
  const { openProvider } = await import('./model/provider.ts')
  const { generateText } = await import('ai')
  const { toFailure } = await import('./model/failure.ts')
  const config = {
    provider: 'openai-compatible',
    name: 'x',
    apiKey: undefined,
    baseUrl: model.url,
    seesImages: false,
    chosenBy: 'tenant',
    allowPrivate: false,
  } as const
  model.always({ text: ['Hello'] })
  const language = await openProvider(config)
  const error = await generateText({ model: language, prompt: 'Hi', maxRetries: 0 }).catch((thrown) => thrown)
  assert.match(toFailure(error, config).message, /not public/)
  assert.equal(model.asked.length, 0)
  assert.ok(acme)
})

test('a test says whether a model works before it is chosen, and stores nothing', async () => {
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const { choice: _, ...given } = own()
  assert.deepEqual((await acme.post('/v0/agent/test', {})).body.success, true)
  model.script(setHeadline, done)
  const works = (await acme.post('/v0/agent/test', given)).body
  assert.deepEqual([works.success, works.model], [true, 'openai-compatible:own-model'])
  assert.ok(works.inputTokens >= 100 && works.durationMs >= 0)
  model.script({ status: 401 })
  const refused = (await acme.post('/v0/agent/test', given)).body
  assert.deepEqual([refused.success, refused.message.includes(testKey)], [false, false])
  assert.match(refused.message, /does not accept the key/)
  model.script({ text: ['I can’t use tools.'] })
  const idle = (await acme.post('/v0/agent/test', given)).body
  assert.deepEqual([idle.success, idle.message], [false, 'The headline is not what was asked for.'])
  const before = performance.now()
  const absent = (await acme.post('/v0/agent/test', { ...given, baseUrl: 'http://127.0.0.1:9/v1' })).body
  assert.match(absent.message, /can’t be reached/)
  assert.ok(performance.now() - before < 15_000, 'somebody waits for the result')
  assert.equal((await acme.get(settings)).body.choice, 'service')
})
