import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeBlock } from '../../../document/index.ts'
import { converse, settled, watch } from '../../test/conversation.ts'
import { until } from '../../test/eventually.ts'
import { makeKnownAudience } from '../../test/modelAudience.ts'
import type { Protocol } from '../../test/modelProtocols.ts'
import { openModelServer, testKey, wordsOf } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'

const model = openModelServer()

const protocols: Protocol[] = ['anthropic', 'openai', 'openai-compatible']

/** What the model was told in a request, whichever protocol carried it. */
function toldIn({ body }: { body: any }): string {
  return JSON.stringify(body)
}

for (const protocol of protocols)
  test(`a model behind ${protocol} works in several steps with tools, and all its changes are stored`, async () => {
    const { acme, subscribe, events } = await world(await model.settings(protocol))
    const { path, source } = await makeKnownAudience(acme)
    await subscribe(acme)
    const first = (await acme.get(path)).body.latestVersion
    const before = (await acme.get(`${path}/versions/${first.versionId}/document`)).body
    const faq = { heading: 'Asked before', items: [{ question: 'How long?', answer: 'A week.' }] }
    model.script(
      {
        text: ['I will open ', 'with the roll-out.'],
        calls: [
          {
            name: 'updateBlock',
            input: { blockId: 'hero', props: { headline: 'EMEA, next quarter' }, sources: [source] },
          },
          { name: 'findAssets', input: { query: 'map' } },
        ],
      },
      {
        calls: [
          {
            name: 'addBlock',
            input: { block: { type: 'faq', props: faq }, sources: [], afterId: 'hero' },
          },
          { name: 'setTheme', input: { theme: { primaryColor: '#123456' } } },
          { name: 'setMetadata', input: { metadata: { title: 'For the EMEA roll-out' } } },
        ],
      },
      { text: ['The page opens with their roll-out.'] },
    )
    const { version, answer, document } = await converse(acme, path, 'Open with their roll-out.')
    assert.deepEqual([version.status, version.isNewPageAgent], ['draft', true])
    assert.equal(document.blocks[0].props.headline, 'EMEA, next quarter')
    assert.deepEqual(document.blocks[0].sources, [source])
    const added = document.blocks[1]
    assert.deepEqual(
      [added.type, added.props, added.sources],
      ['faq', completeBlock({ ...added, props: faq }).props, []],
    )
    assert.equal(document.theme.primaryColor, '#123456')
    assert.equal(document.blocks.length, before.blocks.length + 1)
    assert.equal((await acme.get(path)).body.metadataOverride.title, 'For the EMEA roll-out')
    assert.equal(
      answer.text,
      'The page opens with their roll-out.\n\nAlso added: the FAQ block.',
      'announcements are dropped, and what the answer leaves out is added',
    )
    assert.deepEqual(
      answer.operations.map(({ type }: any) => type),
      ['updateBlock', 'addBlock', 'setTheme', 'setMetadata'],
    )
    assert.deepEqual(
      [answer.outcome, answer.inputTokens, answer.outputTokens, answer.model],
      ['drafted', 300, 60, `${protocol}:test-model`],
    )
    assert.ok(answer.durationMs > 0)
    assert.deepEqual(
      (await events(acme)).map(({ type }) => type),
      ['message.accepted', 'version.drafted'],
    )
    assert.deepEqual(
      model.asked.map((asked) => [asked.protocol, asked.body.model, asked.body.stream]),
      Array(3).fill([protocol, 'test-model', true]),
    )
    const { headers } = model.asked[0] as (typeof model.asked)[0]
    assert.equal(protocol === 'anthropic' ? headers['x-api-key'] : headers.authorization?.slice(7), testKey)
  })

test('the model is shown the page with block ids, the facts by number, and the message last', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path, source, personId } = await makeKnownAudience(acme)
  const { pageId } = (await acme.get(path)).body
  await acme.patch(`/v0/pages/${pageId}`, { metadata: { title: 'Outreach', description: 'Of the page' } })
  model.script(
    {
      calls: [
        {
          name: 'updateBlock',
          input: { blockId: 'hero', props: { headline: 'EMEA, Jane' }, sources: ['f1', 'f5'] },
        },
        { name: 'setMetadata', input: { metadata: { title: 'EMEA' } } },
        { name: 'reply', input: { text: 'It opens with EMEA.' } },
      ],
    },
    { text: ['You rolled out in EMEA.'] },
    { text: ['Hello again.'] },
  )
  const { document } = await converse(acme, path, 'Open with EMEA')
  assert.deepEqual(document.blocks[0].sources, [
    { kind: 'person_field', id: personId, field: 'name' },
    source,
  ])
  await converse(acme, path, 'What do you know?')
  await converse(acme, path, 'And now?')
  const { body } = model.asked.at(-1) as { body: any }
  const words = wordsOf(model.asked.at(-1))
  assert.match(words, /"id":"hero","type":"hero"/)
  assert.match(words, /"sources":\["f1","f5"\]/)
  const today = new Date().toISOString().slice(0, 10)
  assert.ok(words.includes(`"today":"${today}"`))
  assert.ok(words.includes('{"fact":"f1","kind":"person name","text":"Jane Doe"}'))
  assert.ok(
    words.includes(
      `{"fact":"f5","kind":"note about the account","on":"${today}","text":"Rolling out in EMEA next quarter."}`,
    ),
  )
  assert.match(
    words,
    /\{"company":"Open with EMEA"\},\{"you":"It opens with EMEA\.[^"]*","made":"version 2"\}/,
  )
  assert.ok(words.includes('{"you":"You rolled out in EMEA.","made":"no version"}'))
  assert.ok(words.includes('"title":"EMEA","description":"Of the page"'), 'metadata are the effective ones')
  assert.ok(words.endsWith('The message:\n\nAnd now?'))
  assert.doesNotMatch(
    words,
    /(?:page|audience|person|account|version)_[0-9a-z]{26}|\+1\d{12}/,
    'no ids of no use',
  )
  assert.equal(body.messages.length, 1)
  assert.deepEqual(
    body.tools.map(({ name }: any) => name).sort(),
    'addBlock addItem describeTypes findAssets moveBlock moveItem redo removeBlock removeItem reply restoreVersion setMetadata setTheme undo updateBlock updateItem'.split(
      ' ',
    ),
  )
  assert.deepEqual(body.system[0].cache_control, { type: 'ephemeral' }, 'what never changes is paid for once')
})

test('OpenAI is asked to store nothing', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeKnownAudience(acme)
  model.script({ text: ['Hello.'] })
  await converse(acme, path, 'Hello?')
  assert.equal(model.asked[0]?.body.store, false)
})

for (const protocol of protocols)
  test(`watchers see the steps of a model behind ${protocol} as they happen, and its answer at the end`, async () => {
    const { acme, baseUrl } = await world(await model.settings(protocol))
    const { path } = await makeKnownAudience(acme)
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
    model.script(
      { calls: [{ name: 'setTheme', input: { theme: { radius: 4 } } }] },
      { text: ['Softer', ' corners.'], wait: waiting },
    )
    const watching = await watch(`${baseUrl}${path}/events`, acme.key)
    await acme.post(`${path}/messages`, { message: 'Softer corners' })
    const seen = await watching.until(({ event }) => event === 'operation')
    assert.equal(seen.at(-1)?.data.operation.type, 'setTheme')
    assert.equal((await acme.get(path)).body.status, 'processing')
    goOn()
    await settled(acme, path)
    const [answer] = (await acme.get(`${path}/messages`)).body.items
    assert.deepEqual([answer.outcome, answer.text], ['drafted', 'Softer corners.'])
  })

test('a selected block is all that a model can change', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  model.script(
    {
      calls: [
        { name: 'updateBlock', input: { blockId: 'invitation', props: { headline: 'Mine' }, sources: [] } },
        { name: 'removeBlock', input: { blockId: 'invitation' } },
        { name: 'setTheme', input: { theme: { radius: 3 } } },
        { name: 'moveBlock', input: { blockId: 'invitation', afterId: null } },
        { name: 'setMetadata', input: { metadata: { title: 'Mine' } } },
        { name: 'updateBlock', input: { blockId: 'hero', props: { headline: 'Yours' }, sources: [] } },
      ],
    },
    { text: ['Done.'] },
  )
  const { answer, document } = await converse(acme, path, 'Change all of it', {
    selectedElement: { blockId: 'hero' },
  })
  assert.deepEqual(
    answer.operations.map(({ type, blockId }: any) => [type, blockId]),
    [['updateBlock', 'hero']],
  )
  assert.equal(document.blocks[0].props.headline, 'Yours')
  assert.match(toldIn(model.asked[1] as never), /You selected the hero block/)
  const headline = {
    name: 'updateBlock',
    input: { blockId: 'hero', props: { headline: 'Ours' }, sources: [] },
  }
  model.script({ calls: [headline] }, { text: ['Done.'] })
  const gone = await converse(acme, path, 'Make the headline “Ours”', {
    selectedElement: { blockId: 'nowhere' },
  })
  assert.equal(gone.document.blocks[0].props.headline, 'Ours')
  assert.match(JSON.stringify(model.asked[0]), /no longer on the page/)
})

test('a model can restore an earlier version in one step, with any number of changes', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  const blocks = Array.from({ length: 120 }, (_, index) => ({
    id: `text-${index + 1}`,
    type: 'text',
    props: { body: `Paragraph ${index + 1}.` },
    sources: [],
  }))
  const large = await acme.post(`${path}/versions`, { document: { theme: {}, blocks } })
  assert.equal(large.status, 201)
  model.script(
    { calls: [{ name: 'restoreVersion', input: { versionNumber: 1 } }] },
    { text: ['Back again.'] },
  )
  const { answer, document } = await converse(acme, path, 'Go back to version 1')
  assert.equal(answer.outcome, 'drafted')
  assert.ok(answer.operations.length > 120)
  assert.equal(document.blocks[0].id, 'hero')
})

test('an interrupt ends the call of the model at once, and its changes are discarded', async () => {
  const { acme } = await world(await model.settings('openai'))
  const { path } = await makeKnownAudience(acme)
  for (const turn of [{ text: ['I begin'], ending: 'hang' }, { ending: 'hang' }] as const) {
    model.script(turn as never)
    const { versionId } = (await acme.post(`${path}/messages`, { message: 'Take your time' })).body
    await model.waitFor(() => model.asked.length === 1)
    const began = performance.now()
    assert.deepEqual((await acme.post(`${path}/messages/interrupt`, { partialText: 'I begin' })).body, {
      success: true,
    })
    await model.waitFor(() => model.asked[0]?.left === true, 1_000)
    assert.ok(performance.now() - began < 1_000)
    assert.equal((await acme.get(`${path}/versions/${versionId}`)).body.status, 'cancelled')
    const [answer] = (await acme.get(`${path}/messages`)).body.items
    assert.deepEqual([answer.outcome, answer.text, answer.operations], ['interrupted', 'I begin', []])
  }
})

test('the cost of an interrupted run is stored with it', async () => {
  const { acme } = await world(await model.settings('anthropic'))
  const { path } = await makeKnownAudience(acme)
  model.script({ calls: [{ name: 'setTheme', input: { theme: { radius: 2 } } }] }, { ending: 'hang' })
  await acme.post(`${path}/messages`, { message: 'Rounder' })
  await model.waitFor(() => model.asked.length === 2)
  await acme.post(`${path}/messages/interrupt`)
  const last = async () => (await acme.get(`${path}/messages`)).body.items[0]
  await until('its cost is noted', async () => (await last()).durationMs !== null)
  const { outcome, inputTokens, outputTokens, model: name } = await last()
  assert.deepEqual(
    [outcome, inputTokens, outputTokens, name],
    ['interrupted', 100, 20, 'anthropic:test-model'],
  )
})
