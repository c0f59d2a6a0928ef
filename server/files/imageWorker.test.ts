import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../log/log.ts'
import { onlyThorough } from '../test/environment.ts'
import { until } from '../test/eventually.ts'
import { picture, png } from '../test/images.ts'
import { ImageWorker, type Task } from './imageWorker.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-images-'))
after(() => rm(folder, { recursive: true, force: true }))
let made = 0

function openImageWorker(t: TestContext, limits: ConstructorParameters<typeof ImageWorker>[2] = {}) {
  const imageWorker = new ImageWorker(openLog('silent'), join(folder, 'cache'), limits)
  t.after(() => imageWorker.close())
  const write = async (bytes: Uint8Array | string) => {
    const input = join(folder, `input-${++made}`)
    await writeFile(input, bytes)
    return { input, output: `${input}.out`, preview: `${input}.preview`, name: 'a', declaredType: '' }
  }
  const make = async (bytes: Uint8Array | string) => await imageWorker.make('acme', await write(bytes))
  return { imageWorker, write, make }
}

/** The child processes of this one, according to Linux. */
async function children(): Promise<number[]> {
  const { pid } = process
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.trim().split(' ').filter(Boolean).map(Number)
}

/** The child process started since. */
async function childBeside(others: number[]): Promise<number> {
  return await until('a process is at work', async () =>
    (await children()).find((pid) => !others.includes(pid)),
  )
}

/** Its CPU time, according to Linux. */
async function secondsAtWork(pid: number): Promise<number> {
  const [, figures = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = figures.split(' ').slice(11, 13).map(Number) as [number, number]
  return (user + system) / 100
}

/** As many filters as an image may have: small to read, expensive to render. */
const endless = (() => {
  const blur =
    '<feTurbulence baseFrequency="0.9" numOctaves="10"/><feMorphology operator="dilate" radius="200"/>'
  const drawn = '<rect width="9" height="9" filter="url(#f)"/>'.repeat(12)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">${blur.repeat(20)}</filter>${drawn}</svg>`
})()

test('a file that takes too long is given up, and the next one is processed', async (t) => {
  const { make } = openImageWorker(t, { workMs: 3_000 })
  const others = await children()
  const [slow, quick] = await Promise.allSettled([
    make(endless),
    childBeside(others).then(async () => make(await png())),
  ])
  assert.equal(slow.status === 'rejected' && slow.reason.code, 'body_too_large')
  assert.equal(quick.status === 'fulfilled' && quick.value.mediaType, 'image/png')
})

test('a decoder that crashes takes down its own process alone', async (t) => {
  const { make } = openImageWorker(t)
  const others = await children()
  const working = make(endless)
  process.kill(await childBeside(others), 'SIGILL')
  await assert.rejects(working, { code: 'invalid_file' })
  assert.equal((await make(await png())).mediaType, 'image/png')
})

test('a busy decoder ends when the service is gone', async (t) => {
  const { write } = openImageWorker(t)
  const decoder = fork(new URL('./imageProcess.ts', import.meta.url))
  t.after(() => decoder.kill('SIGKILL'))
  const gone = once(decoder, 'exit')
  decoder.send(await write(endless))
  // Starting takes half of that; the rest is spent on the file.
  while ((await secondsAtWork(decoder.pid as number)) < 1.5) await sleep(50)
  decoder.disconnect()
  assert.ok(await Promise.race([gone, sleep(3_000, false, { ref: false })]), 'it goes on by itself')
})

test('a decoder process that was killed while idle is replaced', async (t) => {
  const { make } = openImageWorker(t)
  const others = await children()
  await make(await png())
  const idle = await childBeside(others)
  process.kill(idle, 'SIGKILL')
  await until('it has ended', async () => !(await children()).includes(idle))
  assert.equal((await make(await png())).mediaType, 'image/png')
})

test('tenants take turns, so that one with many uploads does not hold up the others', async (t) => {
  const { imageWorker, write } = openImageWorker(t)
  const bytes = await picture(300, 300).png().toBuffer()
  const tasks = await Promise.all(Array.from({ length: 31 }, () => write(bytes)))
  const order: string[] = []
  const one = (tenantId: string) =>
    imageWorker.make(tenantId, tasks.pop() as Task).then(() => order.push(tenantId))
  const many = Array.from({ length: 30 }, () => one('acme'))
  await many[0]
  await Promise.all([...many, one('globex')])
  assert.ok(order.indexOf('globex') < 28, order.join(' '))
  assert.equal(order.length, 31)
})

test('a slow file delays only the other files of its tenant', {
  skip: onlyThorough,
}, async (t) => {
  const { imageWorker, write } = openImageWorker(t, { workMs: 6_000 })
  const slow = imageWorker.make('acme', await write(endless)).catch((problem) => problem.code)
  const next = imageWorker.make('acme', await write(await png()))
  const other = await imageWorker.make('globex', await write(await png()))
  assert.equal(other.mediaType, 'image/png')
  assert.equal(await Promise.race([slow, next, 'still at work']), 'still at work')
  assert.equal(await slow, 'body_too_large')
  assert.equal((await next).mediaType, 'image/png')
})

test('uploads beyond the capacity are refused, with the time to retry', async (t) => {
  const { make } = openImageWorker(t, { waiting: 2, waitMs: 300, workMs: 1_000 })
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => make(endless)))
  const problems = answers.map((answer) => (answer.status === 'rejected' ? answer.reason : undefined))
  const busy = problems.filter(({ code }) => code === 'rate_limited' || code === 'unavailable')
  assert.equal(busy.length, 4, problems.join('\n'))
  assert.equal(busy[0].headers['retry-after'], '10')
})
