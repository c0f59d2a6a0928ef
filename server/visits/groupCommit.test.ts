import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GroupCommit } from './groupCommit.ts'

test('items that arrive during a write form one group, and none is acknowledged before it is written', async () => {
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

test('while one group is written, another waits until it is as large, at most until the first is done', async () => {
  const groups: number[][] = []
  const releases: (() => void)[] = []
  const commits = new GroupCommit<number>(async (items) => {
    groups.push(items)
    await new Promise<void>((resolve) => releases.push(resolve))
  })
  const turn = () => new Promise(setImmediate)
  const all = [commits.add(1), commits.add(2), commits.add(3)]
  await turn()
  all.push(commits.add(4), commits.add(5))
  await turn()
  assert.deepEqual(groups, [[1, 2, 3]])
  all.push(commits.add(6))
  await turn()
  assert.deepEqual(groups, [
    [1, 2, 3],
    [4, 5, 6],
  ])
  all.push(commits.add(7))
  for (const release of releases.splice(0)) release()
  await turn()
  assert.deepEqual(groups[2], [7])
  for (const release of releases) release()
  await Promise.all(all)
})

test('no item is left behind, at any moment of the end of another group', async () => {
  for (let hops = 0; hops < 20; hops++) {
    const commits = new GroupCommit<number>(async () => {}, { mostRunning: 1 })
    await commits.add(1)
    for (let hop = 0; hop < hops; hop++) await undefined
    const late = new Promise((resolve) => setTimeout(resolve, 200, 'late').unref())
    assert.notEqual(await Promise.race([commits.add(2), late]), 'late', `${hops} turns later`)
  }
})

test('an item that cannot be written fails alone', async () => {
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

test('when too many items wait, more are refused, and closing waits for the accepted ones', async () => {
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
