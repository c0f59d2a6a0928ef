import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^test\//.test(file))

test('a service without a model does not load the AI SDK: only one folder imports it, and is itself imported on demand', () => {
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    if (file.startsWith('agent/model/')) continue
    assert.doesNotMatch(text, /from '(ai|@ai-sdk\/[^']*)'/, file)
    assert.doesNotMatch(text, /^import (?!type )[^;']*? from '[^']*\/model\/[^']*'/m, file)
  }
})
