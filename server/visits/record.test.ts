import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePlace, newStay } from '../test/visits.ts'
import { world } from '../test/world.ts'
import type { Arrival } from './plan.ts'
import { RecentSessions } from './recent.ts'
import { recordVisits } from './record.ts'

const minute = 60_000

/** A report of a tab that is open from one minute to another, received at a third. */
const reportOf =
  (place: Awaited<ReturnType<typeof makePlace>>, visitor: string, began: number) =>
  (stay: string, from: number, to: number, at: number): Arrival => ({
    ...place,
    ...{ visitor, formerVisitor: undefined, verdict: 'human', reason: null },
    receivedAtMs: began + at * minute,
    report: {
      ...{ stay, age: (at - from) * minute, span: (to - from) * minute, views: 1, visible: 0, scroll: 0 },
      ...{ interactions: 0, actions: [], submits: 0 },
    },
  })

test('a session extended by one process is joined with one that another process started in parallel', async () => {
  const here = await world()
  const { tenantId } = here.acme
  const place = await makePlace(here, here.acme)
  const [visitor, first, second] = [newStay(), newStay(), newStay()]
  const began = Date.UTC(2026, 10, 15, 12)
  const report = reportOf(place, visitor, began)
  const [one, other] = [new RecentSessions(), new RecentSessions()]
  await recordVisits(here.db, one, [report(first, 0, 1, 1)])
  // More than half an hour after the last known activity: a separate session.
  await recordVisits(here.db, other, [report(second, 32, 33, 33)])
  // The first process has the session cached, and now receives a report that the first tab was still open in between.
  await recordVisits(here.db, one, [report(first, 0, 20, 20)])
  const sessions = await here.db.read<{ startedAtMs: number; lastSeenAtMs: number; views: number }[]>`
    select started_at_ms, last_seen_at_ms, views from visit_sessions
    where tenant_id = ${tenantId} and audience_id = ${place.audienceId}`
  assert.deepEqual(
    sessions.map(({ startedAtMs, lastSeenAtMs, views }) => [
      startedAtMs - began,
      lastSeenAtMs - began,
      views,
    ]),
    [[0, 33 * minute, 2]],
  )
})

test('two processes that start the same session while extending others store all reports', async () => {
  const here = await world()
  const { tenantId } = here.acme
  const place = await makePlace(here, here.acme)
  const began = Date.UTC(2026, 10, 15, 12)
  const nodes = [new RecentSessions(), new RecentSessions()].map((recent) => {
    const extend = reportOf(place, newStay(), began)
    const stay = newStay()
    return {
      store: async (at: number, ...others: Arrival[]) =>
        recordVisits(here.db, recent, [extend(stay, 0, at, at), ...others]),
    }
  })
  for (const node of nodes) await node.store(1)
  const rounds = 20
  for (let round = 0; round < rounds; round++) {
    const begin = reportOf(place, newStay(), began)
    await Promise.all(
      nodes.map((node) => node.store(round + 2, begin(newStay(), round, round + 1, round + 1))),
    )
  }
  const [sessions] = await here.db.read`
    select count(*), sum(views)::int as views from visit_sessions
    where tenant_id = ${tenantId} and audience_id = ${place.audienceId}`
  assert.deepEqual({ ...sessions }, { count: rounds + 2, views: 2 * rounds + 2 })
})
