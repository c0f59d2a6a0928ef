import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Packages that run in browsers as well as on the server. */
const packages = ['ajv', 'ajv-formats', 'typebox']

test('shared code imports nothing of the server, the console or Node.js', () => {
  for (const file of globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (name) => !/\.test\.ts$/.test(name),
  ))
    for (const [, target] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*'([^']+)'/g,
    ))
      assert.ok(
        /^\.\/\w+\.ts$/.test(target ?? '') || packages.includes(target ?? ''),
        `${file} imports ${target}`,
      )
})
