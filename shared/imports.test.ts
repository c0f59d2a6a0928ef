import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

test('shared code imports nothing of the server, the console or Node.js', () => {
  for (const file of globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (name) => !/\.test\.ts$/.test(name),
  ))
    for (const [, target] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'([^']+)'/g,
    ))
      assert.match(target ?? '', /^\.\/[\w]+\.ts$/, `${file} imports ${target}`)
})
