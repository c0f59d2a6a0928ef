import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isDatabaseGone, openDatabase, serviceRole, type Tx } from './db.ts'
import { cloneDatabase } from './test/database.ts'

const database = await cloneDatabase(process.env.FOYER_TEST_DATABASE as string)
const db = openDatabase({ url: database.url, role: serviceRole, poolSize: 3 })
const owner = openDatabase({ url: database.url, poolSize: 1 })
after(async () => {
  await db.close()
  await owner.close()
  await database.drop()
})

async function endSession(tx: Tx) {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  await owner.read`select pg_terminate_backend(${row?.pid as number})`
}

test('a connection that is lost in the middle of a transaction fails that transaction and nothing else', async () => {
  for (let round = 0; round < 20; round++) {
    const lost = db.inTransaction(async (tx) => {
      await tx`insert into secrets (name, value) values (${`lost ${round}`}, '')`
      await endSession(tx)
      return await tx`select 1`
    })
    await assert.rejects(lost, isDatabaseGone)
    const kept = Array.from({ length: 6 }, (_, i) =>
      db.inTransaction((tx) => tx`insert into secrets (name, value) values (${`kept ${round} ${i}`}, '')`),
    )
    // Those that were handed the dead connection fail at once; none hangs, none is half done.
    await Promise.allSettled(kept)
  }
  const rows = await db.read<{ name: string }[]>`select name from secrets`
  assert.deepEqual(
    rows.filter(({ name }) => name.startsWith('lost')),
    [],
  )
  assert.ok(rows.length > 60)
})

test('a transaction that ran into a deadlock is run again', async () => {
  await db.inTransaction((tx) => tx`insert into secrets (name, value) values ('a', ''), ('b', '')`)
  const touch = (tx: Tx, name: string) =>
    tx`update secrets set value = value || 'x'::bytea where name = ${name}`
  const cross = (first: string, second: string) =>
    db.inTransaction(async (tx) => {
      await touch(tx, first)
      await tx`select pg_sleep(0.1)`
      await touch(tx, second)
    })
  await Promise.all([cross('a', 'b'), cross('b', 'a')])
  const rows = await db.read<{ value: Buffer }[]>`select value from secrets where name in ('a', 'b')`
  assert.deepEqual(
    rows.map(({ value }) => value.toString()),
    ['xx', 'xx'],
  )
})
