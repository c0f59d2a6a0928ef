import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { someDocument } from '../server/test/documents.ts'
import { times } from '../server/test/effort.ts'
import { processorMs } from '../server/test/processor.ts'
import { errorsOf, hero, pathsOf, withHero } from '../server/test/refusals.ts'
import { exampleId } from '../shared/ids.ts'

test('every document that the schemas describe is accepted', () => {
  fc.assert(
    fc.property(someDocument, (document) => assert.deepEqual(errorsOf(document), [])),
    { numRuns: times(100, 40) },
  )
})

test('each error is reported with its exact path', () => {
  const table: [unknown, string][] = [
    [null, ''],
    [[], ''],
    ['text', ''],
    [{ blocks: [] }, '/theme'],
    [{ theme: {} }, '/blocks'],
    [{ theme: {}, blocks: {} }, '/blocks'],
    [{ theme: {}, blocks: [], html: '' }, '/html'],
    [{ theme: { primaryColor: 'red' }, blocks: [] }, '/theme/primaryColor'],
    [{ theme: { backgroundColor: '#fff' }, blocks: [] }, '/theme/backgroundColor'],
    [{ theme: { textColor: '#12345g' }, blocks: [] }, '/theme/textColor'],
    [{ theme: { font: 'Comic Sans' }, blocks: [] }, '/theme/font'],
    [{ theme: { font: 'toString' }, blocks: [] }, '/theme/font'],
    [{ theme: { radius: 33 }, blocks: [] }, '/theme/radius'],
    [{ theme: { radius: 1.5 }, blocks: [] }, '/theme/radius'],
    [{ theme: { shadow: 1 }, blocks: [] }, '/theme/shadow'],
    [{ theme: {}, blocks: [null] }, '/blocks/0'],
    [withHero({ headline: 'Hi' }, { type: 'marquee' }), '/blocks/0/type'],
    [withHero({ headline: 'Hi' }, { type: 'constructor' }), '/blocks/0/type'],
    [withHero({ headline: 'Hi' }, { style: '' }), '/blocks/0/style'],
    [withHero({ headline: 'Hi' }, { id: 'Hero!' }), '/blocks/0/id'],
    [withHero({ headline: 'Hi' }, { id: 'h'.repeat(41) }), '/blocks/0/id'],
    [withHero({}), '/blocks/0/props/headline'],
    [withHero({ headline: '' }), '/blocks/0/props/headline'],
    [withHero({ headline: 7 }), '/blocks/0/props/headline'],
    [withHero({ headline: 'Hi', onclick: 'x' }), '/blocks/0/props/onclick'],
    [withHero({ headline: 'a'.repeat(161) }), '/blocks/0/props/headline'],
    [withHero({ headline: 'two\nlines' }), '/blocks/0/props/headline'],
    [withHero({ headline: 'nul\0' }), '/blocks/0/props/headline'],
    [withHero({ headline: 'half \ud800' }), '/blocks/0/props/headline'],
    [withHero({ headline: 'Hi {{person.password}}' }), '/blocks/0/props/headline'],
    [withHero({ headline: 'Hi {{constructor}}' }), '/blocks/0/props/headline'],
    [withHero({ headline: 'Hi {{person.firstName' }), '/blocks/0/props/headline'],
    [
      withHero({ headline: 'Hi', picture: { assetId: '../etc', alt: '' } }),
      '/blocks/0/props/picture/assetId',
    ],
    [withHero({ headline: 'Hi' }, { sources: [{ kind: 'rumour', id: 'x' }] }), '/blocks/0/sources/0/kind'],
    [
      withHero({ headline: 'Hi' }, { sources: [{ kind: 'account_log', id: exampleId('account') }] }),
      '/blocks/0/sources/0/id',
    ],
    [
      withHero({ headline: 'Hi' }, { sources: [{ kind: 'account_field', id: exampleId('account') }] }),
      '/blocks/0/sources/0/field',
    ],
    [
      withHero(
        { headline: 'Hi' },
        { sources: [{ kind: 'activity', id: exampleId('activity'), field: 'x' }] },
      ),
      '/blocks/0/sources/0/field',
    ],
    [{ theme: {}, blocks: [hero({ headline: 'a' }), hero({ headline: 'b' })] }, '/blocks/1/id'],
    [JSON.parse('{"theme": {}, "blocks": [], "__proto__": {}}'), '/__proto__'],
  ]
  for (const [value, path] of table) assert.deepEqual(pathsOf(value), [path], JSON.stringify(value))
})

test('checks beyond the schema report their path, too', () => {
  const block = (type: string, props: object) => ({
    theme: {},
    blocks: [{ id: 'b', type, props, sources: [] }],
  })
  const columns = [{ title: 'Us' }, { title: 'Them' }]
  assert.deepEqual(
    pathsOf(block('comparison', { columns, rows: [{ label: 'x', cells: ['1', '2', '3'] }] })),
    ['/blocks/0/props/rows/0/cells'],
  )
  const field = { name: 'a', label: 'A', type: 'text' }
  assert.deepEqual(pathsOf(block('form', { fields: [field, field], submitLabel: 'Send' })), [
    '/blocks/0/props/fields/1/name',
  ])
  assert.deepEqual(pathsOf(block('form', { fields: [{ ...field, type: 'select' }], submitLabel: 'Send' })), [
    '/blocks/0/props/fields/0/options',
  ])
  assert.deepEqual(pathsOf(block('text', {})), ['/blocks/0/props'])
})

test('excessive input is refused quickly: blocks, bytes, depth, fields', () => {
  const body = 'long '.repeat(1500)
  const text = (index: number) => ({ id: `t${index}`, type: 'text', props: { body }, sources: [] })
  const many = { theme: {}, blocks: Array.from({ length: 10_000 }, (_, index) => text(index)) }
  const big = { theme: {}, blocks: Array.from({ length: 80 }, (_, index) => text(index)) }
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 0]))
  const table: [unknown, string][] = [
    [many, '/blocks'],
    [big, ''],
    [{ theme: {}, blocks: [hero({ headline: 'Hi', eyebrow: deep })] }, ''],
    [{ theme: deep, blocks: [] }, ''],
    [{ theme: {}, blocks: [], deep }, '/deep'],
  ]
  for (const [value, path] of table) {
    const ms = processorMs(() => assert.deepEqual(pathsOf(value), [path]))
    assert.ok(ms < 300, `${path} took ${ms} ms`)
  }
  const ms = processorMs(() => {
    assert.equal(errorsOf({ theme: wide, blocks: [hero(wide)], ...wide }).length, 20)
    assert.equal(errorsOf({ theme: wide, blocks: [hero(wide)] }).length, 1)
  })
  assert.ok(ms < 600, `fields took ${ms} ms`)
})

test('any JSON value is either valid or fails validation with a problem', () => {
  const almost = fc.record(
    {
      theme: fc.oneof(fc.constant({}), fc.jsonValue()),
      blocks: fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            id: fc.constant('a'),
            type: fc.constantFrom('hero', 'text', 'form', '__proto__'),
            props: fc.jsonValue(),
            sources: fc.jsonValue(),
          }),
        ),
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), almost), (value) => void errorsOf(value)),
    { numRuns: times(300, 100) },
  )
})
