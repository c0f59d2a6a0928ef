import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../server/test/effort.ts'
import { processorMs } from '../server/test/processor.ts'
import { escapeInline, parseInline } from '../shared/inline.ts'

const text = (value: string) => ({ kind: 'text' as const, text: value })
const bold = (...children: object[]) => ({ kind: 'bold', children })
const italic = (...children: object[]) => ({ kind: 'italic', children })
const link = (address: string, ...children: object[]) => ({ kind: 'link', link: address, children })

test('bold, italic and links are read, also within each other', () => {
  assert.deepEqual(parseInline('a **b** c'), [text('a '), bold(text('b')), text(' c')])
  assert.deepEqual(parseInline('**a *b* c**'), [bold(text('a '), italic(text('b')), text(' c'))])
  assert.deepEqual(parseInline('***a***'), [bold(italic(text('a')))])
  assert.deepEqual(parseInline('[**a**](/b)'), [link('/b', bold(text('a')))])
  assert.deepEqual(parseInline('**[a](https://b.example/?c=*)**'), [
    bold(link('https://b.example/?c=*', text('a'))),
  ])
})

test('broken markup is text', () => {
  for (const broken of [
    '**a',
    'a**',
    '2 * 3 * 4',
    '* a *',
    '[a',
    '[a]',
    '[a](',
    'a](/b)',
    '[a] (/b)',
    '[a](javascript:b)',
    '**',
    '****',
    '[a](b c)',
  ])
    assert.deepEqual(parseInline(broken), [text(broken)], broken)
  assert.deepEqual(parseInline('**a *b**'), [bold(text('a *b'))])
  assert.deepEqual(parseInline('[a **b](/c) d**'), [link('/c', text('a **b')), text(' d**')])
})

test('a backslash escapes a special character', () => {
  assert.deepEqual(parseInline('\\*a\\* \\[b](/c) \\\\ C:\\d'), [text('*a* [b](/c) \\ C:\\d')])
})

test('any text, escaped, is read as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'\\*[](){}<>a :/&'), maxLength: 40 }), (value) => {
      assert.deepEqual(parseInline(escapeInline(value)), value === '' ? [] : [text(value)])
    }),
    { numRuns: times(2_000, 500) },
  )
})

test('hostile texts are parsed in linear time', () => {
  for (const part of ['*', '**a', '[', '](', '[a](', '{{', '\\', '*a **b [', '](/b)']) {
    const ms = processorMs(() => void parseInline(part.repeat(100_000 / part.length)))
    // About 10 ms on an idle machine; quadratic time would take minutes.
    assert.ok(ms < 2_000, `${part} took ${ms} ms`)
  }
})
