import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runModel } from '../../test/modelRun.ts'
import { type ModelRequest, wordsOf } from '../../test/modelServer.ts'
import type { AgentContext } from '../agent.ts'
import { estimateRequest, estimateTokens } from '../eval/recording.ts'

const hello = [{ text: ['Hello.'] }]
const system = (asked: ModelRequest | undefined): string => asked?.body.messages[0].content
const turns = (count: number, length = 1): AgentContext['conversation'] =>
  Array.from({ length: count }, (_, at) => ({
    author: at % 2 ? 'agent' : 'user',
    text: `Turn ${at + 1}.${' And more of it.'.repeat(length)}`,
    versionNumber: null,
  }))
const notes = (count: number): AgentContext['notes'] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'account_log',
    id: `account_log_${at}`,
    text: `Note ${at + 1}. ${'They said a lot. '.repeat(40)}`,
    createdAt: '+1794614400000',
  }))

test('instructions and tools take at most 2,000 tokens of a context of 8,192', async (t) => {
  const { asked } = await runModel('Hello', hello, { contextTokens: 8192 })
  const fixed = estimateTokens(system(asked[0]) + JSON.stringify(asked[0]?.body.tools))
  t.diagnostic(`${fixed} tokens`)
  assert.ok(fixed <= 2_000, `${fixed} tokens`)
  const words = wordsOf(asked[0])
  assert.match(words, /^hero: eyebrow 80p, headline\* 160/m, 'the types of the page are told')
  assert.match(words, /describeTypes tells about: .*video/)
  assert.doesNotMatch(words, /^video: /m)
})

test('with a large context nothing is cut', async () => {
  const long = { conversation: turns(20, 60), notes: notes(60) }
  const [large, free] = [
    await runModel('Hello', hello, { ...long, contextTokens: 200_000 }),
    await runModel('Hello', hello, long),
  ]
  assert.deepEqual(large.asked[0]?.body, free.asked[0]?.body)
  assert.equal(wordsOf(free.asked[0]).match(/Note \d+\./g)?.length, 60)
  assert.equal(wordsOf(free.asked[0]).match(/Turn \d+\./g)?.length, 20)
})

test('a small context leaves out older turns first, then the last facts; page, last turns and message stay', async () => {
  const context = { conversation: turns(20, 60), notes: notes(60), contextTokens: 8192 }
  const { asked } = await runModel('Shorten the FAQ', hello, context)
  const words = wordsOf(asked[0])
  assert.ok(estimateRequest(JSON.stringify(asked[0]?.body)) <= 8192 * 0.75 + 50)
  assert.match(words, /Turn 20\./)
  assert.match(words, /Turn 19\./)
  assert.doesNotMatch(words, /Turn 1\./)
  assert.match(words, /Note 1\./)
  assert.doesNotMatch(words, /Note 60\./)
  for (const id of ['hero', 'pricing', 'closing']) assert.match(words, new RegExp(`"id":"${id}"`))
  assert.ok(words.endsWith('The message:\n\nShorten the FAQ'))
})

test('a page that is too long for the context is refused before anything is sent', async () => {
  const { hasFailed, reply, asked } = await runModel('Hello', hello, { contextTokens: 4096 })
  assert.deepEqual([hasFailed, asked.length], [true, 0])
  assert.match(reply, /^This page is too long for the model’s context of 4,096 tokens\./)
})

test('follow-ups share the beginning of the prompt up to the last turn', async () => {
  const context = { notes: notes(5) }
  const first = await runModel('And now?', hello, { ...context, conversation: turns(2) })
  const document = { ...first.document, blocks: first.document.blocks.slice(1) }
  const next = await runModel('And then?', hello, { ...context, conversation: turns(4), document })
  const [one, other] = [first, next].map(({ asked }) => wordsOf(asked[0])) as [string, string]
  const shared = [...one].findIndex((sign, at) => sign !== other[at])
  assert.match(one.slice(0, shared), /Note 5\..*Turn 2\./s)
  assert.deepEqual(first.asked[0]?.body.messages[0], next.asked[0]?.body.messages[0])
  assert.deepEqual(first.asked[0]?.body.tools, next.asked[0]?.body.tools)
})

test('requests to Anthropic cache the instructions, the facts, and the beginning of a run', async () => {
  const { asked } = await runModel('Hello', hello, { protocol: 'anthropic' })
  const { system: instructions, messages } = (asked[0] as ModelRequest).body
  assert.ok(instructions[0].cache_control)
  const kept = messages[0].content.map((part: { cache_control?: object }) => Boolean(part.cache_control))
  assert.deepEqual(kept, [true, true])
  assert.match(messages[0].content[0].text, /<data name="facts">/)
  assert.doesNotMatch(messages[0].content[0].text, /<data name="(?:document|conversation)/)
})
