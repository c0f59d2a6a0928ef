import assert from 'node:assert/strict'
import { test } from 'node:test'
import openapi from '../../openapi.json' with { type: 'json' }
import { namedEvents, unrecorded } from '../../server/audit/words.ts'
import { actionPhrase } from './words.ts'

test('every action in the audit log has a label', () => {
  const operations = Object.values(openapi.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
  )
  const actions = [...operations.filter((name) => !(name in unrecorded)), ...namedEvents]
  assert.ok(actions.length > 100)
  assert.deepEqual(
    actions.filter((action) => actionPhrase(action) === undefined),
    [],
  )
  assert.equal(actionPhrase('updatePageLink'), 'updated link')
})
