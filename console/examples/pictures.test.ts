import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { examples, hashDocument } from '../../document/index.ts'

const folder = join(import.meta.dirname, 'pictures')

test('every example has a picture of its current content: node scripts/examplePictures.ts', () => {
  const hashes = JSON.parse(readFileSync(join(folder, 'hashes.json'), 'utf8'))
  const expected = Object.fromEntries([...examples].map(([name, { start }]) => [name, hashDocument(start)]))
  assert.deepEqual(hashes, expected)
  for (const name of examples.keys()) assert.ok(existsSync(join(folder, `${name}.webp`)), name)
})
