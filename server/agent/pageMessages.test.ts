import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openModelServer, testKey } from '../test/modelServer.ts'
import { world } from '../test/world.ts'

const hero = {
  id: 'hero',
  type: 'hero',
  props: { headline: 'Hello {{person.firstName}}', subheadline: 'Good to see you.' },
  sources: [],
}
const terms = { id: 'terms', type: 'text', props: { heading: 'Terms', body: 'As agreed.' }, sources: [] }
const faq = {
  id: 'faq',
  type: 'faq',
  props: { heading: 'Questions', items: [{ id: 'q1', question: 'When?', answer: 'Now.' }] },
  sources: [],
}

type Client = Awaited<ReturnType<typeof world>>['acme']

async function makePage(client: Client) {
  const { pageId } = (await client.post('/v0/pages', { name: 'Base', pageType: 'custom' })).body
  const path = `/v0/pages/${pageId}/document`
  const blocks = [hero, { ...terms, locked: true }, faq]
  assert.equal((await client.put(path, { theme: {}, blocks })).status, 200)
  const ask = async (message: string, more: object = {}) =>
    await client.post(`${path}/messages`, { message, ...more })
  const apply = async (operations: object[]) =>
    (await client.post(`${path}/operations`, { operations: operations.map(withoutHash) })).body.revision
  return { pageId, path, ask, apply }
}

function withoutHash({ documentHash: _, ...change }: { documentHash?: string }) {
  return change
}

test('the agent answers a message about the page with operations and stores nothing', async () => {
  const { acme, withScope } = await world()
  const { path, ask, apply } = await makePage(acme)
  const before = await acme.get(path)
  const { status, body } = await ask('Change the headline to "Ready in two weeks" and remove the FAQ')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.outcome, 'changed')
  assert.deepEqual(
    body.operations.map(({ type }: { type: string }) => type),
    ['removeBlock', 'updateBlock'],
  )
  assert.deepEqual([body.revision, `"${body.hash}"`], [2, before.headers.get('etag')])
  assert.deepEqual((await acme.get(path)).body, before.body)
  assert.equal(await apply(body.operations), 3)
  const { blocks } = (await acme.get(path)).body
  assert.equal(blocks[0].props.headline, 'Ready in two weeks')
  assert.equal(blocks.length, 2)

  const reader = await withScope(acme, 'read')
  assert.equal((await reader.post(`${path}/messages`, { message: 'Remove the FAQ' })).status, 403)
  assert.equal((await ask('')).status, 400)
  assert.equal((await ask('Hello', { conversation: [{ author: 'system', text: '' }] })).status, 400)
})

test('the page agent knows the conversation, changes only the selection and leaves locked blocks unchanged', async () => {
  const { acme } = await world()
  const { path, ask, apply } = await makePage(acme)
  const first = (await ask('Change the headline to "Ready in two weeks"')).body
  const revision = await apply(first.operations)
  const conversation = [
    { author: 'user', text: 'Change the headline to "Ready in two weeks"' },
    { author: 'agent', text: first.text, revision, operations: first.operations },
  ]
  const undone = (await ask('Undo that', { conversation })).body
  assert.equal(undone.outcome, 'changed', undone.text)
  await apply(undone.operations)
  assert.equal((await acme.get(path)).body.blocks[0].props.headline, hero.props.headline)

  const locked = (await ask('Remove the text block')).body
  assert.deepEqual([locked.outcome, locked.operations], ['failed', []])
  assert.match(locked.text, /locked\. Unlock it/)
  const outside = (await ask('Remove the FAQ', { selectedElement: { blockId: 'hero' } })).body
  assert.deepEqual([outside.outcome, outside.operations], ['nothing_changed', []], outside.text)
})

test('the language model receives the information that the page is for all audiences, and a failure has its reason', async () => {
  const model = openModelServer()
  const { acme } = await world({ AGENT_ALLOW_PRIVATE: 'true' })
  const { ask } = await makePage(acme)
  const chosen = await acme.put('/v0/agent/settings', {
    choice: 'model',
    provider: 'openai-compatible',
    model: 'own-model',
    baseUrl: model.url,
    apiKey: testKey,
  })
  assert.equal(chosen.status, 200)
  const headline = 'Welcome, {{person.firstName|there}}'
  model.script(
    {
      text: ['The opening greets the reader by name.'],
      calls: [{ name: 'updateBlock', input: { blockId: 'hero', props: { headline }, sources: [] } }],
    },
    { text: ['Done.'] },
  )
  const { body } = await ask('Greet them by name')
  assert.equal(body.outcome, 'changed', body.text)
  assert.equal(body.operations[0].props.headline, headline)
  assert.equal(body.model, 'openai-compatible:own-model')
  assert.ok(body.inputTokens > 0)
  assert.match(JSON.stringify(model.asked[0]?.body), /audience\W+All audiences/)

  model.script({ status: 401, body: { error: { message: 'no' } } })
  const failed = (await ask('Greet them by name')).body
  assert.deepEqual([failed.outcome, failed.operations], ['failed', []])
  assert.match(failed.text, /The page was not changed\.$/)
})
