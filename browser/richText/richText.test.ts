import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { times } from '../../server/test/effort.ts'
import { parseTemplate, type TemplateNode } from '../../shared/inline.ts'
import { readText, writeText } from './format.ts'
import { schemas, type TextKind } from './schema.ts'

const pieces = fc.constantFrom(
  ...[
    'a',
    'B c',
    ' ',
    '*',
    '**',
    '***',
    '[',
    ']',
    '](/x)',
    '](https://x.example/?n={{account.name}})',
    '(',
    ')',
  ],
  ...['\\', '\\*', '\\{', '{{person.name}}', '{{account.name|your team}}', '{{prompt|What next?}}', '{', '}'],
  ...['<', '<b', '&', '\u00e9', '\u{1f642}', '\ufdd4', 'سلام'],
)
const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''))
const paragraphs = fc
  .array(fc.oneof(texts, fc.constantFrom('\n', '\n\n', '\n\n\n')), { maxLength: 7 })
  .map((parts) => parts.join(''))

const runs = { numRuns: times(20_000, 1_000) }

/** The visible text. */
function wordsOf(nodes: TemplateNode[]): string {
  return nodes
    .map((node) =>
      node.kind === 'text'
        ? node.text
        : node.kind === 'placeholder'
          ? `{{${node.inside}}}`
          : wordsOf(node.children),
    )
    .join('')
}

test('reading and writing a text in canonical form leaves it unchanged', () => {
  const usual: [TextKind, string][] = [
    ['rich', 'Hello *{{person.firstName|there}}*, **how** are [you](https://example.com)?'],
    ['rich', 'a ***b*** c **d *e*** f'],
    ['rich', '*a* **b *c* d** [**e** f](/a)'],
    ['rich', 'A \\* sign, a \\[bracket\\](x) and 2 \\< 3'],
    ['rich', '[Book](https://x.example/book?for={{account.name|you}}) a time'],
    ['rich', '{{account.name}}{{person.name}}'],
    ['text', '4.1 %'],
    ['text', 'a * b [c] \\ {{person.name}}'],
    ['text', '50% off! \\<b> \\{{not one}} C:\\d'],
    ['paragraphs', 'One.\n\nTwo **x**.\nStill two, *{{account.name}}*.'],
    ['paragraphs', ''],
  ]
  for (const [kind, text] of usual) assert.equal(writeText(readText(text, kind), kind), text)
})

test('writing is idempotent: a written text is unchanged by reading and writing it again', () => {
  for (const kind of ['text', 'rich', 'paragraphs'] as const)
    fc.assert(
      fc.property(kind === 'paragraphs' ? paragraphs : texts, (text) => {
        const once = writeText(readText(text, kind), kind)
        assert.equal(writeText(readText(once, kind), kind), once)
      }),
      runs,
    )
})

test('reading and writing a text keeps all characters and placeholders in their order', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const written = writeText(readText(text, 'rich'), 'rich')
      assert.equal(wordsOf(parseTemplate(written)), wordsOf(parseTemplate(text)))
    }),
    runs,
  )
  const plain = (text: string) => readText(text, 'text').textContent
  fc.assert(
    fc.property(texts, (text) => assert.equal(plain(writeText(readText(text, 'text'), 'text')), plain(text))),
    runs,
  )
})

test('text with any combination of marks keeps its characters, and the marks that the markup can express', () => {
  const { rich } = schemas
  const marked = fc.record({
    text: fc.constantFrom('a', 'bc', ' ', 'd e', '*', ']', '{{x}}', '\\', '<'),
    names: fc.subarray(['bold', 'italic', 'link']),
  })
  const toDoc = (parts: { text: string; names: string[] }[]) =>
    rich.node(
      'doc',
      null,
      parts.map(({ text, names }) =>
        rich.text(
          text,
          names.map((name) => rich.mark(name, name === 'link' ? { href: '/x' } : undefined)),
        ),
      ),
    )
  fc.assert(
    fc.property(fc.array(marked, { maxLength: 8 }), (parts) => {
      const doc = toDoc(parts)
      assert.equal(readText(writeText(doc, 'rich'), 'rich').textContent, doc.textContent)
    }),
    runs,
  )
  const words = fc.array(
    fc.record({ text: fc.constantFrom('one ', 'two ', 'three '), names: fc.subarray(['bold', 'italic']) }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(words, (parts) => {
      const doc = toDoc(parts)
      assert.deepEqual(marksOfWords(readText(writeText(doc, 'rich'), 'rich')), marksOfWords(doc))
    }),
    runs,
  )
})

function marksOfWords(doc: Node): string[] {
  const found: string[] = []
  doc.forEach((node) => {
    for (const word of (node.text ?? '').split(' ').filter(Boolean))
      found.push([word, ...node.marks.map(({ type }) => type.name)].join(' '))
  })
  return found
}
