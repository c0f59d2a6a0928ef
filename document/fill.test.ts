import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../server/test/anyCharacter.ts'
import { someDocument } from '../server/test/documents.ts'
import { times } from '../server/test/effort.ts'
import { exampleId } from '../shared/ids.ts'
import { parseInline } from '../shared/inline.ts'
import { fillLine, fillPlaceholders } from './fill.ts'
import type { Document } from './schema.ts'
import { validateDocument } from './validate.ts'

const account = { accountId: exampleId('account'), name: 'Acme', domain: 'acme.com' }
const person = { personId: exampleId('person'), name: 'Jane Doe', email: 'jane@acme.com' }
const accountName = { kind: 'account_field', id: account.accountId, field: 'name' }
const personName = { kind: 'person_field', id: person.personId, field: 'name' }

const heroOf = (headline: string, more: object = {}): Document =>
  validateDocument({
    theme: {},
    blocks: [{ id: 'hero', type: 'hero', props: { headline, ...more }, sources: [] }],
  })

function headlineOf({ blocks: [block] }: Document) {
  assert.ok(block?.type === 'hero')
  return block.props.headline
}

test('placeholders take their values, and each block notes where they come from', () => {
  const filled = fillPlaceholders(
    heroOf('{{person.firstName|there}}, {{ account.name }} and {{account.name}}'),
    { account, person },
  )
  assert.equal(headlineOf(filled), 'Jane, Acme and Acme')
  assert.deepEqual(filled.blocks[0]?.sources, [personName, accountName])
})

test('a job title is a placeholder, with the person as its source', () => {
  const headline = heroOf('For every {{person.jobTitle|expert}}')
  const filled = fillPlaceholders(headline, { person: { ...person, jobTitle: 'Head of Logistics' } })
  assert.equal(headlineOf(filled), 'For every Head of Logistics')
  assert.deepEqual(filled.blocks[0]?.sources, [{ ...personName, field: 'jobTitle' }])
  assert.equal(headlineOf(fillPlaceholders(headline, { person })), 'For every expert')
})

test('an unknown value is replaced by its fallback and adds no source', () => {
  const { blocks } = fillPlaceholders(heroOf('Hi {{person.firstName|friend}} of {{account.name}}'), {})
  assert.deepEqual(blocks[0]?.props, { headline: 'Hi friend of your team' })
  assert.deepEqual(blocks[0]?.sources, [])
  const nameless = fillPlaceholders(heroOf('{{account.name}}'), { account: { ...account, name: null } })
  assert.equal(headlineOf(nameless), 'Acme')
  assert.deepEqual(nameless.blocks[0]?.sources, [{ ...accountName, field: 'domain' }])
})

test('a document without placeholders is not changed', () => {
  const document = heroOf('Hello')
  assert.deepEqual(fillPlaceholders(document, { account, person }), document)
})

test('first names are found in the usual spellings of full names', () => {
  for (const [name, first] of [
    ['Jane Doe', 'Jane'],
    ['Doe, Jane', 'Jane'],
    ['Dr. Jane Doe', 'Jane'],
    ['Jane', 'Jane'],
    ['  ', 'there'],
    ['李小龍', '李小龍'],
  ])
    assert.equal(
      headlineOf(
        fillPlaceholders(heroOf('{{person.firstName}}'), { person: { ...person, name: name ?? '' } }),
      ),
      first,
    )
})

test('special characters in a value stay text and create no markup, tag, link, script or second placeholder', () => {
  const names = [
    '**Bold** *soft*',
    '[x](https://evil.example)',
    '<script>alert(1)</script>',
    '{{person.email}}',
    'javascript:alert(1)',
    'javascript&#58;alert(1)',
    'back\\slash\\',
    '\\*',
    '<b',
    '<',
    '(x)',
    '{',
    '{{',
  ]
  for (const name of names) {
    const around = fillPlaceholders(heroOf('[a]{{account.name}}b>]({{account.name}}'), {
      account: { ...account, name },
    })
    assert.deepEqual(parseInline(headlineOf(around)), [{ kind: 'text', text: `[a]${name}b>](${name}` }])
    const filled = fillPlaceholders(heroOf('To {{account.name}}: hello'), { account: { ...account, name } })
    assert.deepEqual(parseInline(headlineOf(filled)), [{ kind: 'text', text: `To ${name}: hello` }])
    assert.deepEqual(fillPlaceholders(validateDocument(filled), { person }), filled)
  }
})

test('a value in a link is encoded and cannot change the rest of the link', () => {
  const document = heroOf('See [this](https://example.com/?q={{account.name}}&ok=1)', {
    primaryAction: { label: 'Go', link: '/for/{{account.name}}' },
  })
  const filled = fillPlaceholders(document, { account: { ...account, name: '/../x&y=(z)#?"' } })
  const value = '%2F..%2Fx%26y%3D%28z%29%23%3F%22'
  assert.deepEqual(filled.blocks[0]?.props, {
    headline: `See [this](https://example.com/?q=${value}&ok=1)`,
    primaryAction: { label: 'Go', link: `/for/${value}` },
  })
})

test('a value too long for its field is replaced by the fallback and adds no source', () => {
  const long = heroOf(`${'a'.repeat(100)} {{account.name|you}}`)
  const filled = fillPlaceholders(long, { account: { ...account, name: 'b'.repeat(190) } })
  assert.equal(headlineOf(filled), `${'a'.repeat(100)} you`)
  assert.deepEqual(filled.blocks[0]?.sources, [])
})

test('a filled document is valid and without placeholders, for any values', () => {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom('javascript', 'javascript:x', ':x', '<', '\\', '{', '*', '](', '\u202egnp', ''),
  )
  fc.assert(
    fc.property(someDocument, value, value, (document, one, two) => {
      const facts = { account: { ...account, name: one }, person: { ...person, name: two, email: one } }
      const filled = validateDocument(fillPlaceholders(document, facts))
      assert.deepEqual(fillPlaceholders(filled, {}), filled)
    }),
    { numRuns: times(100, 30) },
  )
})

test('a value in plain text is not encoded, as plain text has no links', () => {
  const filled = fillPlaceholders(heroOf('Hi', { eyebrow: '[see](for {{account.name}})' }), {
    account: { ...account, name: 'Acme & Co' },
  })
  assert.deepEqual(filled.blocks[0]?.props, { headline: 'Hi', eyebrow: '[see](for Acme & Co)' })
})

test('a title is filled as plain text', () => {
  assert.equal(
    fillLine('For {{account.name}} and {{person.firstName|you}} {{x}}', {
      account: { ...account, name: 'A *B* <c>' },
    }),
    'For A *B* <c> and you {{x}}',
  )
})
