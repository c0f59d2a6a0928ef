import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyOperations, validateDocument } from '../document/index.ts'
import { anyCharacter } from '../server/test/anyCharacter.ts'
import { times } from '../server/test/effort.ts'
import type { AgentContext } from './agent.ts'
import { builtinAgent } from './builtin.ts'
import { collect } from './evaluation/inProcess.ts'
import { contextFor, older } from './examples/page.ts'
import { blockNames, partNames } from './words/names.ts'
import { verbs } from './words/verbs.ts'

const phrasings = readFileSync(new URL('./examples/phrasings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => (JSON.parse(line) as { said: string[] }).said)
const names = [...Object.values(blockNames), ...Object.values(partNames)].flatMap((list) => list.split(', '))
const verbList = Object.values(verbs).flatMap((list) => list.split(', '))

/** Messages composed of verbs, names, connectors and values. Most make no sense, and none may do harm. */
const made = fc
  .tuple(
    fc.constantFrom(...verbList),
    fc.constantFrom('the', 'a', 'every', 'the second', 'no', ''),
    fc.constantFrom(...names),
    fc.constantFrom('to', ':', '->', 'below the', 'and', 'with', 'from the', ''),
    fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom('"Hello"', 'red', '12px', 'https://example.com', '3', 'shorter', 'nothing'),
      fc.string({ maxLength: 30 }),
    ),
  )
  .map((words) => words.join(' '))
const wild = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.stringMatching(/^["'“”‘’«»`, .:;\n>a-z-]{0,80}$/),
)
const message = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: made },
      { weight: 3, arbitrary: fc.constantFrom(...phrasings) },
      { weight: 1, arbitrary: wild },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) =>
    fc.constantFrom(', ', ' and ', '. ', '\n', '; ').map((between) => parts.join(between) || 'x'),
  )
const selected = fc.option(
  fc.record({
    blockId: fc.constantFrom('hero', 'faq', 'nowhere'),
    path: fc.constantFrom('headline', 'items/0/question', 'x'),
  }),
  { nil: undefined },
)

const context = fc
  .record({ message, selected })
  .map(
    ({ message: said, selected: selectedElement }): AgentContext =>
      contextFor(said, { readVersion: async () => older, ...(selectedElement ? { selectedElement } : {}) }),
  )

test('for any message, every operation applies, the page stays valid, and the result is reproducible', async () => {
  await fc.assert(
    fc.asyncProperty(context, async (given) => {
      const first = await collect(builtinAgent, given)
      const after = applyOperations(given.document, first.operations)
      validateDocument(after)
      assert.notEqual(first.reply, '')
      assert.deepEqual(await collect(builtinAgent, given), first)
      const blockId = given.selectedElement?.blockId
      // The selection of a missing block restricts nothing.
      if (!given.document.blocks.some(({ id }) => id === blockId)) return
      for (const block of given.document.blocks)
        if (block.id !== blockId)
          assert.deepEqual(
            after.blocks.find(({ id }) => id === block.id),
            block,
          )
      assert.deepEqual(after.theme, given.document.theme)
    }),
    { numRuns: times(1_000, 40) },
  )
})

test('no message of 50,000 characters takes more than half a second of processor time', async () => {
  const hostile = [
    '"'.repeat(50_000), "'a ".repeat(16_000), 'and '.repeat(12_500), 'remove the faq, '.repeat(3_100), 'change the headline to '.repeat(2_100), `add a quote ${'to the top '.repeat(4_400)}`, `keep only${' '.repeat(49_000)}the faq`, 'only the faq '.repeat(3_800), 'all plans except Solo '.repeat(2_200), `remove all but ${'the hero and '.repeat(3_700)}`, `headline: A${', and we b'.repeat(5_000)}`, `${'no sorry, '.repeat(4_900)}Solo`, 'x'.repeat(50_000), 'zqxjv '.repeat(8_300), '\n'.repeat(50_000),
    '1) '.repeat(16_000), 'Title: x. '.repeat(5_000), `headline: ${'word '.repeat(9_900)}`, '-> '.repeat(16_000), 'the second '.repeat(4_500), '(((('.repeat(12_000), 'a@'.repeat(25_000), '+1 '.repeat(16_000), `From: ${'a '.repeat(24_000)}`, 'no wait, '.repeat(5_500), 'replace a with b and '.repeat(2_300),
  ] // biome-ignore format: a list
  for (const text of hostile) {
    // The minimum of three runs, as other processes may slow down any of them.
    let took = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && took >= 500; tries++) {
      const before = process.cpuUsage()
      await collect(builtinAgent, contextFor(text.slice(0, 50_000)))
      const { user, system } = process.cpuUsage(before)
      took = Math.min(took, (user + system) / 1000)
    }
    assert.ok(took < 500, `${text.slice(0, 20)}…: ${Math.round(took)} ms`)
  }
})
