import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { emptyFolder } from './launch.ts'

test('a failure to close fails its process, and closes the other resources', async () => {
  const file = join(await emptyFolder(), 'failing.test.mjs')
  const closing = new URL('./closing.ts', import.meta.url).href
  await writeFile(
    file,
    `import { createServer } from 'node:net'
    import { after, test } from 'node:test'
    import { afterTests } from '${closing}'
    const server = createServer().listen(0)
    afterTests(() => { throw new Error('The database is away.') })
    after(() => server.close())
    test('passes', () => {})`,
  )
  const running = promisify(execFile)(process.execPath, ['--test', file], {
    env: { PATH: process.env.PATH },
    timeout: 20_000,
  })
  await assert.rejects(running, { code: 1, stdout: /The database is away\./ })
})
