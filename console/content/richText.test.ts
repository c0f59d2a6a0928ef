import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseInline } from '../../shared/inline.ts'
import { readRich, writeRich } from './richText.ts'

test('a text that is read and written again means the same', () => {
  const samples = [
    'Hello *{{person.firstName|there}}*, **how** are [you](https://example.com)?',
    'a ***b*** c **d *e*** f',
    'A \\* sign, a \\[bracket](x) and 2 < 3',
    '{{account.name}}{{person.name}}',
    '**[bold link](/a) after**',
  ]
  for (const text of samples)
    assert.deepEqual(parseInline(writeRich(readRich(text, 'rich'), 'rich')), parseInline(text), text)
  const words = fc.constantFrom('a', ' ', '*', '**', '[', '](/x)', '\\*', '{{person.name}}', 'b c', '<', '}')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const once = writeRich(readRich(text, 'rich'), 'rich')
      assert.equal(writeRich(readRich(once, 'rich'), 'rich'), once)
    }),
    { numRuns: 500 },
  )
})

test('plain texts keep every sign, and paragraphs stay apart', () => {
  for (const text of ['4.1 %', 'a * b [c] \\ {{person.name}}', '50% off!'])
    assert.equal(writeRich(readRich(text, 'text'), 'text'), text)
  assert.equal(writeRich(readRich('One.\n\nTwo **x**.', 'paragraphs'), 'paragraphs'), 'One.\n\nTwo **x**.')
})
