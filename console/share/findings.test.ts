import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples } from '../../document/index.ts'
import { hasPrompt } from '../../shared/prompts.ts'
import type { Document } from '../documents/document.ts'
import { countExampleFacts, linesOf } from './findings.ts'
import { countPresets, countToCheck } from './words.ts'

const finding = (code: string, path: string) => ({ code, path, message: 'Worth a look' }) as never
const start = examples.get('example_solar')?.start as unknown as Document
const asked = pathsOfPrompts(start)

function pathsOfPrompts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return hasPrompt(value) ? [path] : []
  return Object.entries(value ?? {}).flatMap(([name, part]) => pathsOfPrompts(part, `${path}/${name}`))
}

test('the number of things to check equals the number of lines in the panel', () => {
  assert.ok(asked.length > 0)
  const check = {
    language: 'en',
    errors: [finding('invalid', '/blocks/0/props/headline')],
    warnings: [
      ...asked.map((path) => finding('prompt_unfilled', path)),
      ...['/blocks/1', '/blocks/2'].map((path) => finding('placeholder_empty', path)),
      ...['/blocks/0/props/primaryAction/link', '/blocks/1/props/link'].map((path) =>
        finding('dead_link', path),
      ),
      finding('spelling', '/blocks/1/props/heading'),
      finding('no_page_link', ''),
      finding('page_not_published', ''),
    ],
  }
  assert.equal(countToCheck(check), linesOf(check, start).length)
  assert.equal(countToCheck(check), 6)
})

test('facts of an example count until they are answered, questions without a default never', () => {
  const warnings = asked.map((path) => finding('prompt_unfilled', path))
  assert.equal(countExampleFacts({ errors: [], warnings, language: 'en' }, start), asked.length)
  const open = JSON.parse(
    JSON.stringify(start).replaceAll(/\{\{prompt\|([^|}]*)\|[^}]*\}\}/g, '{{prompt|$1}}'),
  )
  assert.equal(countExampleFacts({ errors: [], warnings, language: 'en' }, open), 0)
  // Releases count them in the page.
  assert.deepEqual([countPresets(start), countPresets(open)], [asked.length, 0])
})
