import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { AgentContext } from '../../agent.ts'
import { documentOf, type Fixtures } from '../../eval/inProcess.ts'
import { openPage } from '../page.ts'
import { point } from '../references/point.ts'
import { readByRoles } from './readings.ts'

const fixtures = JSON.parse(
  readFileSync(new URL('../../eval/fixtures.json', import.meta.url), 'utf8'),
) as Fixtures
const context = {
  page: { metadata: fixtures.metadata.default ?? {} },
  conversation: [],
  notes: [],
  searchAssets: async () => [],
  readVersion: async () => undefined,
} as unknown as AgentContext
const page = openPage(context, documentOf('main', fixtures))
const meant = (phrase: string) =>
  point(phrase, page)[0]
    ?.nodes.map(({ key }) => key)
    .join()

test('a phrase is found by what it describes, not only by name', () => {
  for (const [phrase, key] of [
    ['the small line above the headline', 'hero/eyebrow'],
    ['what people see after they send the form', 'form/successMessage'],
    ['the button at the very end', 'closing/primaryAction'],
    ['the little print under the plans', 'pricing/note'],
    ['the eyebrow and the note under the buttons', 'hero/eyebrow,hero/note'],
  ] as const)
    assert.equal(meant(phrase), key, phrase)
  assert.equal(meant('the fax field'), undefined)
  assert.equal(meant('the third testimonial'), undefined)
})

test('a wish told in its own way is read by the roles of its words', async () => {
  const told = await readByRoles('The line above the main headline ought to read For freight teams', page)
  assert.equal(told?.sayings.join(), 'Change the eyebrow to “For freight teams”')
  const praise = await readByRoles('I really like the pricing section, well done!', page)
  assert.deepEqual(praise?.steps ?? [], [])
})
