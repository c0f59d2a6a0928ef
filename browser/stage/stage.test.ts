import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildStage, buildTextEditor } from '../build.ts'

test('the stage script is at most 6 KB gzipped without the text editor, and the committed file matches a fresh build', async () => {
  const committed = readFileSync(new URL('../stage.min.js', import.meta.url), 'utf8')
  assert.ok(gzipSync(committed).length <= 6_144, `${gzipSync(committed).length} bytes`)
  assert.doesNotMatch(committed, /<\/script|ProseMirror/i)
  assert.equal(committed, await buildStage())
})

test('the text editor is one file of at most 80 KB gzipped', async () => {
  const built = await buildTextEditor()
  assert.ok(gzipSync(built).length <= 81_920, `${gzipSync(built).length} bytes`)
  assert.doesNotMatch(built, /\bimport\s*\(|\bfrom\s*["']/)
})
