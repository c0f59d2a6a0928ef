import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { cloneDatabase } from '../test/database.ts'
import { openDatabase, type Tx } from './database.ts'
import { driverConnection } from './driver.ts'

test('the driver has the version whose undocumented parts are used here', async () => {
  const file = new URL('../../package.json', import.meta.url)
  const { dependencies } = JSON.parse(await readFile(file, 'utf8'))
  const installed = JSON.parse(
    await readFile(new URL(import.meta.resolve('pg/package.json')), 'utf8'),
  ).version
  // Before you change it: read the driver's `client.js`, `connection.js` and `query.js` against `driver.ts` and `batch.ts`.
  assert.deepEqual([dependencies.pg, installed], ['8.23.1', '8.23.1'])
})

test('a client exposes the connection that statements are written to, and the statements that the server knows', async (t) => {
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig)
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  const connection = driverConnection(client)
  for (const verb of ['parse', 'bind', 'describe', 'execute', 'sync'] as const)
    assert.equal(typeof connection[verb], 'function', verb)
  for (const verb of ['cork', 'uncork', 'destroy'] as const)
    assert.equal(typeof connection.stream[verb], 'function', verb)
  assert.deepEqual(connection.parsedStatements, {})
  await client.query({ name: 'one', text: 'select 1' })
  assert.deepEqual(connection.parsedStatements, { one: 'select 1' })
  assert.deepEqual(connection.submittedNamedStatements, {})
})

test('the statements of a transaction are sent in program order, whichever way they are started', async (t) => {
  const { url, drop } = await cloneDatabase()
  const sent: string[] = []
  const db = openDatabase({ url, onStatement: (text) => sent.push(text) })
  t.after(async () => {
    await db.close()
    await drop()
  })
  const step = (tx: Tx, name: string) => tx`select ${name}::text, ${tx.raw(`'${name}'`)}`
  const inFunction = async (tx: Tx, name: string) => {
    await step(tx, name)
  }
  await db.inTransaction(async (tx) => {
    tx.defer(step(tx, 'defer'))
    tx.append(step(tx, 'append'))
    const caught = step(tx, 'catch').catch(() => {})
    const ended = step(tx, 'finally').finally(() => {})
    tx.defer(inFunction(tx, 'function'))
    const nested = tx.savepoint(async (inner) => {
      inner.append(step(inner, 'nested append'))
      await step(inner, 'nested')
    })
    const all = Promise.all([step(tx, 'all 1'), inFunction(tx, 'all 2')])
    tx.append(step(tx, 'append 2'))
    await step(tx, 'await')
    await Promise.all([caught, ended, nested, all])
    tx.append(step(tx, 'append 3'))
    tx.defer(step(tx, 'defer 2'))
  })
  const order = sent.flatMap((text) => [...text.matchAll(/'([a-z ]+\d?)'/g)].map(([, name]) => name))
  assert.deepEqual(order, [
    ...['defer', 'append', 'catch', 'finally', 'function', 'nested append', 'nested'],
    ...['all 1', 'all 2', 'append 2', 'await', 'append 3', 'defer 2'],
  ])
})
