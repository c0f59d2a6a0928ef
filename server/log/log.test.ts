import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch, preparedFolder } from '../test/launch.ts'
import { openLogOutput } from './output.ts'

test('an error is logged with its message, code and stack, without other properties that a driver adds', () => {
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

test('lines that cannot be written are dropped and counted, without an exception', () => {
  const written: string[] = []
  let fault: string | undefined = 'ENOSPC'
  const output = openLogOutput((bytes) => {
    if (fault) throw Object.assign(new Error(fault), { code: fault })
    // Half at a time: a pipe may accept fewer bytes than it is given.
    const taken = bytes.subarray(0, Math.ceil(bytes.length / 2))
    written.push(taken.toString())
    return taken.length
  })
  for (let i = 0; i < 3; i++) output.write('{"msg":"a"}\n')
  assert.deepEqual(written, [])
  fault = undefined
  output.write('{"msg":"b"}\n')
  assert.equal(written.join(''), '{"level":"warn","msg":"3 log lines were lost"}\n{"msg":"b"}\n')
})

test('a stalled reader delays no line, and later receives the number of lost lines', async () => {
  const written: Buffer[] = []
  let isStalled = true
  const output = openLogOutput((bytes) => {
    if (isStalled) throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' })
    written.push(Buffer.from(bytes))
    return bytes.length
  })
  const line = `{"msg":"${'x'.repeat(1_000)}"}\n`
  const began = performance.now()
  for (let i = 0; i < 2_000; i++) output.write(line)
  assert.ok(performance.now() - began < 500, 'nothing waits for the reader')
  isStalled = false
  await sleep(200)
  const kept = written.length
  assert.ok(kept > 900 && kept < 1_100, `${kept} lines were kept`)
  output.write('{"msg":"last"}\n')
  const text = Buffer.concat(written).toString()
  assert.ok(text.endsWith(`{"level":"warn","msg":"${2_000 - kept} log lines were lost"}\n{"msg":"last"}\n`))
})

test('a service whose log is on a full disk continues to run', {
  skip: process.platform !== 'linux',
}, async () => {
  const { dataDir, key } = await preparedFolder()
  const full = openSync('/dev/full', 'w')
  const service = await launch({ DATA_DIR: dataDir, LOG_LEVEL: 'info' }, { stderr: full })
  closeSync(full)
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`${service.url}/v0/me`, { headers: { 'x-api-key': key } })
    assert.equal(answer.status, 200)
  }
  assert.equal((await fetch(`${service.url}/v0/nothing`)).status, 404)
  assert.equal(service.child.exitCode, null)
  assert.equal((await service.stop()).code, 0)
})
