import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Block, Document } from '../../document/index.ts'
import { builtinAgent } from '../builtin.ts'
import { context, pageCalled } from '../evaluation/marked.ts'
import { openPage } from '../page.ts'
import { changesOf } from './changes.ts'
import { plausibility } from './plausible.ts'

/** A page with changed props in one section. */
function withProps({ blocks, ...rest }: Document, id: string, change: (props: any) => object): Document {
  return {
    ...rest,
    blocks: blocks.map((block) =>
      block.id === id
        ? ({ ...block, props: { ...block.props, ...change(structuredClone(block.props)) } } as Block)
        : block,
    ),
  }
}

test('an edit is split into its single changes', () => {
  const page = pageCalled('main')
  const kinds = (after: Document) =>
    changesOf(page, after).map(({ kind, node, old, now, texts }) => [
      kind,
      node?.key,
      ...(old || now ? [old, now] : texts),
    ])
  const { document } = page
  assert.deepEqual(
    kinds(withProps(document, 'hero', () => ({ eyebrow: undefined, note: 'Live in a week.' }))),
    [
      ['clearText', 'hero/eyebrow', 'For logistics teams', ''],
      ['setText', 'hero/note', 'No card needed. Live in 14 days.', 'Live in a week.'],
    ],
  )
  const [first, second, ...others] = document.blocks as [Block, Block, ...Block[]]
  assert.deepEqual(kinds({ ...document, blocks: [second, first, ...others] }), [['moveBlock', 'hero/']])
  assert.equal(kinds({ ...document, blocks: others })[0]?.[0], 'removeBlock')
  const plans = (change: (plans: any[]) => any[]) =>
    kinds(withProps(document, 'pricing', (props) => ({ plans: change(props.plans) })))
  assert.deepEqual(
    plans((all) => all.slice(1)).map(([kind, key]) => [kind, key]),
    [['removeItem', 'pricing/plans/0']],
  )
  assert.deepEqual(
    plans((all) => all.toReversed()),
    [['orderItems', 'pricing/plans']],
  )
  assert.deepEqual(
    plans(([starter, ...rest]) => [{ ...starter, includes: [...starter.includes, 'SSO'] }, ...rest]),
    [['addItem', 'pricing/plans/0/includes', 'SSO']],
  )
  assert.deepEqual(kinds({ ...document, theme: { ...document.theme, primaryColor: '#123456' } })[0], [
    'setTheme',
    'theme/primaryColor',
  ])
  assert.deepEqual(kinds(document), [])
})

test('an edit that puts words of the request on the page, or that was not requested, is less plausible', () => {
  const page = pageCalled('school')
  const named = (name: string) =>
    withProps(page.document, 'pricing', ({ plans }) => ({
      plans: plans.map((plan: any) => (plan.name === 'Chain' ? { ...plan, name } : plan)),
    }))
  const headed = (headline: string) => withProps(page.document, 'hero', () => ({ headline }))
  for (const [message, right, wrong] of [
    ['rename the Chain plan to Group', named('Group'), named('Plan to Group')],
    ['the Chain plan should be called Group please', named('Group'), named('Group please')],
    [
      'change the headline to Every guest feels at home',
      headed('Every guest feels at home'),
      named('Every guest'),
    ],
    [
      'in the headline write Every guest at home instead',
      headed('Every guest at home'),
      headed('Every guest at home instead'),
    ],
  ] as const) {
    const [of, other] = [right, wrong].map((after) => plausibility(message, page, after)) as [number, number]
    assert.ok(of > other, `${message}: ${of} and ${other}`)
    assert.ok(of > 0, message)
  }
  const removed = { ...page.document, blocks: page.document.blocks.filter(({ id }) => id !== 'pricing') }
  const [asked, liked] = ['remove the pricing', 'I like the pricing'].map((message) =>
    plausibility(message, page, removed),
  ) as [number, number]
  assert.ok(asked > liked && asked > 0, `${asked} and ${liked}`)
})

test('very long messages are not judged, and “__proto__” is an ordinary word', () => {
  const page = pageCalled('main')
  const after = withProps(page.document, 'hero', () => ({ headline: '__proto__' }))
  assert.equal(plausibility('constructor '.repeat(4000), page, after), 0)
  assert.equal(typeof plausibility('change the headline to __proto__', page, after), 'number')
  assert.equal(typeof plausibility('', openPage(context, page.document), after), 'number')
})

test('an implausible edit is not made', async () => {
  for (const [name, message] of [
    ['solar', 'our planning fee is 4% of the project'],
    ['school', 'Strandhaus opens again in June after the works'],
  ] as const) {
    const outputs = []
    const said = { ...context, message, document: pageCalled(name).document }
    for await (const output of builtinAgent.run(said, new AbortController().signal)) outputs.push(output)
    assert.deepEqual(
      outputs.filter(({ type }) => type === 'operation'),
      [],
      message,
    )
  }
})
