import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../server/ids.ts'
import { buildExchanges } from './exchanges.ts'

type Messages = Parameters<typeof buildExchanges>[0]
type OutgoingMessages = Parameters<typeof buildExchanges>[1]

test('a conversation that is longer than its first page keeps its order', () => {
  const sent = Array.from({ length: 30 }, (_, place) => ({
    place,
    versionId: newId('version'),
    clientMessageId: `client ${place}`,
  }))
  const messages = sent
    .flatMap(({ place, versionId, clientMessageId }) => [
      { messageId: `q${place}`, author: 'user', text: `${place}`, versionId, clientMessageId },
      { messageId: `a${place}`, author: 'agent', text: '', versionId, clientMessageId: null },
    ])
    .toReversed() as unknown as Messages
  const outgoing = sent.map(({ place, versionId, clientMessageId }) => ({
    ...{ versionId, failure: undefined },
    sent: { message: `${place}`, clientMessageId },
  })) as OutgoingMessages
  const next = {
    sent: { message: '30', clientMessageId: 'client 30' },
    versionId: undefined,
    failure: undefined,
  }
  // One request returns the newest fifty messages.
  const exchanges = buildExchanges(messages.slice(0, 50), [...outgoing, next], new Map(), [])
  assert.deepEqual(
    exchanges.map(({ question }) => question.text),
    Array.from({ length: 26 }, (_, place) => `${place + 5}`),
  )
})
