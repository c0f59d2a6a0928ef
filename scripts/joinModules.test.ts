import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('TypeBox is one module, so that processes and threads start quickly', async () => {
  const code = await readFile(fileURLToPath(import.meta.resolve('typebox')), 'utf8')
  assert.doesNotMatch(code, /^(import|export)\b.*\bfrom\b/m)
})
