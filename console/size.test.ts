import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, 'dist')
const mostBytes = 250 * 1024

/** A script with its static imports; scripts loaded on demand don't count. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const code = readFileSync(join(dist, 'assets', name), 'utf8')
  for (const [, file] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(file as string, seen)
  return seen
}

test('the list of pages loads with less than 250 KB of JavaScript, in a few files', () => {
  const index = readFileSync(join(dist, 'index.html'), 'utf8')
  const [, entry] = /<script type="module"[^>]* src="\/console\/assets\/([^"]+)"/.exec(index) ?? []
  assert.ok(entry, index)
  const code = readFileSync(join(dist, 'assets', entry), 'utf8')
  const [screen] = /PagesScreen-[\w-]+\.js/.exec(code) ?? []
  assert.ok(screen, 'the entry loads the list of pages')
  const files = [...withImports(entry), ...withImports(screen)]
  const sizes = [...new Set(files)].map(
    (name) => [name, gzipSync(readFileSync(join(dist, 'assets', name))).length] as const,
  )
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  // With a separate file for each icon and button that two screens share, there would be 60.
  assert.ok(sizes.length < 15, sizes.join(' '))
  assert.ok(total < mostBytes, `${total} bytes in ${JSON.stringify(sizes)}`)
  assert.ok(total > 50_000, `${total} bytes can't be all of it: ${JSON.stringify(sizes)}`)
})
