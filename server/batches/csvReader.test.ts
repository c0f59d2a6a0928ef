import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { times } from '../test/effort.ts'
import { threadCpuMs } from '../test/processor.ts'
import { readCsvRows } from './csvReader.ts'

const mebibyte = 1024 * 1024

function stream(text: string): Readable {
  const bytes = Buffer.from(text)
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
}

const plain = { columns: undefined, fields: [] }
const discard = async () => {}

test('an endless row is refused with any content, and the process continues', async () => {
  for (const unit of [',', '"', 'a', `"\n"${','.repeat(1_000_000)}`]) {
    const text = `name,email\n${unit.repeat((times(20, 3) * mebibyte) / unit.length)}`
    await assert.rejects(readCsvRows(stream(text), plain, discard), /row longer than 1 MiB, row 2/)
  }
})

test('two million blank rows are skipped, and the rows around them keep their numbers', async () => {
  const blank = 2 * mebibyte
  const rows: (number | null)[] = []
  await readCsvRows(stream(`name\nJane\n${'\n'.repeat(blank)} \nJoe\n`), plain, async (chunk) => {
    rows.push(...chunk.map(({ csvRow }) => csvRow))
  })
  assert.deepEqual(rows, [2, blank + 4])
})

test('reading ends at its time limit, and the caller rolls back the rows stored until then', async () => {
  const endless = Readable.from(
    (function* () {
      yield Buffer.from('name\n')
      for (;;) yield Buffer.from('Jane\n'.repeat(10_000))
    })(),
  )
  const read = readCsvRows(endless, plain, discard, { ms: 1_500, memoryMb: 192 })
  await assert.rejects(read, /takes too much time to read/)
  assert.ok(endless.destroyed)
})

test('an error of the file store or of the database ends the reading and reaches the caller', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from(`name\n${'Jane\n'.repeat(20_000)}`)
      throw new Error('the store is gone')
    })(),
  )
  await assert.rejects(readCsvRows(broken, plain, discard), /the store is gone/)
  const read = readCsvRows(stream('name\nJane\n'), plain, async () => {
    throw new Error('the database is gone')
  })
  await assert.rejects(read, /the database is gone/)
})

test('a large file takes the serving thread a small part of the time that reading it takes', async () => {
  const text = `name,email,notes\n${`Jane Doe,jane@acme.com,${'x'.repeat(380)}\n`.repeat(12_000)}`
  await readCsvRows(stream('name\nJane\n'), plain, discard)
  const before = { thread: threadCpuMs(), process: process.cpuUsage() }
  let rows = 0
  await readCsvRows(stream(text), plain, async (chunk) => {
    rows += chunk.length
  })
  const serving = threadCpuMs() - before.thread
  const { user, system } = process.cpuUsage(before.process)
  assert.equal(rows, 12_000)
  assert.ok(serving < (user + system) / 1_000 / 5, `${serving} of ${(user + system) / 1_000} ms`)
})

test('a refused file leaves no timer that keeps the process running', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await assert.rejects(readCsvRows(stream('shoe size\n42\n'), plain, discard), /has no column/)
  assert.equal(timers(), before)
})
