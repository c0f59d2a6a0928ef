import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { emptyFolder } from './launch.ts'

/** Runs a test file by itself; rejects with its exit code and output if it fails. */
async function runFile(code: string) {
  const file = join(await emptyFolder(), 'failing.test.mjs')
  await writeFile(file, code)
  return await promisify(execFile)(process.execPath, ['--test', file], {
    env: { PATH: process.env.PATH },
    timeout: 20_000,
  })
}

const urlOf = (file: string) => new URL(file, import.meta.url).href

test('a failure to close fails its process, and closes the other resources', async () => {
  const running = runFile(`import { createServer } from 'node:net'
    import { after, test } from 'node:test'
    import { afterTests } from '${urlOf('./closing.ts')}'
    const server = createServer().listen(0)
    afterTests(() => { throw new Error('The database is away.') })
    after(() => server.close())
    test('passes', () => {})`)
  await assert.rejects(running, { code: 1, stdout: /The database is away\./ })
})

test('an uncaught error fails its process although promises are not tracked', async () => {
  const running = runFile(`import '${urlOf('./asyncTracking.ts')}'
    import { test } from 'node:test'
    import { setTimeout as sleep } from 'node:timers/promises'
    test('passes', async () => {
      setTimeout(() => { throw new Error('Nothing caught this.') }, 5)
      void Promise.reject(new Error('Nothing handled this.'))
      await sleep(50)
    })`)
  await assert.rejects(running, {
    code: 1,
    stdout: /Nothing handled this\.[\s\S]*Nothing caught this\./,
  })
})
