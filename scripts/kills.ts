import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSession } from '../server/database/session.ts'
import { startPostgres } from '../server/embedded/postgres.ts'

// Kills a service repeatedly while it processes writes, messages, batches, releases and deliveries, and injects database
// faults: terminated backends, exhausted connections, frozen processes, a full disk. Acknowledged work is recorded here,
// outside of the service. At the end, nothing may be lost, done twice, reported twice or left undone.
//
//   node scripts/kills.ts --kills 30

/** Events that occur at most once per object. */
const onceOnly = new Set([
  ...['page.created', 'audience.created', 'account.created', 'person.created', 'message.accepted'],
  ...['version.drafted', 'version.published', 'batch.finished', 'release.started', 'release.finished'],
])
const subjects = ['releaseId', 'batchId', 'versionId', 'audienceId', 'personId', 'accountId', 'pageId']
const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } })
const kills = Number(values.kills)
/** A regularly vacuumed queue with few rows is far smaller. */
const mostQueueBytes = 8 * 1024 * 1024
const folder = await mkdtemp(join(tmpdir(), 'foyer-kills-'))
const disk = join(folder, 'database')
/** A separate disk can be filled. Mounting one requires root; otherwise this fault is skipped, and the result says so. */
const hasOwnDisk =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=0755', 'tmpfs', await makeFolder(disk)]).status === 0
let database = await startDatabase()
let admin = await openSession({ url: database.url, applicationName: 'kills' })
const key = 'a-key-for-kills-of-32-characters'
const headers = { 'x-api-key': key, 'content-type': 'application/json' }

const received = new Map<string, number>()
/** The events of deliveries, by id. */
const events = new Map<string, string>()
const sink = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, type, data } = JSON.parse(Buffer.concat(chunks).toString())
  received.set(id, (received.get(id) ?? 0) + 1)
  const subject = subjects.find((name) => typeof data[name] === 'string')
  if (onceOnly.has(type) && subject) events.set(id, `${type} ${data[subject]}`)
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(sink, 'listening')

let [url, port] = ['', 0]
/** Log lines of failed runs. */
const failedRuns: string[] = []

async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true })
  return path
}

async function startDatabase() {
  return await startPostgres(join(disk, 'data'), ['max_connections=60'])
}

/** A service that can't reach its database exits; this restarts it, like an orchestrator. */
async function start() {
  for (;;) {
    const child = await startOnce()
    if (child) return child
    await sleep(500)
  }
}

async function startOnce() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'bin', 'foyer.js'), 'start', '--json'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        FOYER_API_KEY: key,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '0',
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
    },
  )
  createInterface(child.stderr).on('line', (line) => {
    if (line.includes('agent run failed')) failedRuns.push(line)
  })
  for await (const chunk of child.stdout) {
    const said = JSON.parse(String(chunk).split('\n')[0] as string)
    if (said.url === undefined) break
    url = said.url
    port = Number(new URL(url).port)
    return child
  }
  child.kill('SIGKILL')
}

/** The fields of responses that are used. */
type ResponseBody = Record<
  | 'accountId'
  | 'audienceId'
  | 'batchId'
  | 'pageId'
  | 'personId'
  | 'releaseId'
  | 'status'
  | 'subscriptionId'
  | 'versionId',
  string
> & {
  counts: { made: number; failed: number }
  items: { author: string; versionId: string; outcome: string; text: string }[]
}

/** The body of a successful response; undefined while the service or its database is unavailable. */
async function ask(method: string, path: string, body?: object): Promise<ResponseBody | undefined> {
  try {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) })
    const json = (await answer.json()) as ResponseBody
    if (answer.status >= 400 && answer.status !== 503) throw new Error(`${path}: ${JSON.stringify(json)}`)
    return answer.ok ? json : undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes(path)) throw error
  }
}

async function insist(method: string, path: string, body?: object): Promise<ResponseBody> {
  for (;;) {
    const answer = await ask(method, path, body)
    if (answer) return answer
    await sleep(100)
  }
}

const ledger = {
  accounts: new Set<string>(),
  accountsSent: 0,
  messages: new Map<string, string>(),
  batches: new Map<string, number>(),
  releases: new Set<string>(),
}
let service = await start()
const { subscriptionId } = await insist('POST', '/v0/webhook_subscriptions', {
  url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`,
  events: ['*'],
})
const { pageId } = await insist('POST', '/v0/pages', { name: 'Killed', pageType: 'custom' })
const page = `/v0/pages/${pageId}`
await insist('PUT', `${page}/document`, {
  theme: {},
  blocks: [{ id: 'hero', type: 'hero', props: { headline: 'First' }, sources: [] }],
})
await insist('POST', `${page}/publish`, {})
const persons = await Promise.all(
  Array.from({ length: 5 }, (_, nth) => insist('POST', '/v0/persons', { name: `P${nth}` })),
)

let isOver = false
let number = 0
const writers = [
  async () => {
    ledger.accountsSent++
    const made = await ask('POST', '/v0/accounts', { domain: `a${++number}.example` })
    if (made) ledger.accounts.add(made.accountId)
  },
  async () => {
    const audience = await ask('POST', `${page}/audiences`, {})
    if (!audience) return
    const path = `${page}/audiences/${audience.audienceId}/messages`
    const clientMessageId = `message-${++number}`
    const sent = await ask('POST', path, { message: `Change the headline to "N ${number}"`, clientMessageId })
    if (sent) ledger.messages.set(sent.versionId, path)
  },
  async () => {
    const personIds = persons.map(({ personId }) => personId)
    const own = (await ask('POST', '/v0/pages', { name: 'Batch', pageType: 'custom' }))?.pageId
    const made = own && (await ask('POST', `/v0/pages/${own}/audiences/bulk`, { personIds }))
    if (made) ledger.batches.set(made.batchId, personIds.length)
    await sleep(500)
  },
  async () => {
    const made = await ask('POST', `${page}/releases`, { kind: 'drafts', audiences: { all: true } })
    if (made) ledger.releases.add(made.releaseId)
    await sleep(3_000)
  },
]
const writing = [...writers, writers[0], writers[1]].map(async (write) => {
  while (!isOver) {
    await write?.()
    await sleep(50)
  }
})

const terminate = (share: number) => admin`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'foyer%' and random() < ${share}`

/** Takes all free connections and most of the service's for two seconds. */
async function exhaust() {
  const open = () => openSession({ url: database.url, applicationName: 'kills' })
  const first = await Promise.allSettled(Array.from({ length: 60 }, open))
  await terminate(0.7)
  const more = await Promise.allSettled(Array.from({ length: 60 }, open))
  await sleep(2_000)
  for (const one of [...first, ...more]) if (one.status === 'fulfilled') await one.value.end()
}

/** Stops every process of the database for longer than a request waits. */
async function freeze() {
  const file = await readFile(join(disk, 'data', 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = file.split('\n')[0] as string
  const backends = spawnSync('ps', ['--ppid', postmaster, '-o', 'pid='], { encoding: 'utf8' }).stdout
  const pids = [postmaster, ...backends.trim().split(/\s+/)].map(Number)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await sleep(12_000)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
}

/** Fills the disk of the database for three seconds. PostgreSQL may exit and is then restarted. */
async function fillDisk() {
  if (!hasOwnDisk) return
  const filler = join(disk, 'filler')
  const file = await open(filler, 'w')
  const chunk = Buffer.alloc(1024 * 1024)
  try {
    for (;;) await file.write(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  await sleep(3_000)
  await file.close()
  await rm(filler)
  if (await isDatabaseUp()) return
  await database.stop().catch(() => {})
  database = await startDatabase()
  admin = await openSession({ url: database.url, applicationName: 'kills' })
}

async function isDatabaseUp(): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const session = await openSession({ url: database.url, applicationName: 'kills' }).catch(() => undefined)
    if (session) {
      await admin.end().catch(() => {})
      admin = session
      return true
    }
    await sleep(250)
  }
  return false
}

const faults: Record<string, () => Promise<unknown>> = {
  terminated: () => terminate(1),
  exhausted: exhaust,
  frozen: freeze,
  diskFull: fillDisk,
}
const happened: Record<string, number> = {}
for (let nth = 0; nth < kills; nth++) {
  await sleep(500 + Math.random() * 1_500)
  if (nth % 4 === 3) {
    const [name, cause] = Object.entries(faults)[Math.floor(nth / 4) % 4] as [string, () => Promise<unknown>]
    await cause()
    happened[name] = (happened[name] ?? 0) + 1
  }
  service.kill('SIGKILL')
  await once(service, 'exit')
  service = await start()
}
await sleep(1_000)
isOver = true
await Promise.all(writing)

const problems: string[] = []
const deadline = Date.now() + 180_000
async function settled(what: string, read: () => Promise<boolean>) {
  while (!(await read())) {
    if (Date.now() > deadline) return void problems.push(`abandoned: ${what}`)
    await sleep(200)
  }
}
for (const accountId of ledger.accounts)
  if (!(await insist('GET', `/v0/accounts/${accountId}`)).accountId) problems.push(`lost: ${accountId}`)
// Objects whose response was lost may exist; objects that were not sent may not.
const [{ count: stored } = { count: 0 }] = await admin<{ count: number }[]>`
  select count(*)::int from accounts where domain like 'a%.example'`
if (stored < ledger.accounts.size || stored > ledger.accountsSent)
  problems.push(`${stored} accounts of ${ledger.accounts.size} acknowledged and ${ledger.accountsSent} sent`)
for (const [versionId, path] of ledger.messages)
  await settled(versionId, async () => {
    const { items } = await insist('GET', path)
    const answers = items.filter((one) => one.author === 'agent' && one.versionId === versionId)
    if (answers.length > 1) problems.push(`doubled: ${versionId}`)
    if (answers[0] && answers[0].outcome !== 'drafted')
      problems.push(`failed: ${versionId} ${answers[0].text}`)
    return answers.length > 0
  })
for (const [batchId, rows] of ledger.batches)
  await settled(batchId, async () => {
    const { status, counts } = await insist('GET', `/v0/batches/${batchId}`)
    if (status === 'finished' && (counts.made !== rows || counts.failed > 0))
      problems.push(`batch ${batchId}: ${JSON.stringify(counts)}`)
    return status === 'finished'
  })
for (const releaseId of ledger.releases)
  await settled(releaseId, async () => {
    const { status, counts } = await insist('GET', `/v0/releases/${releaseId}`)
    if (counts.failed > 0) problems.push(`release ${releaseId}: ${JSON.stringify(counts)}`)
    return status === 'finished'
  })
const [{ count: deliveries } = { count: 0 }] = await admin<{ count: number }[]>`
  select count(*)::int from webhook_deliveries where subscription_id = ${subscriptionId}`
await settled('deliveries', async () => {
  const [row] = await admin<{ count: number }[]>`
    select count(*)::int from webhook_deliveries where subscription_id = ${subscriptionId} and status = 'pending'`
  return row?.count === 0
})
const missing = await admin<{ deliveryId: string }[]>`
  select delivery_id from webhook_deliveries where subscription_id = ${subscriptionId}`
for (const { deliveryId } of missing)
  if (!received.has(deliveryId)) problems.push(`not delivered: ${deliveryId}`)
const reported = new Map<string, string>()
for (const [id, event] of events) {
  const other = reported.get(event)
  if (other !== undefined) problems.push(`emitted twice: ${event} as ${other} and ${id}`)
  reported.set(event, id)
}
const failedJobs = await admin`select kind, key, last_error from jobs where failed_at is not null`
for (const job of failedJobs) problems.push(`job given up: ${JSON.stringify(job)}`)
const [size = { bytes: 0, rows: 0 }] = await admin<{ bytes: number; rows: number }[]>`
  select pg_total_relation_size('jobs')::int as bytes, (select count(*)::int from jobs) as rows`
if (size.bytes > mostQueueBytes) problems.push(`the table of jobs has grown to ${size.bytes} bytes`)
const repeated = [...received.values()].filter((times) => times > 1).length
console.log(
  JSON.stringify({
    kills,
    faults: hasOwnDisk ? happened : { ...happened, diskFull: 'needs root' },
    accounts: ledger.accounts.size,
    accountsSent: ledger.accountsSent,
    messages: ledger.messages.size,
    batches: ledger.batches.size,
    releases: ledger.releases.size,
    deliveries,
    deliveriesRepeated: repeated,
    eventsCompared: events.size,
    jobsTable: size,
    problems,
    failedRuns,
  }),
)
service.kill('SIGTERM')
await once(service, 'exit')
await admin.end()
await database.stop()
sink.close()
if (hasOwnDisk) spawnSync('umount', ['--lazy', disk])
await rm(folder, { recursive: true, force: true })
process.exitCode = problems.length > 0 ? 1 : 0
