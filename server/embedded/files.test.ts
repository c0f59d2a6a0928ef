import assert from 'node:assert/strict'
import { cp, lstat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { onlyThorough } from '../test/environment.ts'
import { emptyFolder } from '../test/launch.ts'
import { demandRunnable, findBinaries, linkLibraries } from './files.ts'

test('PostgreSQL runs after an installation without scripts, which creates no links to its libraries', {
  skip: onlyThorough || process.platform !== 'linux',
}, async () => {
  const { initdb, postgres } = await findBinaries()
  const folder = await emptyFolder()
  const isFile = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(resolve(dirname(postgres), '..'), join(folder, 'native'), { recursive: true, filter: isFile })
  const unlinked = { initdb, postgres: join(folder, 'native/bin/postgres') }
  assert.throws(
    () => demandRunnable(unlinked),
    /does not run on this machine \(.*shared librar.*DATABASE_URL/,
  )
  await linkLibraries(unlinked)
  demandRunnable(unlinked)
})
