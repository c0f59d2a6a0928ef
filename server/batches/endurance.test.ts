import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import { carryOut } from '../agent/run.ts'
import { workRunsWith } from '../agent/worker.ts'
import { openSession } from '../database/session.ts'
import { newId } from '../ids.ts'
import { count as addToTallies } from '../lists/tallies.ts'
import { sendMessage } from '../messages/verbs.ts'
import { LeaseLost, wakeWorkers } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import { Queue } from '../queue/queue.ts'
import type { Client } from '../test/client.ts'
import { times } from '../test/effort.ts'
import { onlyThorough } from '../test/environment.ts'
import { until } from '../test/eventually.ts'
import { type World, world } from '../test/world.ts'

const never = new AbortController().signal
/** The full counts take minutes. */
const timeout = times(1_800_000, 240_000)

async function makePage(client: Client): Promise<string> {
  return (await client.post('/v0/pages', { name: 'Outreach', pageType: 'outbound' })).body.pageId
}

/** Sends a message and claims its run immediately, like a worker. */
async function sendAndClaim({ db }: World, { tenantId }: Client, audienceId: string, message: string) {
  return await db.inTransaction(async (tx) => {
    const { versionId: key } = await sendMessage(tx, tenantId, audienceId, { message })
    const [job] = await tx<Job<'agent_run'>[]>`
      update jobs set attempts = 1, due_at = now() + interval '1 minute'
      where tenant_id = ${tenantId} and kind = 'agent_run' and key = ${key}
      returning tenant_id, kind, key, group_key as "group", data, attempts, fence`
    return job as Job<'agent_run'>
  })
}

test('if a finish and an interrupt happen at the same moment, one wins, and the response says which', {
  timeout,
}, async (t) => {
  const here = await world({}, { works: false })
  const { acme, context } = here
  const pageId = await makePage(acme)
  const lanes = 4
  const races = times(1_000, 24)
  const wins = { draft: 0, cancelled: 0 }
  const race = async (path: string, audienceId: string, number: number, longestMs: number) => {
    const claim = await sendAndClaim(here, acme, audienceId, `Change the headline to "${number}"`)
    const began = performance.now()
    const interrupting = sleep(Math.random() * longestMs).then(() => acme.post(`${path}/messages/interrupt`))
    const running = carryOut(context, builtinAgent, claim, never).catch((error) => {
      // An interrupt before the run begins deletes its job.
      if (!(error instanceof LeaseLost)) throw error
    })
    const took = running.then(() => performance.now() - began)
    const [{ body }, ms] = await Promise.all([interrupting, took])
    const { status } = (await acme.get(`${path}/versions/${claim.key}`)).body
    assert.equal(status, body.success ? 'cancelled' : 'draft')
    wins[status as 'draft' | 'cancelled']++
    return ms
  }
  const runLane = async (lane: number) => {
    const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, {})).body
    const path = `/v0/pages/${pageId}/audiences/${audienceId}`
    // Times the interrupt around the end of a run on any machine: half just before, half just after.
    let typicalMs = 50
    for (let number = lane; number < races; number += lanes) {
      const ms = await race(path, audienceId, number, typicalMs * 2)
      typicalMs += (ms - typicalMs) / 10
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  await checkAnswers(here, acme, races)
  assert.ok(wins.draft > 0 && wins.cancelled > 0, JSON.stringify(wins))
  t.diagnostic(`${races} races: ${wins.draft} finished, ${wins.cancelled} interrupted`)
})

/** Every run has one answer, which matches the status of its version; no run is unfinished. */
async function checkAnswers({ db }: World, { tenantId }: Client, count: number) {
  const [row] = await db.read<Record<string, number>[]>`
    select count(*) as runs, count(*) filter (where answers = 1) as answered,
      count(*) filter (where (status = 'draft') = (outcome = 'drafted')) as agreed
    from (
      select v.version_id, v.status, count(m.message_id) as answers, max(m.outcome) as outcome
      from versions v left join messages m
        on m.tenant_id = ${tenantId} and m.version_id = v.version_id and m.author = 'agent'
      where v.tenant_id = ${tenantId} and v.version_number > 1 group by v.version_id, v.status
    ) as runs`
  assert.deepEqual(row, { runs: count, answered: count, agreed: count })
  const left = await db.read`select from jobs where tenant_id = ${tenantId} and kind = 'agent_run'`
  assert.equal(left.length, 0)
}

test('workers killed at random moments lose and duplicate no row and no run of a batch', {
  timeout,
  skip: onlyThorough,
}, async (t) => {
  const here = await world({}, { works: false })
  const { acme, db, databaseUrl, subscribe, events } = here
  const [count, kills, seconds] = [times(200, 20), times(15, 2), times(15, 2)]
  const pageId = await makePage(acme)
  const names = Array.from({ length: count }, (_, n) => `Person ${n},person${n}@company${n % 20}.example`)
  const file = await acme.upload('people.csv', `name,email\n${names.join('\n')}\n`, 'text/csv')
  await subscribe(acme)
  const asked = { csvFileId: file.body.fileId, message: 'Personalise for them.' }
  const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, asked)).body
  const workers = new Workers(t, databaseUrl, seconds)
  const countTakenOver = await noteTakeOvers(t, databaseUrl)
  const look = async () => (await acme.get(`/v0/batches/${batchId}`)).body
  const isUnderWay = async () => {
    const runs = await db.read`
      select from jobs
      where tenant_id = ${acme.tenantId} and kind = 'agent_run' and attempts > 0 and due_at > now()`
    return runs.length > 0
  }
  await Promise.all([workers.startOne(), workers.startOne(), workers.startOne()])
  for (let kill = 0; kill < kills; kill++) {
    for (let tries = 0; tries < 100 && !(await isUnderWay()); tries++) await sleep(20)
    await sleep(Math.random() * 600)
    workers.killOne()
  }
  let batch = await look()
  for (const deadline = Date.now() + timeout / 2; batch.finishedAt === null && Date.now() < deadline; ) {
    await sleep(100)
    batch = await look()
  }
  assert.deepEqual([batch.counts.made, batch.counts.drafted, batch.counts.total], [count, count, count])
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, count)
  await checkAnswers(here, acme, count)
  const told = (await events(acme)).map(({ type }) => type)
  const often = (type: string) => told.filter((one) => one === type).length
  for (const type of ['person.created', 'audience.created', 'message.accepted', 'version.drafted'])
    assert.equal(often(type), count, type)
  assert.equal(often('batch.finished'), 1)
  t.diagnostic(`${count} rows, ${workers.killed} workers killed, ${await countTakenOver()} runs taken over`)
})

/** Counts in the database how often a worker claimed a run from another. */
async function noteTakeOvers(t: TestContext, databaseUrl: string) {
  const owner = await openSession({ url: databaseUrl })
  t.after(() => owner.end())
  await owner.execute(`
    create table take_overs (attempts int);
    create function note_take_over() returns trigger language plpgsql security definer as $$
    begin insert into take_overs values (new.attempts); return null; end $$;
    create trigger jobs_noted after update on jobs for each row
      when (new.kind = 'agent_run' and new.attempts > old.attempts and new.attempts > 1) execute function note_take_over()`)
  return async () => (await owner`select count(*)::int as count from take_overs`)[0]?.count as number
}

/** Worker processes for batches and runs that can be killed. */
class Workers {
  readonly #databaseUrl: string
  readonly #seconds: number
  readonly #alive: ChildProcess[] = []
  killed = 0

  constructor(t: TestContext, databaseUrl: string, seconds: number) {
    this.#databaseUrl = databaseUrl
    this.#seconds = seconds
    t.after(() => {
      for (const worker of this.#alive) worker.kill('SIGKILL')
    })
  }

  async startOne() {
    const program = new URL('../test/workerProcess.ts', import.meta.url)
    const worker = fork(program, [this.#databaseUrl, String(this.#seconds)])
    this.#alive.push(worker)
    await once(worker, 'message')
  }

  /** Kills the oldest with SIGKILL, and starts another in its place. */
  killOne() {
    const [worker] = this.#alive.splice(0, 1)
    worker?.kill('SIGKILL')
    this.killed++
    this.startOne().catch(() => {})
  }
}

test('ten thousand messages of one tenant do not delay the one of another by a second', {
  timeout,
  skip: onlyThorough,
}, async (t) => {
  const here = await world()
  const busy = await here.tenant('busy')
  const waiting = times(10_000, 1_000)
  const { globex, db } = here
  const pageId = await makePage(globex)
  const { audienceId } = (await globex.post(`/v0/pages/${pageId}/audiences`, {})).body
  const path = `/v0/pages/${pageId}/audiences/${audienceId}`
  const probe = async (number: number): Promise<number> => {
    await globex.post(`${path}/messages`, { message: `Change the headline to "${number}"` })
    const draft = await until('the run has ended', async () => {
      const { latestVersion } = (await globex.get(path)).body
      return latestVersion.status === 'draft' && latestVersion
    })
    return draft.queueDurationMs
  }
  const alone = await probe(0)
  await queueRuns(here, busy, waiting)
  await db.inTransaction(async (tx) => wakeWorkers(tx, 'agent_run', { tenantId: busy.tenantId, group: '' }))
  const waits: number[] = []
  for (let number = 1; number <= times(20, 5); number++) waits.push(await probe(number))
  const [left] = await db.read<{ count: number }[]>`
    select count(*) from jobs where tenant_id = ${busy.tenantId} and kind = 'agent_run'`
  assert.ok((left?.count ?? 0) > 0, 'there was something to wait behind all the time')
  t.diagnostic(
    `waited ${alone} ms alone, then ${waits.toSorted((a, b) => a - b).join(', ')} ms; ${left?.count} of ${waiting} still queued`,
  )
  assert.ok(Math.max(...waits) - alone < 1_000, String(waits))
  await db.inTransaction((tx) => tx`delete from jobs where tenant_id = ${busy.tenantId}`)
})

/** Queues messages of many audiences with SQL: sending them one by one is not part of the measurement. */
async function queueRuns({ db }: World, client: Client, count: number) {
  const { tenantId } = client
  const pageId = await makePage(client)
  const first = (await client.post(`/v0/pages/${pageId}/audiences`, {})).body
  const ids = (prefix: 'audience' | 'version' | 'message') =>
    Array.from({ length: count }, () => newId(prefix))
  const [audiences, firsts, versions, messages] = [
    ids('audience'),
    ids('version'),
    ids('version'),
    ids('message'),
  ]
  await db.inTransaction(async (tx) => {
    tx.setStatementTimeout(120_000)
    await tx`
      insert into audiences (tenant_id, audience_id, page_id, computed_name, name_folded, search_text)
      select ${tenantId}, id, ${pageId}, '', '', '' from unnest(${audiences}::text[]) as id`
    await tx`
      insert into versions (tenant_id, version_id, audience_id, version_number, status, document_hash, base_hash,
        base_revision, created_at, became_draft_at, published_at)
      select ${tenantId}, v.id, v.audience, 1, 'published', made.document_hash, made.base_hash, 1, now(), now(), now()
      from unnest(${firsts}::text[], ${audiences}::text[]) as v (id, audience)
        join versions made on made.tenant_id = ${tenantId} and made.version_id = ${first.latestVersion.versionId}`
    await tx`
      insert into versions (tenant_id, version_id, audience_id, version_number, status, created_at, queued_at)
      select ${tenantId}, v.id, v.audience, 2, 'queued', now(), now()
      from unnest(${versions}::text[], ${audiences}::text[]) as v (id, audience)`
    await tx`
      insert into messages (tenant_id, message_id, audience_id, version_id, author, text, client_message_id)
      select ${tenantId}, m.id, m.audience, m.version, 'user', 'Personalise for them.', m.id
      from unnest(${messages}::text[], ${audiences}::text[], ${versions}::text[]) as m (id, audience, version)`
    await tx`
      insert into jobs (tenant_id, kind, key, data)
      select ${tenantId}, 'agent_run', r.version, jsonb_build_object('audienceId', r.audience)
      from unnest(${audiences}::text[], ${versions}::text[]) as r (audience, version)`
    addToTallies(tx, tenantId, {
      [`page:${pageId}:audiences`]: count,
      ...Object.fromEntries(audiences.map((audienceId) => [`messages:${audienceId}`, 1])),
    })
  })
}

test('long runs do not delay the runs that are queued after them', async () => {
  const here = await world({}, { works: false })
  const { acme, globex, db, context } = here
  const [busyPage, otherPage] = [await makePage(acme), await makePage(globex)]
  const many = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await acme.post(`/v0/pages/${busyPage}/audiences`, {})).body.audienceId,
    ),
  )
  const { audienceId } = (await globex.post(`/v0/pages/${otherPage}/audiences`, {})).body
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  let held = 0
  const queue = new Queue(context)
  workRunsWith(queue, context, async () => ({
    ...builtinAgent,
    async *run(context, signal) {
      if (context.message === 'wait') {
        held++
        await freed
      }
      return yield* builtinAgent.run(context, signal)
    },
  }))
  await queue.start()
  try {
    await db.inTransaction(async (tx) => {
      for (const id of many) await sendMessage(tx, acme.tenantId, id, { message: 'wait' })
    })
    await until('eight runs are held', () => held >= 8)
    await sleep(200)
    assert.equal(held, 8, 'a tenant alone has half of the places')
    const path = `/v0/pages/${otherPage}/audiences/${audienceId}`
    await globex.post(`${path}/messages`, { message: 'Change the headline to "Quick"' })
    await until('there is a draft', async () => (await globex.get(path)).body.status === 'draft', 5_000)
  } finally {
    free()
    await queue.stop()
  }
})
