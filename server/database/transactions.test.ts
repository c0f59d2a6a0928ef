import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../embedded/postgres.ts'
import { cloneDatabase } from '../test/database.ts'
import { times } from '../test/effort.ts'
import { eventually, until } from '../test/eventually.ts'
import { emptyFolder } from '../test/launch.ts'
import { openProxy } from '../test/proxy.ts'
import { type Database, isDatabaseGone, openDatabase, type Tx } from './database.ts'
import { type DatabaseSession, openSession } from './session.ts'

/** A database with a table for pairs of rows: of each pair both are there or none is. */
async function open(t: TestContext, url: string, through = url) {
  const admin = await openSession({ url })
  await admin`create table pairs (n int, half int, primary key (n, half))`
  const db = openDatabase({ url: through, poolSize: 6 })
  t.after(async () => {
    await db.close()
    await admin.end()
  })
  return { db, admin }
}

async function openClone(t: TestContext) {
  const { url, drop } = await cloneDatabase()
  t.after(drop)
  return { url, ...(await open(t, url)) }
}

/** The backends of the service on this database, oldest first. */
async function backends(admin: DatabaseSession): Promise<number[]> {
  const rows = await admin<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'foyer'
    order by backend_start`
  return rows.map(({ pid }) => pid)
}

const writeHalf = (tx: Tx, n: number, half: number) => tx`insert into pairs values (${n}, ${half})`

async function settled<T>(work: Promise<T>, withinMs = 20_000) {
  const late = sleep(withinMs, 'late' as const, { ref: false })
  const outcome = work.then(
    (value) => ({ value, error: undefined }),
    (error: Error) => ({ value: undefined, error }),
  )
  const first = await Promise.race([outcome, late])
  assert.notEqual(first, 'late', 'a promise was left hanging')
  return first as Awaited<typeof outcome>
}

test('a transaction whose connection is lost rejects and leaves no rows, and the pool works again', async (t) => {
  const { db, admin } = await openClone(t)
  const lose = async (tx: Tx) => {
    const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    await admin`select pg_terminate_backend(${own?.pid ?? 0})`
  }
  const late: unknown[] = []
  const losses: Record<string, (tx: Tx) => Promise<unknown>> = {
    'in a statement': async (tx) => await tx`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`,
    'between statements': async (tx) => {
      await lose(tx)
      await sleep(300)
      await writeHalf(tx, 1, 1).catch((error) => late.push(error))
    },
    'while it waits for something else': async (tx) => {
      await lose(tx)
      await sleep(60_000, undefined, { ref: false })
    },
    'with statements under way': async (tx) => {
      await Promise.all([
        lose(tx),
        ...[2, 3, 4].map((half) => writeHalf(tx, 1, half)),
        tx`select pg_sleep(5)`,
      ])
    },
    'before its end, ignored': async (tx) => {
      await lose(tx).catch(() => {})
      await sleep(100)
    },
  }
  for (const [when, work] of Object.entries(losses)) {
    const { error } = await settled(
      db.inTransaction(async (tx) => {
        await writeHalf(tx, 1, 0)
        await work(tx)
      }),
    )
    assert.ok(error && isDatabaseGone(error), `${when}: ${error}`)
    assert.equal((await settled(db.inTransaction(async () => when))).value, when)
  }
  await sleep(400)
  assert.deepEqual([...(await admin`select * from pairs`)], [])
  assert.ok(late.length === 0 || late.every(isDatabaseGone))
})

test('appended inserts are sent as one statement, before the statements after them, and fail with their transaction', async (t) => {
  const { url, admin } = await openClone(t)
  const sent: string[] = []
  const db = openDatabase({ url, onStatement: (text) => sent.push(text) })
  t.after(() => db.close())
  const append = (tx: Tx, n: number, half: number) =>
    tx.append(tx`insert into pairs values (${n}, ${half}) returning n`)
  const inserts = () => sent.splice(0).filter((text) => text.includes('insert')).length
  const rows = async () => await admin`select n, half from pairs order by n, half`

  await db.inTransaction(async (tx) => {
    append(tx, 1, 0)
    append(tx, 1, 1)
    assert.equal((await tx`select from pairs`).length, 2, 'a later statement reads what they wrote')
    tx.appendWithRows(
      {
        insert: tx`insert into pairs values (2, 0)`,
        returning: tx`n, half`,
        again: tx`from pairs d where n = 2`,
      },
      (from) => tx`insert into pairs select d.n, d.half + 1 ${from}`,
    )
    append(tx, 3, 0)
    tx.notify('pairs')
  })
  assert.equal(inserts(), 2)
  const written = [...[1, 2].flatMap((n) => [0, 1].map((half) => ({ n, half }))), { n: 3, half: 0 }]
  assert.deepEqual(await rows(), written)

  await assert.rejects(
    db.inTransaction(async (tx) => {
      append(tx, 4, 0)
      append(tx, 1, 0)
    }),
    { code: '23505' },
  )
  await db.inTransaction(async (tx) => {
    append(tx, 5, 0)
    const attempt = tx.savepoint(async (inner) => {
      append(inner, 6, 0)
      throw new Error('undo')
    })
    await assert.rejects(attempt, /undo/)
    append(tx, 5, 1)
  })
  assert.deepEqual(await rows(), [...written, { n: 5, half: 0 }, { n: 5, half: 1 }])
  inserts()
  await db.inTransaction(async (tx) => {
    for (let half = 0; half < 40; half++) append(tx, 7, half)
  })
  assert.equal(inserts(), 3, 'of many, sixteen at a time')
})

test('a transaction has savepoints, passes errors on, commits nothing after an ignored one, and sends deferred work', async (t) => {
  const { db, admin } = await openClone(t)
  let escaped: Tx | undefined
  await db.inTransaction(async (tx) => {
    escaped = tx
    await writeHalf(tx, 1, 0)
    await tx.savepoint((attempt) => writeHalf(attempt, 1, 0)).catch(() => {})
    await writeHalf(tx, 1, 1)
  })
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await writeHalf(tx, 2, 0)
      await writeHalf(tx, 2, 0)
    }),
    { code: '23505' },
  )
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await writeHalf(tx, 3, 0)
      await writeHalf(tx, 3, 0).catch(() => {})
    }),
    { code: '23505' },
  )
  const writeLast = async (tx: Tx, n: number, half: number) => void (await writeHalf(tx, n, half))
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await writeLast(tx, 5, 0)
      // The failures of those after the first one that fails may surface earlier.
      tx.defer(Promise.all([writeLast(tx, 5, 1), writeLast(tx, 5, 1)]))
      tx.defer(writeLast(tx, 5, 2))
    }),
    { code: '23505' },
  )
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await writeLast(tx, 7, 0)
      tx.defer(writeLast(tx, 7, 1))
      tx.defer(Promise.reject(new Error('before it was sent')))
    }),
    /before it was sent/,
  )
  await assert.rejects(
    db.inTransaction(async (tx) => {
      await writeLast(tx, 8, 0)
      // The rollback is sent with both, and undoes the first although the second one fails.
      const attempt = tx.savepoint(async (inner) => {
        for (const half of [1, 1]) void writeLast(inner, 8, half).catch(() => {})
        throw new Error('undo')
      })
      await assert.rejects(attempt, /undo/)
      await writeLast(tx, 8, 1)
      throw new Error('at the end')
    }),
    /at the end/,
  )
  await db.inTransaction(async (tx) => {
    tx.defer(writeHalf(tx, 6, 0))
    tx.defer(Promise.resolve().then(() => writeLast(tx, 6, 1)))
  })
  await assert.rejects(async () => await writeHalf(escaped as Tx, 4, 0), /after the end of its transaction/)
  assert.deepEqual(
    [...(await admin`select n, half from pairs order by n, half`)],
    [
      { n: 1, half: 0 },
      { n: 1, half: 1 },
      { n: 6, half: 0 },
      { n: 6, half: 1 },
    ],
  )
})

/** Writes pairs and reads concurrently until stopped; records acknowledged writes and detects hanging ones. */
function load(db: Database) {
  const acknowledged: number[] = []
  const unexpected: Error[] = []
  let [next, refused, reads, isOver] = [0, 0, 0, false]
  const note = (error: Error | undefined) => {
    if (error && !isDatabaseGone(error)) unexpected.push(error)
    if (error) refused++
  }
  const write = async () => {
    while (!isOver) {
      const n = next++
      const second = async (tx: Tx) =>
        void (await Promise.all([writeHalf(tx, n, 1), tx`select count(*) from pairs where n = ${n}`]))
      const work = db.inTransaction(async (tx) => {
        await writeHalf(tx, n, 0)
        if (n % 3 === 0) await sleep(n % 7)
        if (n % 2 === 0) await second(tx)
        else tx.defer(second(tx))
      })
      const { error } = await settled(work)
      note(error)
      if (error) await sleep(5)
      else acknowledged.push(n)
    }
  }
  const read = async () => {
    while (!isOver) {
      const { value, error } = await settled((async () => await db.read`select ${next}::int as told`)())
      note(error)
      if (value) assert.equal(value.length, 1, 'an answer that is none')
      reads++
      await sleep(1)
    }
  }
  const all = Promise.all([...Array.from({ length: 16 }, write), ...Array.from({ length: 4 }, read)])
  return {
    acknowledged,
    refused: () => refused,
    async stop() {
      isOver = true
      await all
      assert.deepEqual(unexpected, [])
      return `${acknowledged.length} acknowledged, ${refused} refused, ${reads} reads`
    },
  }
}

async function assertWhole(db: Database, admin: DatabaseSession, acknowledged: number[]) {
  const rows = await admin<{ n: number; halves: number }[]>`
    select n, count(*)::int as halves from pairs group by n`
  assert.deepEqual(
    rows.filter(({ halves }) => halves !== 2),
    [],
    'halves of transactions',
  )
  const present = new Set(rows.map(({ n }) => n))
  assert.deepEqual(
    acknowledged.filter((n) => !present.has(n)),
    [],
    'acknowledged and not there',
  )
  // As many connections at once as before: none was lost for good.
  const { promise: together, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const six = Array.from({ length: 6 }, () =>
    db.inTransaction(async (tx) => {
      await tx`select 1`
      if (++begun === 6) resolve()
      await together
    }),
  )
  await settled(Promise.all(six))
  // A pool that lost a connection has ten seconds to get its last results, and a backend detects a closed connection
  // late.
  await until('no more connections than there should be', async () => (await backends(admin)).length <= 6 + 4)
}

test('a transaction with notifications is on disk when it has committed', async (t) => {
  const { url, admin } = await openClone(t)
  const db = openDatabase({ url, poolSize: 1, settings: { synchronous_commit: 'on' } })
  t.after(() => db.close())
  const heard: string[] = []
  await db.listen('pairs', { onNotification: (payload) => void heard.push(payload) }).ready
  for (let n = 0; n < 20; n++) {
    const written = await db.inTransaction(async (tx) => {
      await writeHalf(tx, n, 1)
      tx.notify('pairs', String(n))
      const [row] = await tx<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
      return row?.lsn ?? ''
    })
    const [disk] = await admin<{ isWritten: boolean }[]>`
      select pg_current_wal_flush_lsn() >= ${written}::pg_lsn as is_written`
    assert.equal(disk?.isWritten, true)
  }
  // Notifications arrive over a separate connection.
  const all = Array.from({ length: 20 }, (_, n) => String(n))
  await eventually(async () => assert.deepEqual(heard, all), 5_000)
  const [after] = await db.inTransaction(
    (tx) => tx<{ setting: string }[]>`
    select current_setting('synchronous_commit') as setting`,
  )
  assert.equal(after?.setting, 'on')
})

test('a read that is ended by a deadlock with a migration is repeated', async (t) => {
  const { db, admin } = await openClone(t)
  await admin.execute('create table others (n int)')
  await admin.execute('begin; lock table others')
  const reading = settled(Promise.resolve(db.read`select from pairs, others`))
  const isWaiting = async () =>
    (await admin`select from pg_locks where relation = 'others'::regclass and not granted`).length > 0
  await until('the read waits', isWaiting)
  await admin.execute('alter table pairs add column more int; commit')
  assert.deepEqual(await reading, { value: [], error: undefined })
})

test('statements queued on a lost connection leave no other connection behind', async (t) => {
  const { db, admin } = await openClone(t)
  const { error } = await settled(
    db.inTransaction((tx) => {
      // The driver requests the parameter types of the first statement and holds back the others until it has them.
      const first = tx`select pg_terminate_backend(pg_backend_pid()), ${1}::int as one`
      return Promise.all([first, tx`select ${2}::int as two`, tx`select ${3}::int as three`])
    }),
  )
  assert.ok(isDatabaseGone(error), String(error))
  await eventually(async () => assert.deepEqual(await backends(admin), []), 5_000)
  assert.equal((await db.inTransaction((tx) => tx`select 4 as four`))[0]?.four, 4)
})

test('a connection that is ended in its first packet does not crash the process', async (t) => {
  const message = (type: string, body: string) => {
    const text = Buffer.from(body)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(text.length + 4, 1)
    return Buffer.concat([head, text])
  }
  const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')]
  const farewell = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...welcome, farewell])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const db = openDatabase({
    url: `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/one`,
  })
  t.after(async () => {
    await db.close()
    server.close()
  })
  for (let tries = 0; tries < 5; tries++) await assert.rejects(async () => await db.read`select 1`)
})

const kills = times(200, 30)

test(`${kills} terminated backends under load crash no process, block no promise and lose no acknowledged write`, async (t) => {
  const { db, admin } = await openClone(t)
  const work = load(db)
  for (let killed = 0; killed < kills; ) {
    const pids = (await backends(admin)).filter((_, index) => index % 2 === killed % 2).slice(0, 3)
    for (const pid of pids)
      killed += Number((await admin`select pg_terminate_backend(${pid}) as done`)[0]?.done)
    await sleep(15)
  }
  const said = await work.stop()
  t.diagnostic(said)
  assert.ok(work.refused() >= kills / 10, said)
  await assertWhole(db, admin, work.acknowledged)
})

test('interrupted connections are replaced, whether they were closed or cut', async (t) => {
  const { url, drop } = await cloneDatabase()
  const proxy = await openProxy(url)
  t.after(async () => {
    proxy.close()
    await drop()
  })
  const { db, admin } = await open(t, url, proxy.url)
  const work = load(db)
  for (let cut = 0; cut < times(40, 12); cut++) {
    await sleep(40)
    proxy.cut(cut % 2 ? 'destroy' : 'resetAndDestroy')
  }
  await sleep(100)
  t.diagnostic(await work.stop())
  assert.ok(work.acknowledged.length > 0 && work.refused() > 0)
  await assertWhole(db, admin, work.acknowledged)
})

test('a database that is restarted under load is used again as soon as it accepts connections', async (t) => {
  const folder = await emptyFolder()
  const first = await startPostgres(folder)
  const proxy = await openProxy(first.url)
  t.after(() => proxy.close())
  const { db, admin } = await open(t, first.url, proxy.url)
  const work = load(db)
  await sleep(300)
  await first.stop()
  await sleep(200)
  const before = work.acknowledged.length
  const second = await startPostgres(folder)
  t.after(() => second.stop())
  proxy.leadTo(second.url)
  const back = performance.now()
  while (work.acknowledged.length < before + 50 && performance.now() - back < 10_000) await sleep(5)
  t.diagnostic(`back after ${Math.round(performance.now() - back)} ms; ${await work.stop()}`)
  assert.ok(work.acknowledged.length >= before + 50)
  const anew = await openSession({ url: second.url })
  await assertWhole(db, anew, work.acknowledged)
  await anew.end()
  await admin.end()
})
