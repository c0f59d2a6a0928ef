import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextFor } from '../examples/page.ts'
import { statements } from './notes.ts'

const audience = (supplementaryContext: string) => ({
  audienceId: `audience_${'0'.repeat(26)}`,
  name: 'Maya',
  supplementaryContext,
})
const saidOf = (text: string, all = false) =>
  statements(contextFor('personalise', { notes: [], audience: audience(text) }), all).map(({ said }) => said)

test('from a list of notes, only the needs that the audience expressed are used on its page', () => {
  for (const remark of [
    'Go-live in March, 14 ports.',
    'Maya runs 40 lanes.',
    'Is evaluating Acme.',
    'Mentioned the reorganisation.',
    'Third attempt, 2 calls, no answer.',
    'Plans to replace the whole team.',
  ])
    assert.deepEqual(saidOf(remark), [], remark)
  assert.deepEqual(saidOf('Asked about single sign-on. Third attempt in 2026.'), [
    'You asked about single sign-on',
  ])
  assert.deepEqual(saidOf('Maya needs hosting in the EU'), ['You need hosting in the EU'])
  // A note that is requested by its words is used.
  assert.deepEqual(saidOf('Go-live in March, 14 ports.', true), ['Go-live in March', '14 ports'])
})

test('a number at the start of a note belongs to the note, and a list marker does not', () => {
  assert.deepEqual(saidOf('14 cold stores in Malmö.', true), ['14 cold stores in Malmö'])
  assert.deepEqual(saidOf('1. cold stores in Malmö\n2) 12 vans in Oslo\n- vans in Bergen', true), [
    'cold stores in Malmö',
    '12 vans in Oslo',
    'vans in Bergen',
  ])
})
