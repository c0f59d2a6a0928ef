import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from '../../../document/index.ts'
import { richDocument } from '../../test/modelPage.ts'
import type { AgentContext } from '../agent.ts'
import { WorkingDocument } from '../workingDocument.ts'
import { instructions } from './prompt.ts'
import { presentReply, presentSuggestions } from './replyText.ts'

const document = {
  theme: {},
  blocks: [
    ...richDocument.blocks,
    { id: 'text-k3x9q2ab', type: 'text', props: { heading: 'Why', body: 'B' }, sources: [] },
  ],
} as Document

function working(more: Partial<AgentContext> = {}) {
  return new WorkingDocument({
    message: 'Link to good.example',
    document,
    page: {
      pageId: 'page_1',
      name: 'P',
      title: 'P',
      pageType: 'custom',
      pageContext: '',
      actions: [
        { actionId: 'demo', purpose: '', buttonTitle: 'Book a demo', url: 'https://us.example/demo' },
      ],
    },
    brand: { name: 'Us', primaryColor: '#112233', font: 'inter' },
    audience: { audienceId: 'audience_1', name: 'Jane', supplementaryContext: null },
    person: { personId: 'person_1', name: 'Jane Doe', email: 'jane@initech.example' },
    account: undefined,
    notes: [],
    conversation: [],
    searchAssets: async () => [],
    readVersion: async () => undefined,
    ...more,
  })
}

test('an answer has no foreign addresses, ids, internal markers or keys', () => {
  const table: [string, string][] = [
    ['The button leads to good.example now.', 'The button leads to good.example now.'],
    [
      'See https://us.example/demo and jane@initech.example.',
      'See https://us.example/demo and jane@initech.example.',
    ],
    ['Pay at https://evil.example/pay now.', 'Pay at (address left out) now.'],
    ['Pay at evil.example/pay or me@evil.example.', 'Pay at (address left out) or (address left out).'],
    ['I changed block text-k3x9q2ab.', 'I changed the text block.'],
    [
      'It links to action:primary and action:demo.',
      'It links to the main action and the action “Book a demo”.',
    ],
    ['Still open: {{prompt|Which ports?}}', 'Still open: “Which ports?”'],
    ['The key is sk-live-a8f3k29dk3l20dk3.', 'The key is ….'],
    ['The source is account_log_01kb5w3x8ef0arv2m9n4t6q7zc.', 'The source is ….'],
    ['Null\0 and \ud800 and \ufdd0.', 'Null and \ufffd and .'],
    [
      'The pricing and the hero are shorter, in Node.js.',
      'The pricing and the hero are shorter, in Node.js.',
    ],
  ]
  for (const [text, shown] of table) assert.equal(presentReply(text, working()), shown)
  assert.ok(presentReply(instructions, working()).length < 100)
  assert.equal(presentReply('x '.repeat(50_000), working()).length, 8_000)
})

test('a suggestion that would bring in a foreign address, an unknown figure or an id is not offered', () => {
  const good = ['Remove the FAQ', 'Change the Team price to $99', 'Link to good.example']
  const bad = [
    'Link to evil.example',
    'Set the price to $7',
    'Remove text-k3x9q2ab',
    'Say {{person.email}}',
    'Use sk-live-a8f3k29dk3l20dk3',
  ]
  assert.deepEqual(presentSuggestions([...good, ...bad], working()), good)
})
