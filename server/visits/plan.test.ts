import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrival, planVisits } from './plan.ts'
import type { VisitSession } from './sessions.ts'

const midnight = Date.UTC(2026, 10, 15)
const minute = 60_000

type Told = { atMs: number; stay: string; fromMs: number; toMs: number }

/** A report of one visitor, whose hash depends on the day of arrival. */
function arrival({ atMs, stay, fromMs, toMs }: Told): Arrival {
  const names = { visitor: 'b', formerVisitor: 'a' }
  return {
    ...{ tenantId: 't', pageId: 'p', audienceId: 'x', versionId: 'v', verdict: 'human', reason: null },
    ...(atMs < midnight ? { visitor: 'a', formerVisitor: undefined } : names),
    receivedAtMs: atMs,
    report: {
      ...{ stay, age: atMs - fromMs, span: toMs - fromMs, views: 1, visible: 1000, scroll: 50 },
      ...{ interactions: 0, actions: [], submits: 0 },
    },
  }
}

/** The result when each report is processed separately, with the database state in between. */
function live(reports: Told[]): VisitSession[] {
  let sessions: VisitSession[] = []
  let stays: Parameters<typeof planVisits>[1]['stays'] = []
  for (const report of reports) {
    const plan = planVisits([arrival(report)], { sessions, stays })
    for (const { before, after } of plan.sessions) {
      sessions = sessions.filter((one) => one.sessionId !== (before ?? after)?.sessionId)
      if (after) sessions.push(after)
    }
    const touched = [...plan.newStays, ...plan.changedStays]
    stays = [...stays.filter(({ stayId }) => touched.every((one) => one.stayId !== stayId)), ...touched]
  }
  return sessions
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

test('two tabs are one session once it turns out that they belong together, past midnight too', () => {
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
