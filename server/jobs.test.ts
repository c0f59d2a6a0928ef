import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, serviceRole } from './database/database.ts'
import { openJobs } from './jobs.ts'
import { openLog } from './log/log.ts'
import { cloneDatabase } from './test/database.ts'

const ran: string[][] = []
let failures = 0

/** Opened by the first test: while the files of a process are read, nothing answers a new connection in time. */
let opened: ReturnType<typeof open> | undefined

async function open() {
  const database = await cloneDatabase()
  const db = openDatabase({ url: database.url, role: serviceRole })
  const jobs = await openJobs(database.url, openLog('silent'), { works: true })
  await jobs.work('remove_files', async ({ data }) => {
    if (data.fileIds[0] === 'fails once' && failures++ === 0) throw new Error('not now')
    ran.push(data.fileIds)
  })
  const close = async () => {
    await jobs.close()
    await db.close()
    await database.drop()
  }
  return { db, jobs, close }
}

function setUp() {
  opened ??= open()
  return opened
}

after(async () => await (await opened)?.close())

async function waitFor(fileId: string, withinMs: number) {
  const deadline = Date.now() + withinMs
  while (!ran.some(([first]) => first === fileId)) {
    assert.ok(Date.now() < deadline, `${fileId} did not run in time`)
    await sleep(5)
  }
}

test('a job runs soon after its transaction commits, and never when it is rolled back', async () => {
  const { db, jobs } = await setUp()
  await db
    .inTransaction(async (tx) => {
      await jobs.enqueue(tx, 'remove_files', { tenantId: 't', fileIds: ['rolled back'] })
      throw new Error('undo')
    })
    .catch(() => {})
  const began = performance.now()
  await db.inTransaction((tx) => jobs.enqueue(tx, 'remove_files', { tenantId: 't', fileIds: ['committed'] }))
  await waitFor('committed', 5_000)
  assert.ok(performance.now() - began < 1_500, 'woken, not found by polling')
  await sleep(300)
  assert.ok(!ran.some(([first]) => first === 'rolled back'))
})

test('a job that fails is tried again', async () => {
  const { db, jobs } = await setUp()
  await db.inTransaction((tx) => jobs.enqueue(tx, 'remove_files', { tenantId: 't', fileIds: ['fails once'] }))
  await waitFor('fails once', 20_000)
  assert.equal(failures, 2)
})
