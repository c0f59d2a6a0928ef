import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInfrastructureFault } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

test('faults of the database are distinguished from errors of the statements', () => {
  const faults = `08006 08P01 25006 25P03 25P04 40001 40P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 58030
    ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EAI_AGAIN CONNECTION_LOST CONNECTION_TIMEOUT CONNECTION_CLOSED`
  for (const code of faults.split(/\s+/)) assert.equal(isInfrastructureFault(withCode(code)), true, code)
  for (const code of [
    '23505',
    '23503',
    '22P02',
    '42601',
    '42P01',
    '40002',
    'ENOENT',
    'ERR_WORKER_OUT_OF_MEMORY',
  ])
    assert.equal(isInfrastructureFault(withCode(code)), false, code)
  assert.equal(isInfrastructureFault(new Error('no code')), false)
  assert.equal(isInfrastructureFault(undefined), false)
})
