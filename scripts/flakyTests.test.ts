import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFlaky, judgeFlaky } from './flakyTests.ts'

const failed = (...names: string[]) => names.map((name) => ({ file: 'a.test.ts', name }))

test('a test that fails and then passes is flaky, one that fails twice is not', () => {
  assert.deepEqual(findFlaky(failed('a', 'b', 'b'), failed('a')), ['b'])
})

test('one or two flaky tests are listed; three, or one that was flaky in the previous run, fail the run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-flaky-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cache', 'flaky.json')
  assert.equal(judgeFlaky([], file).report, '')
  const first = judgeFlaky(['a', 'b'], file)
  assert.equal(first.reason, undefined)
  assert.match(first.report, /repeated: 2\n {2}a\n {2}b\n/)
  assert.match(judgeFlaky(['b'], file).reason ?? '', /run before/)
  assert.equal(judgeFlaky(['a'], file).reason, undefined)
  assert.match(judgeFlaky(['x', 'y', 'z'], file).reason ?? '', /3 tests are flaky/)
})
