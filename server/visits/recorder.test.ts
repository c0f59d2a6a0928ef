import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createAudience } from '../audiences/verbs.ts'
import { loadConfig } from '../config/config.ts'
import { createContext } from '../context.ts'
import { openSession } from '../database/session.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log/log.ts'
import { createPage, publishPage } from '../pages/verbs.ts'
import { createTenant } from '../tenants/queries.ts'
import { cloneDatabase } from '../test/database.ts'
import { browserAgent, makePlace, makeReport } from '../test/visits.ts'
import { world } from '../test/world.ts'
import { openVisits } from './open.ts'
import type { Arrival } from './plan.ts'
import { VisitRecorder } from './recorder.ts'

test('a session that two processes start at the same moment is stored once', async () => {
  const here = await world()
  const { tenantId } = here.acme
  const place = await makePlace(here, here.acme)
  const nodes = [openVisits(here.context), openVisits(here.context)]
  const statuses: number[] = []
  // One at a time: a failed group is retried in halves, which would hide the failure.
  for (let visitor = 0; visitor < 40; visitor++) {
    const address = `192.0.2.${visitor}`
    const body = Buffer.from(JSON.stringify(makeReport(here, place)))
    const request = {
      method: 'POST',
      path: '/_t',
      headers: { 'user-agent': browserAgent },
      address,
      tenantId,
      body,
    }
    const answers = await Promise.all(nodes.map((node) => node.report(request)))
    statuses.push(...answers.map(({ status }) => status))
  }
  assert.deepEqual(new Set(statuses), new Set([204]))
  const [sessions] = await here.db.read`
    select count(*), sum(views)::int as views from visit_sessions
    where tenant_id = ${tenantId} and audience_id = ${place.audienceId}`
  assert.deepEqual({ ...sessions }, { count: 40, views: 40 })
  for (const node of nodes) await node.close()
})

test('reports whose connection is lost are refused temporarily, and no acknowledged one is lost', async (t) => {
  const { url, drop } = await cloneDatabase()
  const admin = await openSession({ url })
  const context = await createContext(loadConfig({ PORT: '0' }), openLog('silent'), {
    databaseUrl: url,
  })
  const { tenantId, place } = await context.db.inTransaction(async (tx) => {
    const { tenantId } = (await createTenant(tx, 'acme', 'Acme')) as { tenantId: string }
    const { pageId } = await createPage(context, tx, tenantId, { name: 'Visited', pageType: 'custom' })
    const { audienceId } = await createAudience(tx, tenantId, pageId, { publish: true })
    await publishPage(context, tx, tenantId, pageId)
    return { tenantId, place: { tenantId, pageId, audienceId, versionId: newId('version') } }
  })
  const visits = openVisits(context)
  const headers = { 'user-agent': browserAgent }
  const statuses: number[] = []
  let sent = 0
  const send = async () => {
    const address = `10.1.${sent >> 8}.${sent++ & 255}`
    const body = Buffer.from(JSON.stringify(makeReport({ context }, place)))
    const request = { method: 'POST', path: '/_t', headers, address, tenantId, body }
    const { status } = await visits.report(request)
    statuses.push(status)
    return status
  }
  let isOver = false
  const sending = Array.from({ length: 8 }, async () => {
    while (!isOver) await send()
  })
  const isRefused = () => statuses.includes(503)
  // On a busy machine, a kill may meet no report that is under way.
  for (let kills = 0; kills < 8 || (kills < 80 && !isRefused()); kills++) {
    await sleep(100)
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'foyer'`
  }
  isOver = true
  await Promise.all(sending)
  assert.equal(await send(), 204)
  const acknowledged = statuses.filter((status) => status === 204).length
  const refused = statuses.filter((status) => status === 503).length
  const [stored] = await admin`select count(*)::int from visit_sessions`
  t.diagnostic(`${acknowledged} acknowledged, ${refused} refused, ${stored?.count} stored`)
  assert.equal(acknowledged + refused, statuses.length)
  assert.ok(isRefused())
  assert.ok(acknowledged <= stored?.count && stored?.count <= statuses.length)
  // An open connection would keep the thread alive.
  const closed = visits.close().then(() => 'closed')
  assert.equal(await Promise.race([closed, sleep(10_000, 'late', { ref: false })]), 'closed')
  await context.close()
  await admin.end()
  await drop()
})

test('groups of a thread that exits fail, the reason is logged, and the next group is sent to another thread', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  // The thread can't open this URL and exits immediately.
  const recorder = new VisitRecorder({ databaseUrl: 'postgres://nowhere:none', log })
  const arrivals: Arrival[] = []
  for (const _ of [1, 2]) {
    const together = [recorder.record(arrivals), recorder.record(arrivals)]
    for (const { reason } of (await Promise.allSettled(together)) as PromiseRejectedResult[])
      assert.equal(reason?.code, 'CONNECTION_CLOSED')
  }
  assert.equal(lines.length, 2)
  assert.match(lines[0] as string, /the thread that records visits failed/)
  await recorder.close()
})
