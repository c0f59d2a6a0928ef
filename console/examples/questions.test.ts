import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples, templates } from '../../document/index.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import { type Document, withText } from '../documents/document.ts'
import { countOpen, questionsFor } from './questions.ts'

const known = { description: 'We make anvils.', proposals: ['One', 'Two'] }

test('every example asks eight questions, and their answers stand where the page asked for them', () => {
  for (const [name, { start }] of examples) {
    const document = start as unknown as Document
    const questions = questionsFor(document, known)
    assert.deepEqual(
      questions.map(({ id }) => id),
      ['sell', 'who', 'action', 'worth', 'figures', 'proof', 'steps', 'person'],
      name,
    )
    assert.equal(questions[0]?.fields[0]?.value, 'We make anvils.')
    const open = questions.flatMap(({ fields }) => fields).filter(({ target }) => typeof target === 'object')
    let answered = document
    for (const { target, value } of open)
      if (typeof target === 'object' && value === '')
        for (const { blockId, path } of target.places) answered = withText(answered, blockId, path, 'Answer')
    const left = questionsFor(answered, known).flatMap(({ fields }) => fields)
    assert.ok(!left.some(({ value }) => hasPrompt(value)), name)
    const asked = open.filter(({ value }) => value === '').length
    assert.equal(countOpen(document) - countOpen(answered), asked, name)
    assert.ok(asked >= 5 && asked <= 8, `${name}: ${asked}`)
  }
})

test('a template asks only what it has a place for', () => {
  for (const [name, template] of Object.entries(templates)) {
    const questions = questionsFor(template as unknown as Document, known)
    assert.ok(questions.length >= 4 && questions.length <= 8, name)
    assert.ok(questions.every(({ fields }) => fields.length > 0 && fields.length <= 6))
  }
})
