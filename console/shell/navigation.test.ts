import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

test('no two places have the same shortcut', () => {
  // Read as text, as Node.js can't import the icons: their package was trimmed to the files for browsers.
  const text = readFileSync(join(import.meta.dirname, 'navigation.ts'), 'utf8')
  const keys = [...text.matchAll(/\bkeys: '([^']+)'/g)].map(([, key]) => key)
  assert.ok(keys.length > 10)
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  )
})
