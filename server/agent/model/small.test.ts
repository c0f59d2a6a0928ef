import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOperations } from '../../../document/index.ts'
import { runModel } from '../../test/modelRun.ts'
import type { Turn } from '../../test/modelServer.ts'

const headline = 'Ready in two weeks'
const change = { name: 'updateBlock', input: { blockId: 'hero', props: { headline } } }
const reply = { name: 'reply', input: { text: 'The headline is new.' } }
const hero = (outcome: Awaited<ReturnType<typeof runModel>>) =>
  applyOperations(outcome.document, outcome.operations).blocks[0]?.props as Record<string, unknown>

const thoughts = {
  closed: '<think>The page says…</think>There are three plans.',
  'closed twice': '<think>a</think>There are <think>b</think>three plans.',
  'never opened': 'They want to know.\n</think>\n\nThere are three plans.',
}
for (const [name, text] of Object.entries(thoughts))
  test(`a model’s reasoning is not part of its answer (${name})`, async () => {
    const { reply: said } = await runModel('How many plans are there?', [{ text: [text] }])
    assert.equal(said, 'There are three plans.')
  })

test('a model that only returns reasoning gave no answer', async () => {
  const { hasFailed, reply: said } = await runModel('How many?', [{ text: ['<think>There may be three'] }])
  assert.deepEqual([hasFailed, /gave no answer/.test(said)], [true, true])
})

const written = JSON.stringify({ name: 'updateBlock', arguments: change.input })
const forms: Record<string, string> = {
  'a fence': `Here it is:\n\`\`\`json\n${written}\n\`\`\``,
  'a fence with parameters': `\`\`\`\n${written.replace('arguments', 'parameters')}\n\`\`\``,
  'a tag': `<tool_call>\n${written}\n</tool_call>`,
  'a tag that is not closed': `<think>Simple.</think><tool_call>${written}`,
  'a function': `<function=updateBlock>${JSON.stringify(change.input)}</function>`,
  'a function with parameters': `<tool_call>\n<function=updateBlock>\n<parameter=blockId>\nhero\n</parameter>\n<parameter=props>\n{"headline": "${headline}"}\n</parameter>\n</function>\n</tool_call>`,
  'a sign for tools': `[TOOL_CALLS][${written}]`,
  'JSON alone': written,
  'JSON alone, in a list, with the arguments as text': JSON.stringify([
    { function: { name: 'updateBlock', arguments: JSON.stringify(change.input) } },
  ]),
}
for (const [name, text] of Object.entries(forms))
  test(`a call that is written as text is carried out (${name})`, async () => {
    const outcome = await runModel('A new headline', [{ text: [text] }, { text: ['The headline is new.'] }])
    assert.deepEqual([hero(outcome).headline, outcome.hasFailed], [headline, false])
    assert.doesNotMatch(outcome.reply, /updateBlock|[<{]/)
  })

test('JSON that names no tool is an answer', async () => {
  const text = 'Paste this:\n```json\n{"name": "Larkspur", "parameters": {}}\n```'
  assert.equal((await runModel('What is our schema?', [{ text: [text] }])).reply, text)
})

test('a call written as unreadable text is requested again, once', async () => {
  const broken = { text: ['<tool_call>{"name": "updateBlock", "arguments": {"blockId": </tool_call>'] }
  const outcome = await runModel('A new headline', [broken, { calls: [change, reply] }])
  assert.deepEqual([hero(outcome).headline, outcome.calls], [headline, 2])
  assert.match(JSON.stringify(outcome.asked[1]?.body), /could not be read/)
  const stubborn = await runModel('A new headline', [broken, broken])
  assert.deepEqual([stubborn.hasFailed, stubborn.calls], [true, 2])
  assert.match(stubborn.reply, /Use a model that supports tools/)
})

test('a change that is already in effect is a success, and the run ends with the answer', async () => {
  const same = { name: 'updateBlock', input: { blockId: 'hero', props: { eyebrow: 'For logistics teams' } } }
  const said = { name: 'reply', input: { text: 'The eyebrow says that already.' } }
  const outcome = await runModel('Eyebrow: For logistics teams', [{ calls: [same, said] }])
  assert.deepEqual([outcome.reply, outcome.calls], ['The eyebrow says that already.', 1])
})

test('the same mistake three times in a row ends a run', async () => {
  const malformed = (at: number): Turn => ({
    calls: [{ name: 'updateBlock', input: `{"blockId": "hero", "props": {"headline": "${at}` }],
  })
  const outcome = await runModel(
    'A new headline',
    Array.from({ length: 40 }, (_, at) => malformed(at)),
  )
  assert.deepEqual([outcome.hasFailed, outcome.asked.length], [true, 3])
  assert.match(outcome.reply, /the same mistake 3 times \(updateBlock\)/)
  const missing: Turn = { calls: [{ name: 'removeBlock', input: { blockId: 'nowhere' } }] }
  assert.equal((await runModel('Remove it', Array(40).fill(missing))).asked.length, 3)
})

test('the same mistake in several calls at once, or with others between, does not end a run', async () => {
  const wrong = { name: 'removeBlock', input: { blockId: 'nowhere' } }
  const turns = [
    { calls: [wrong, wrong, wrong, wrong] },
    { calls: [wrong] },
    { calls: [{ name: 'removeBlock', input: { blockId: 'heard' } }] },
    { calls: [wrong] },
    { text: ['The text about why teams come is gone.'] },
  ]
  const outcome = await runModel('Remove it', turns)
  assert.deepEqual([outcome.hasFailed, outcome.operations.length, outcome.calls], [false, 1, 5])
})

test('a run takes no further step after 250,000 tokens', async () => {
  const chunk = (more: object) => `data: ${JSON.stringify({ id: 'x', ...more })}\n\n`
  let calls = 0
  const expensive: typeof fetch = async () => {
    const call = {
      name: 'moveBlock',
      arguments: JSON.stringify({ blockId: 'faq', afterId: calls++ % 2 ? null : 'hero' }),
    }
    const delta = {
      role: 'assistant',
      tool_calls: [{ index: 0, id: `c${calls}`, type: 'function', function: call }],
    }
    const body = [
      chunk({ choices: [{ index: 0, delta, finish_reason: null }] }),
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
      chunk({ choices: [], usage: { prompt_tokens: 125_000, completion_tokens: 10, total_tokens: 125_010 } }),
      'data: [DONE]\n\n',
    ]
    return new Response(body.join(''), { headers: { 'content-type': 'text/event-stream' } })
  }
  const outcome = await runModel('Move it', [], { fetch: expensive })
  assert.deepEqual([outcome.hasFailed, calls, outcome.inputTokens], [true, 2, 250_000])
  assert.match(outcome.reply, /used 250,020 tokens without finishing/)
})

for (const protocol of ['anthropic', 'openai', 'openai-compatible'] as const)
  test(`${protocol}: the complete calls of a truncated answer are carried out, and the model continues`, async () => {
    const theme = { name: 'setTheme', input: { theme: { radius: 7 } } }
    const turns: Turn[] = [{ calls: [theme], finish: 'length' }, { calls: [change, reply] }]
    const outcome = await runModel('Rounder, and a new headline', turns, { protocol })
    assert.deepEqual([outcome.hasFailed, outcome.operations.length, outcome.calls], [false, 2, 2])
    assert.match(JSON.stringify(outcome.asked[1]?.body), /cut off.*carried out|radius.*cut off/)
    for (const ending of ['cut', 'end'] as const) {
      const cut: Turn = { calls: [theme, change], complete: 1, ending }
      const saved = await runModel('Rounder, and a new headline', [cut, { calls: [change, reply] }], {
        protocol,
      })
      assert.deepEqual([saved.hasFailed, saved.operations.length, saved.calls], [false, 2, 2], ending)
    }
    const broken: Turn[] = [{ text: ['I'], ending: 'cut' }, { ending: 'end' }, { calls: [change, reply] }]
    const mended = await runModel('A new headline', broken, { protocol })
    assert.deepEqual(
      [mended.hasFailed, hero(mended).headline, mended.reply],
      [false, headline, reply.input.text],
    )
  })

const names: [what: string, name: string, input: object, done: object][] = [
  ['an id in another case', 'removeBlock', { blockId: 'FAQ' }, { blockId: 'faq' }],
  ['a heading for a block', 'removeBlock', { blockId: 'Results our customers see' }, { blockId: 'stats' }],
  ['a type for a block, where one has it', 'removeBlock', { blockId: 'cta' }, { blockId: 'closing' }],
  ['a place for a block', 'removeBlock', { blockId: '2' }, { blockId: 'logos' }],
  ['a place in words', 'removeBlock', { blockId: 'third' }, { blockId: 'heard' }],
  ['the last', 'removeBlock', { blockId: 'last' }, { blockId: 'closing' }],
  [
    'a name for an item',
    'removeItem',
    { blockId: 'pricing', list: 'plans', itemId: 'starter' },
    { list: 'plans' },
  ],
  [
    'one list by another name',
    'removeItem',
    { blockId: 'steps', list: 'steps', itemId: '1' },
    { list: 'items' },
  ],
  [
    'a list in the singular',
    'removeItem',
    { blockId: 'comparison', list: 'Row', itemId: 1 },
    { list: 'rows' },
  ],
  ['a name to come after', 'moveBlock', { blockId: 'faq', afterId: 'Hero' }, { afterId: 'hero' }],
  ['a place to come after', 'moveBlock', { blockId: 'faq', afterId: 1 }, { afterId: 'hero' }],
]
for (const [what, name, input, done] of names)
  test(`a call with only one possible meaning is carried out: ${what}`, async () => {
    const { operations } = await runModel('Remove it, or move it', [
      { calls: [{ name, input }] },
      { text: ['It is gone.'] },
    ])
    assert.equal(operations.length, 1)
    assert.deepEqual({ ...operations[0], ...done }, operations[0])
  })

test('an ambiguous reference is refused with the possible ids', async () => {
  const call = { name: 'removeBlock', input: { blockId: 'quote' } }
  const { operations, asked } = await runModel('Do it', [{ calls: [call] }, { text: ['Which one?'] }])
  assert.equal(operations.length, 0)
  assert.match(JSON.stringify(asked[1]?.body), /no block “quote”.*quote-jane, quote-marcus/)
})
