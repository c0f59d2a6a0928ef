import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { cloneDatabase } from '../test/database.ts'
import { eventually } from '../test/eventually.ts'
import { openDatabase } from './database.ts'
import { splitHosts } from './hosts.ts'
import { reachDatabase, shownAddress } from './reach.ts'
import { openSession } from './session.ts'

/** A port that nothing listens on. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The address with these `host:port` in place of its own. */
function withHosts(url: string, hosts: string[]): string {
  const { host } = new URL(url)
  return url.replace(`@${host}/`, `@${hosts.join(',')}/`)
}

test('an address with several hosts is split into one address per host', () => {
  assert.deepEqual(splitHosts('postgres://u:p@one:1,two/name?a=b'), [
    'postgres://u:p@one:1/name?a=b',
    'postgres://u:p@two/name?a=b',
  ])
  assert.deepEqual(splitHosts('postgres://u:p@one/name'), ['postgres://u:p@one/name'])
  assert.equal(shownAddress('postgres://u:secret@one:1,two/name'), 'u@one:1,two:5432/name')
})

test('the reachable one of two hosts is used: reads, transactions, notifications, sessions', async () => {
  const database = await cloneDatabase()
  const { host } = new URL(database.url)
  const url = withHosts(database.url, [`127.0.0.1:${await deadPort()}`, host])
  await reachDatabase(url)
  const db = openDatabase({ url, poolSize: 2 })
  const heard: string[] = []
  const subscription = db.listen('hosts_test', { onNotification: (payload) => heard.push(payload) })
  await subscription.ready
  assert.deepEqual(await db.read`select 1 as one`, [{ one: 1 }])
  await db.inTransaction(async (tx) => tx.notify('hosts_test', 'hello'))
  await eventually(async () => assert.deepEqual(heard, ['hello']), 5_000)
  const session = await openSession({ url })
  assert.deepEqual(await session`select 1 as one`, [{ one: 1 }])
  await session.end()
  await db.close()
  await database.drop()
})

test('if no host accepts writes, the start reports it', async () => {
  const database = await cloneDatabase()
  const owner = await openSession({ url: database.url })
  const name = new URL(database.url).pathname.slice(1)
  await owner.execute(`alter database ${name} set default_transaction_read_only = on`)
  const { host } = new URL(database.url)
  const both = withHosts(database.url, [host, host.replace('127.0.0.1', 'localhost')])
  await assert.rejects(reachDatabase(both, { withinMs: 0 }), /none of its hosts accepts writes/)
  await reachDatabase(`${both}?target_session_attrs=any`)
  await owner.end()
  await database.drop()
})
