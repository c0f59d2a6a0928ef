import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GroupCommit } from './groupCommit.ts'

test('what comes while groups are written goes together, and nobody is answered before it is written', async () => {
  const groups: number[][] = []
  let release = () => {}
  const commits = new GroupCommit<number>(
    async (items) => {
      groups.push(items)
      await new Promise<void>((resolve) => {
        release = resolve
      })
    },
    { mostRunning: 1 },
  )
  let answered = 0
  const add = (item: number) => commits.add(item).then(() => answered++)
  const turn = () => new Promise(setImmediate)
  const all = [add(1)]
  await turn()
  all.push(add(2), add(3), add(4))
  await turn()
  assert.deepEqual([groups, answered], [[[1]], 0])
  release()
  await turn()
  assert.deepEqual([groups, answered], [[[1], [2, 3, 4]], 1])
  release()
  await Promise.all(all)
  assert.equal(answered, 4)
})

test('one that can not be written fails alone', async () => {
  const written: number[] = []
  const commits = new GroupCommit<number>(async (items) => {
    if (items.includes(5)) throw new Error('five')
    written.push(...items)
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, item) => commits.add(item)))
  assert.deepEqual(
    outcomes.map(({ status }) => status === 'fulfilled'),
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((item) => item !== 5),
  )
  assert.deepEqual(
    written.sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 6, 7, 8],
  )
})

test('when too much waits, more is refused, and closing waits for what was taken', async () => {
  const written: number[] = []
  const commits = new GroupCommit<number>(
    async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      written.push(...items)
    },
    { mostWaiting: 3 },
  )
  const taken = [commits.add(1), commits.add(2), commits.add(3)]
  await assert.rejects(commits.add(4), { code: 'unavailable' })
  await commits.close()
  await Promise.all(taken)
  assert.deepEqual(written, [1, 2, 3])
})
