import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '../../server/webhooks/events.ts'
import { eventGroups } from './words.ts'

test('every event that a webhook can subscribe to has a label in the console', () => {
  const named = eventGroups.flatMap(({ events }) => Object.keys(events))
  assert.deepEqual(named.sort(), eventTypes.filter((type) => type !== 'webhook.test').sort())
})
