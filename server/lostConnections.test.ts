import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

function runWithRejection(code: string) {
  const text = `
    import { tolerateLostConnections } from '${import.meta.dirname}/lostConnections.ts'
    import { openLog } from '${import.meta.dirname}/log.ts'
    tolerateLostConnections(openLog('warn'))
    Promise.reject(Object.assign(new Error('nobody hears me'), { code: '${code}' }))
    setTimeout(() => console.log('alive'), 50)`
  return spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' })
}

test('a connection that is lost while it opens does not end the service', () => {
  const { status, stdout, stderr } = runWithRejection('CONNECTION_DESTROYED')
  assert.equal(status, 0)
  assert.equal(stdout, 'alive\n')
  assert.match(stderr, /a connection to the database was lost while it opened/)
})

test('any other failure that nobody handles ends it', () => {
  const { status, stdout, stderr } = runWithRejection('ERR_SOMETHING')
  assert.notEqual(status, 0)
  assert.equal(stdout, '')
  assert.match(stderr, /nobody hears me/)
})
