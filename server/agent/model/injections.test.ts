import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../../test/client.ts'
import { converse } from '../../test/conversation.ts'
import { createAsset } from '../../test/files.ts'
import { type Injection, injections } from '../../test/injections.ts'
import { richDocument } from '../../test/modelPage.ts'
import { openModelServer, type Turn } from '../../test/modelServer.ts'
import { world } from '../../test/world.ts'

/* Outsiders' texts that ask for something, and a model that obeys them: nothing of it reaches the page. */

const model = openModelServer()

/** An audience on the rich page, with the text at its place and one edit since the first version. */
async function prepare(client: Client, { in: where, text }: Injection): Promise<string> {
  const account = { domain: 'initech.example', name: where === 'account' ? text : 'Initech' }
  const { accountId } = (await client.post('/v0/accounts', account)).body
  if (where === 'field') {
    await client.post('/v0/custom_fields', { owner: 'account', key: 'about', label: 'About', type: 'text' })
    await client.patch(`/v0/accounts/${accountId}/fields`, { fields: { about: text } })
  }
  const person = { name: where === 'person' ? text : 'Will Jansen', email: 'will@initech.example' }
  const { personId } = (await client.post('/v0/persons', person)).body
  if (where === 'note') await client.post(`/v0/accounts/${accountId}/logs`, { text })
  if (where === 'activity')
    await client.post(`/v0/accounts/${accountId}/activity`, { type: 'form.answered', payload: { text } })
  if (where === 'asset') await createAsset(client, { name: text, purpose: text })
  const faq = { id: 'price', question: 'What does it cost?', answer: 'From 99 dollars.' }
  const letter = {
    id: 'letter',
    type: 'text',
    props: { body: where === 'page' ? text : 'A word.' },
    sources: [],
  }
  const blocks = richDocument.blocks.map((block) =>
    block.id === 'faq'
      ? { ...block, props: { ...block.props, items: [...(block.props.items ?? []), faq] } }
      : block,
  )
  const { pageId } = (await client.post('/v0/pages', { name: 'Customs', pageType: 'outbound' })).body
  const put = await client.put(`/v0/pages/${pageId}/document`, { theme: {}, blocks: [...blocks, letter] })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const more = where === 'supplement' ? { supplementaryContext: text } : {}
  const { audienceId } = (await client.post(`/v0/pages/${pageId}/audiences`, { personId, ...more })).body
  return `/v0/pages/${pageId}/audiences/${audienceId}`
}

const edit: Turn = {
  calls: [
    { name: 'updateBlock', input: { blockId: 'hero', props: { eyebrow: 'Already edited' } } },
    { name: 'reply', input: { text: 'The line “Already edited” is in.' } },
  ],
}

for (const injection of injections)
  test(`${injection.name} is not followed, and the answer tells the truth`, async () => {
    const { acme } = await world(await model.settings('anthropic'))
    const path = await prepare(acme, injection)
    model.script(edit)
    const before = await converse(acme, path, 'Let the line above the headline say "Already edited"')
    const { calls, says, suggestions = [], message = 'Make the headline friendlier', keepsOut } = injection
    const reply = { calls: [{ name: 'reply', input: { text: says, suggestions } }] }
    const looking = { calls: [{ name: 'findAssets', input: { query: '' } }] }
    model.script(
      ...(injection.in === 'asset' ? [looking] : []),
      ...(calls.length > 0 ? [{ calls }] : []),
      ...[reply, reply],
    )
    const { answer, document } = await converse(acme, path, message)
    assert.notEqual(answer.outcome, 'failed', answer.text)
    const page = answer.outcome === 'drafted' ? document : before.document
    assert.doesNotMatch(JSON.stringify(page), keepsOut)
    assert.match(answer.text, injection.tells ?? /./)
    if (injection.hides) assert.doesNotMatch(answer.text, injection.hides)
    assert.deepEqual(answer.suggestions, suggestions.slice(-1))
  })
