import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('an error is logged with what and where, and with nothing that a driver hangs on it', () => {
  const program = `
    import { openLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const lost = Object.assign(new Error('gone'), { code: '57P01', client: { secretKey: 4711 }, detail: 'jane@acme.com' })
    const failed = new Error('it failed', { cause: lost })
    openLog('error').error({ err: failed, key: 'k-4711' }, 'a job')
    openLog('error').error({ err: 'a text' }, 'thrown')`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [first, second] = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { stack, cause, ...err } = first.err
  assert.deepEqual(err, { type: 'Error', message: 'it failed' })
  assert.match(stack, /it failed\n +at /)
  assert.deepEqual([cause.message, cause.code], ['gone', '57P01'])
  assert.doesNotMatch(stderr, /4711|jane/)
  assert.equal(second.err.message, 'a text')
})
