import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePage } from '../server/test/pages.ts'
import { promptsIn } from '../shared/prompts.ts'
import { fillPlaceholders } from './fill.ts'
import { drawMarked } from './render/marked.ts'
import { renderPage } from './render/page.ts'
import type { Document } from './schema.ts'
import { validateDocument } from './validate.ts'
import { withoutPrompts } from './withoutPrompts.ts'

const ask = (question: string) => `{{prompt|${question}}}`
const page = (...blocks: object[]): Document =>
  validateDocument({
    theme: {},
    blocks: blocks.map((block, index) => ({ id: `b${index}`, sources: [], ...block })),
  })

test('filling a document keeps its prompts, for any known values', () => {
  const document = page({
    type: 'text',
    props: { heading: `{{account.name}}: ${ask('Which goal?')}`, body: ask('What did they say?') },
  })
  const account = { accountId: 'account_x', name: 'x'.repeat(190), domain: 'x.example' }
  const [block] = fillPlaceholders(document, { account }).blocks
  assert.ok(block?.type === 'text')
  assert.deepEqual(promptsIn(block.props.heading ?? ''), ['Which goal?'])
  assert.deepEqual(promptsIn(block.props.body ?? ''), ['What did they say?'])
})

test('an element that contains an open prompt is left out, with the elements that need it', () => {
  const document = page(
    { type: 'hero', props: { headline: 'Hello', subheadline: ask('Why now?') } },
    { type: 'text', props: { heading: 'What we heard', body: `Kept.\n\nYou said ${ask('what')}.` } },
    { type: 'text', props: { heading: 'Nothing yet', body: ask('What did they say?') } },
    {
      type: 'stats',
      props: {
        items: [
          { value: ask('Which figure?'), label: 'a' },
          { value: '5', label: 'b' },
        ],
      },
    },
    { type: 'quote', props: { quote: ask('Who said what?'), name: 'Jane' } },
    {
      type: 'comparison',
      props: {
        columns: [{ title: 'A' }, { title: 'B' }],
        rows: [
          { label: 'r', cells: ['1', ask('b?')] },
          { label: 's', cells: ['1', '2'] },
        ],
      },
    },
  )
  const { blocks } = withoutPrompts(document)
  assert.deepEqual(withoutIds(blocks), [
    ['hero', { headline: 'Hello' }],
    ['text', { heading: 'What we heard', body: 'Kept.' }],
    ['stats', { items: [{ value: '5', label: 'b' }] }],
    ['comparison', { columns: [{ title: 'A' }, { title: 'B' }], rows: [{ label: 's', cells: ['1', '2'] }] }],
  ])
  validateDocument({ theme: {}, blocks })
})

function withoutIds(blocks: Document['blocks']): unknown {
  const pairs = blocks.map(({ type, props }) => [type, props])
  return JSON.parse(JSON.stringify(pairs, (key, value) => (key === 'id' ? undefined : value)))
}

test('visitors never see a prompt; editors see its question', () => {
  const document = page(
    { type: 'hero', props: { headline: 'Hello', subheadline: ask('Why <now> & here?').replace('<', '\\<') } },
    { type: 'quote', props: { quote: ask('Who said what?') } },
  )
  assert.doesNotMatch(renderPage(somePage(document)).html, /prompt|Why|Who said/)
  const { blocks } = drawMarked(somePage(document))
  assert.match(blocks[1]?.html ?? '', /data-path="\/quote"><span class="prompt">Who said what\?<\/span>/)
})

test('visitors see the default of a prompt until it is answered', () => {
  const figure = (preset: string) =>
    page({
      type: 'stats',
      props: { items: [{ value: `{{prompt|Figure|${preset}}}`, label: 'less' }] },
    })
  const document = fillPlaceholders(figure('Forty'), {})
  assert.match(renderPage(somePage(document)).html, />Forty</)
  assert.doesNotMatch(renderPage(somePage(document)).html, /Figure/)
  assert.deepEqual(promptsIn(JSON.stringify(document)), ['Figure'])
  assert.match(drawMarked(somePage(document)).blocks[0]?.html ?? '', /<span class="prompt">Forty<\/span>/)
})

test('a prompt needs a question and is not allowed in a link', () => {
  const bad = (props: object) => () => page({ type: 'hero', props: { headline: 'Hello', ...props } })
  assert.throws(bad({ subheadline: '{{prompt}}' }), /prompt/)
  assert.throws(bad({ subheadline: `[x](https://a.example/${ask('where')})` }), /prompt/)
  assert.throws(bad({ primaryAction: { label: 'Go', link: `https://a.example/${ask('where')}` } }), /prompt/)
})
