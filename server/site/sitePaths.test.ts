import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isReserved } from '../links/path.ts'
import { sitePathOf, sitePaths } from './sitePaths.ts'

const root = join(import.meta.dirname, '..', '..')

test('every path that the service reserves on sites is in one table, and no page can use it', () => {
  for (const { at } of Object.values(sitePaths)) assert.ok(isReserved(`${at}x`), at)
  const files = globSync(['server/**/*.ts', 'browser/**/*.ts', 'document/**/*.ts', 'console/**/*.ts*'], {
    cwd: root,
    exclude: ['**/*.test.ts', 'server/test/**', 'console/dist/**', '**/*.min.js'],
  })
  const written = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll('\\/', '/')
    return [...code.matchAll(/['"`^]\/(_[a-z]+(?:\/[a-z-]+)?\/?)/g)].map(([, path]) => ({
      file,
      path: `/${path}`,
    }))
  })
  assert.ok(written.length > 15)
  const unknown = written.filter(({ path }) => !sitePathOf(path) && !sitePathOf(`${path}/`))
  assert.deepEqual(unknown, [])
  const asked = files.filter(
    (file) =>
      file.startsWith('server/') &&
      /(?:startsWith\(|[!=]== )['"`]\/_/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(asked, ['server/site/sitePaths.ts'], 'only the table tells them apart')
})
