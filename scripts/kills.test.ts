import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { onlyThorough } from '../server/test/environment.ts'

const run = promisify(execFile)

test('three kills cause no lost, duplicated or abandoned work', {
  skip: onlyThorough,
}, async () => {
  const program = join(import.meta.dirname, 'kills.ts')
  const { stdout } = await run(process.execPath, [program, '--kills', '3'])
  const { problems, accounts, messages, deliveries, eventsCompared } = JSON.parse(stdout)
  assert.deepEqual(problems, [])
  for (const figure of [accounts, messages, deliveries, eventsCompared]) assert.ok(figure > 0, stdout)
})
