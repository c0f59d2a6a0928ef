import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinAgent } from '../builtin.ts'
import { collect } from '../evaluation/inProcess.ts'
import { contextFor } from '../examples/page.ts'

const say = (message: string, conversation: Parameters<typeof contextFor>[1] = {}) =>
  collect(builtinAgent, contextFor(message, { conversation: [], ...conversation }))

test('a topic for a text is asked about and never put on the page', async () => {
  for (const message of [
    'make the intro talk about cold storage',
    'have the headline mention cold storage',
    'the headline should be about cold storage',
    'change the headline to talk about cold storage',
    'make the headline focus on savings',
    'let the subheadline describe our team',
    'make the first feature about cold storage',
  ]) {
    const { operations, reply, suggestions } = await say(message)
    assert.deepEqual([operations, suggestions], [[], []], `${message}: ${reply}`)
    assert.match(reply, /Give me the words/, message)
  }
})

test('quoted words, words after a colon and words after a verb of saying are put on the page, regardless of their topic', async () => {
  for (const [message, headline] of [
    ['make the headline mention "Cold storage"', 'Cold storage'],
    ['have the headline talk about this: Cold storage', 'Cold storage'],
    ['make the headline say talk about anything', 'Talk about anything'],
    ['change the headline to Talk about tomorrow', 'Talk about tomorrow'],
    ['change the headline to about us', 'About us'],
  ] as const) {
    const { operations, reply } = await say(message)
    assert.deepEqual(
      operations.map((operation) => 'props' in operation && operation.props),
      [{ headline }],
      `${message}: ${reply}`,
    )
  }
})

test('the answer to a question for content goes to the text that the question names', async () => {
  const asked = 'make the intro talk about cold storage'
  const { reply } = await say(asked)
  assert.match(reply, /the subheadline/)
  const { operations } = await say('Cold rooms for every depot', {
    conversation: [
      { author: 'user', text: asked, versionNumber: 2 },
      { author: 'agent', text: reply, versionNumber: null, operations: [] },
    ],
  })
  assert.deepEqual(
    operations.map((operation) => 'props' in operation && operation.props),
    [{ subheadline: 'Cold rooms for every depot' }],
  )
})
