import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksAbout } from './asked.ts'

test('questions about the page or its changes are distinguished from requests phrased as questions', () => {
  for (const message of [
    'What did you change?',
    'Which plans do we show?',
    'Tell me what you changed',
    'Did you remove the FAQ?',
    'Was hast du geändert?',
    'Qu’as-tu changé ?',
    '¿Qué has cambiado?'.slice(1),
  ])
    assert.ok(asksAbout(message), message)
  for (const message of [
    'Shorter headline',
    'Could you shorten the headline?',
    'How about a shorter headline?',
    'Can you please remove it?',
    'Kannst du die Überschrift kürzen?',
    'Change the headline, which is too long',
  ])
    assert.ok(!asksAbout(message), message)
})
