import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrival, planVisits } from './plan.ts'
import { RecentSessions } from './recent.ts'

const minute = 60_000
const place = { tenantId: 't', pageId: 'p', audienceId: 'a', versionId: 'v' }
const counts = { views: 1, visible: 0, scroll: 0, interactions: 0, actions: [], submits: 0 }

/** A report of one stay that started at 0. */
function arrive(atMs: number, { age = atMs, visitor = 'jane', stay = 'one' } = {}): Arrival {
  const report = { ...counts, stay, age, span: age }
  const who = { visitor, formerVisitor: undefined, verdict: 'human' as const, reason: null }
  return { ...place, ...who, receivedAtMs: atMs, report }
}

test('a cached session is used only for reports that can affect no other session', () => {
  const recent = new RecentSessions()
  recent.learn(planVisits([arrive(minute)], { stays: [], sessions: [] }).sessions)
  assert.equal(recent.find(arrive(2 * minute))?.revision, 1)
  assert.ok(recent.find(arrive(29 * minute)))
  // Another process may have started a session since the break ended.
  assert.equal(recent.find(arrive(31 * minute)), undefined)
  // The session would start earlier, and might reach a previous one.
  assert.equal(recent.find(arrive(2 * minute, { age: 3 * minute })), undefined)
  assert.equal(recent.find(arrive(2 * minute, { visitor: 'john' })), undefined)
  assert.equal(recent.find(arrive(2 * minute, { stay: 'two' })), undefined)
  recent.forget([arrive(2 * minute)])
  assert.equal(recent.find(arrive(2 * minute)), undefined)
})

test('a session is cached as last written, and no longer after it has a second stay', () => {
  const recent = new RecentSessions()
  recent.learn(planVisits([arrive(minute)], { stays: [], sessions: [] }).sessions)
  const first = recent.find(arrive(2 * minute))
  assert.ok(first)
  recent.learn(planVisits([arrive(2 * minute)], { stays: [], sessions: [first] }).sessions)
  const second = recent.find(arrive(3 * minute))
  assert.deepEqual([second?.revision, second?.lastSeenAtMs], [2, 2 * minute])
  assert.ok(second)
  const joined = planVisits([arrive(3 * minute, { stay: 'two' })], { stays: [], sessions: [second] })
  recent.learn(joined.sessions)
  assert.equal(recent.find(arrive(4 * minute)), undefined)
})
