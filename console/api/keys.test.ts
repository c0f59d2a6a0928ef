import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/^(dist|test)\/|\.test\.ts$|^api\/keys\.ts$/.test(file),
)

test('no query key is written outside of keys.ts', () => {
  // `[,` is a destructured key, not a literal.
  const literal = /(?:queryKey:|\bqueryKey =|QueryData(?:<.*>)?\(|listQuery(?:<.*>)?\()\s*\[(?!,).*/g
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(literal)].map(([text]) => `${file}: ${text}`),
  )
  assert.ok(files.length > 200, `only ${files.length} files were read`)
  assert.deepEqual(found, [])
})
