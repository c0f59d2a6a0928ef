import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../test/effort.ts'
import { type Arrival, planVisits } from './plan.ts'
import { seenMs, type VisitSession } from './sessions.ts'

const midnight = Date.UTC(2026, 10, 15)
const minute = 60_000

type Told = { atMs: number; stay: string; fromMs: number; toMs: number; visibleMs?: number }

/** A report of one visitor, whose hash depends on the day of arrival. */
function arrival({ atMs, stay, fromMs, toMs, visibleMs = 1000 }: Told): Arrival {
  const names = { visitor: 'b', formerVisitor: 'a' }
  return {
    ...{ tenantId: 't', pageId: 'p', audienceId: 'x', versionId: 'v', verdict: 'human', reason: null },
    ...(atMs < midnight ? { visitor: 'a', formerVisitor: undefined } : names),
    receivedAtMs: atMs,
    report: {
      ...{ stay, age: atMs - fromMs, span: toMs - fromMs, views: 1, visible: visibleMs, scroll: 50 },
      ...{ interactions: 0, actions: [], submits: 0 },
    },
  }
}

/** The sessions when each report is processed separately, with the database state in between. */
const live = (reports: Told[]): VisitSession[] => record(reports).sessions

/** The same, with the time seen according to the figures. */
function record(reports: Told[]): { sessions: VisitSession[]; figuresMs: number } {
  let figuresMs = 0
  let sessions: VisitSession[] = []
  let stays: Parameters<typeof planVisits>[1]['stays'] = []
  for (const report of reports) {
    const plan = planVisits([arrival(report)], { sessions, stays })
    for (const { audienceId, grain, visibleMs } of plan.figures)
      if (audienceId === '' && grain === 'day') figuresMs += visibleMs
    for (const { before, after } of plan.sessions) {
      sessions = sessions.filter((one) => one.sessionId !== (before ?? after)?.sessionId)
      if (after) sessions.push(after)
    }
    const touched = [...plan.newStays, ...plan.changedStays]
    stays = [...stays.filter(({ stayId }) => touched.every((one) => one.stayId !== stayId)), ...touched]
  }
  return { sessions, figuresMs }
}

// Away for just under half an hour, then another tab reports first: it can't know that the first is active again.
const first = { stay: 'one', fromMs: midnight - 20 * minute, toMs: midnight - 10 * minute }
const again = midnight + 20 * minute - 50
const other = { stay: 'two', fromMs: again + 100, toMs: again + 200 }
const story = [
  { ...first, atMs: first.toMs },
  { ...other, atMs: again + 200 },
  { ...first, toMs: again + 1000, atMs: again + 1000 },
  { ...other, toMs: again + 5000, atMs: again + 5000 },
]

test('two tabs become one session when a report connects them, also across midnight', () => {
  const whole = { startedAtMs: first.fromMs, lastSeenAtMs: again + 5000, views: 2, visibleMs: 2000 }
  for (const [name, shift] of [
    ['midnight', 0],
    ['the day before', -12 * 60 * minute],
  ] as const) {
    const shifted = story.map(({ stay, ...times }) => ({
      stay,
      fromMs: times.fromMs + shift,
      toMs: times.toMs + shift,
      atMs: times.atMs + shift,
    }))
    const [session, ...more] = live(shifted)
    assert.equal(more.length, 0, name)
    const { startedAtMs, lastSeenAtMs, views, visibleMs } = session as VisitSession
    assert.deepEqual(
      { startedAtMs: startedAtMs - shift, lastSeenAtMs: lastSeenAtMs - shift, views, visibleMs },
      whole,
      name,
    )
  }
})

test('parallel windows count no longer than the elapsed time', () => {
  const at = midnight + 60 * minute
  const windows = ['one', 'two', 'three'].map((stay) => ({ stay, fromMs: at, toMs: at + 26_000 }))
  const reports = windows.map((one) => ({ ...one, atMs: at + 26_000, visibleMs: 26_000 }))
  const { sessions, figuresMs } = record(reports)
  assert.deepEqual([sessions.map(seenMs), figuresMs], [[26_000], 26_000])
})

test('for any order of reports, no session is viewed longer than it lasts, and the figures agree', () => {
  const day = midnight + 60 * minute
  const told = fc
    .record({
      stay: fc.constantFrom('one', 'two', 'three'),
      seconds: fc.integer({ min: 0, max: 3000 }),
      share: fc.integer({ min: 0, max: 10 }),
    })
    .map(({ stay, seconds, share }): Told => {
      const fromMs = day + ({ one: 0, two: 200_000, three: 2_500_000 }[stay] ?? 0)
      const toMs = fromMs + seconds * 1000
      return { stay, fromMs, toMs, atMs: toMs, visibleMs: seconds * 100 * share }
    })
  const orders = fc
    .array(told, { minLength: 1, maxLength: 8 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  fc.assert(
    fc.property(orders, ([reports, shuffled]) => {
      const { sessions, figuresMs } = record(reports)
      for (const session of sessions) assert.ok(seenMs(session) <= session.lastSeenAtMs - session.startedAtMs)
      const total = sessions.reduce((sum, session) => sum + seenMs(session), 0)
      assert.equal(figuresMs, total)
      assert.equal(record(shuffled).figuresMs, total)
    }),
    { numRuns: times(1000, 100) },
  )
})
