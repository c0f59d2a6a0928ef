import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../test/effort.ts'
import {
  type PlainSession,
  people,
  requestOf,
  type Sent,
  type SimulatedPerson,
  sessionsOfLooks,
  sessionsOfReports,
  simulate,
  summaryOf,
} from '../test/simulation.ts'
import { makePlace } from '../test/visits.ts'
import { type World, world } from '../test/world.ts'
import { forgetVisitors } from '../visits/forget.ts'
import { openVisits } from '../visits/open.ts'
import { visitToken } from '../visits/token.ts'

const [hour, day] = [3_600_000, 86_400_000]
const runs = times(20, 2)

/** Salts and visitors are deleted by the real clock, so the reports are from yesterday. */
const yesterday = Math.floor(Date.now() / day) * day - day

/** The delivery of a report: its delay, whether it is repeated, which node receives it, and the size of its group. */
const travel = fc.record({
  lateBy5s: fc.nat({ max: 120 }),
  again: fc.boolean(),
  together: fc.integer({ min: 1, max: 7 }),
  node: fc.nat({ max: 1 }),
})
const travels = fc.array(travel, { minLength: 5, maxLength: 20 })
/** Ends of ranges: at any time, or exactly at the start of a session. */
const moments = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    next: fc.nat(),
    off: fc.integer({ min: -1, max: 1 }),
  }),
  {
    minLength: 6,
    maxLength: 6,
  },
)

async function setUp(here: World) {
  const first = await makePlace(here, here.acme)
  const second = await makePlace(here, here.acme, { pageId: first.pageId })
  const tokens = [first, second].map((place) => visitToken(here.context.sign, place))
  return { pageId: first.pageId, places: [first, second], tokens }
}

type Received = Sent & { receivedAtMs: number }

/** Records reports in the order of arrival, several at a time, on either of two nodes. */
async function deliver(here: World, received: Received[], ways: { together: number; node: number }[]) {
  const nodes = [openVisits(here.context), openVisits(here.context)]
  for (let from = 0, turn = 0; from < received.length; turn++) {
    const { together, node } = ways[turn % ways.length] as (typeof ways)[number]
    const group = received.slice(from, from + together)
    const answers = await Promise.all(
      group.map(({ person, body, receivedAtMs }) =>
        nodes[node]?.report(requestOf(person, here.acme.tenantId, body), receivedAtMs),
      ),
    )
    for (const answer of answers) assert.equal(answer?.status, 204)
    from += group.length
  }
  for (const node of nodes) await node.close()
}

type Moments = { at: number; next: number; off: number }[]

function rangesOf(moments: Moments, sessions: PlainSession[], beginMs: number): [number, number][] {
  const pick = ({ at, next, off }: Moments[number], index: number) => {
    const session = sessions[next % Math.max(1, sessions.length)]
    return index % 2 === 0 && session
      ? session.startedAtMs + off
      : Math.round(beginMs - hour + at * 10 * hour)
  }
  const ends = moments.map(pick)
  return [0, 2, 4].map(
    (i) => [ends[i], ends[i + 1]].sort((a, b) => (a as number) - (b as number)) as [number, number],
  )
}

/** All figures of a page must equal a recount of its sessions. */
async function check(
  here: World,
  page: Awaited<ReturnType<typeof setUp>>,
  sessions: PlainSession[],
  ranges: [number, number][],
) {
  const { acme } = here
  const path = `/v0/pages/${page.pageId}/analytics`
  assert.deepEqual((await acme.get(`${path}/summary`)).body, summaryOf(sessions))
  for (const [from, to] of ranges) {
    const within = sessions.filter(({ startedAtMs }) => startedAtMs >= from && startedAtMs < to)
    const dates = `startDate=${new Date(from).toISOString()}&endDate=${new Date(to).toISOString()}`
    assert.deepEqual((await acme.get(`${path}/summary?${dates}`)).body, summaryOf(within), dates)
    const { items } = (await acme.get(`${path}/audiences?${dates}`)).body
    for (const [index, { audienceId }] of page.places.entries()) {
      const {
        audienceId: _,
        effectiveName,
        ...figures
      } = items.find((one: any) => one.audienceId === audienceId)
      assert.deepEqual(figures, summaryOf(within.filter(({ audience }) => audience === index)), dates)
    }
    if (from === ranges[0]?.[0]) await checkSeries(here, page, within, dates)
  }
}

async function checkSeries(
  here: World,
  page: Awaited<ReturnType<typeof setUp>>,
  within: PlainSession[],
  dates: string,
) {
  for (const [interval, unit] of [
    ['hour', hour],
    ['day', day],
  ] as const)
    for (const audience of [undefined, 0]) {
      const of = audience === undefined ? '' : `&audienceId=${page.places[audience]?.audienceId}`
      const { body } = await here.acme.get(
        `/v0/pages/${page.pageId}/analytics/timeseries?interval=${interval}&${dates}${of}`,
      )
      const wanted = within.filter((one) => audience === undefined || one.audience === audience)
      for (const { startsAt, ...figures } of body.items) {
        const at = Number(startsAt)
        const inside = wanted.filter(({ startedAtMs }) => startedAtMs >= at && startedAtMs < at + unit)
        assert.deepEqual(figures, summaryOf(inside), `${interval} ${dates}`)
      }
      const total = body.items.reduce((sum: number, one: any) => sum + one.totalSessions, 0)
      assert.equal(total, wanted.length, 'every session is in a point')
    }
}

test('figures equal a recount of all received reports, including late and repeated ones', {
  timeout: 60_000 + runs * 10_000,
}, async () => {
  const here = await world()
  const property = async (
    story: SimulatedPerson[],
    ways: { lateBy5s: number; again: boolean; together: number; node: number }[],
    ends: Moments,
  ) => {
    const page = await setUp(here)
    const beginMs = yesterday + 8 * hour
    const { sent } = simulate(story, beginMs, page.tokens)
    const received = sent
      .flatMap((one, index): Received[] => {
        const { lateBy5s, again } = ways[index % ways.length] as (typeof ways)[number]
        const arrival = { ...one, receivedAtMs: one.atMs + lateBy5s * 5_000 }
        return again
          ? [arrival, { ...arrival, receivedAtMs: one.atMs + ((lateBy5s * 7) % 60) * 5_000 }]
          : [arrival]
      })
      .sort((a, b) => a.receivedAtMs - b.receivedAtMs)
    await deliver(here, received, ways)
    const sessions = sessionsOfReports(received)
    const ranges = rangesOf(ends, sessions, beginMs)
    await check(here, page, sessions, ranges)
  }
  await fc.assert(fc.asyncProperty(people, travels, moments, property), { numRuns: runs, endOnFailure: true })
})

test('figures equal the simulated visits, also across midnight, and stay so after visitors are deleted', {
  timeout: 60_000 + runs * 10_000,
}, async () => {
  const here = await world()
  const property = async (
    story: SimulatedPerson[],
    ways: { together: number; node: number }[],
    ends: Moments,
  ) => {
    const page = await setUp(here)
    const beginMs = yesterday + 22 * hour
    const { sent, looks } = simulate(story, beginMs, page.tokens)
    const received = sent.map((one) => ({ ...one, receivedAtMs: one.atMs }))
    await deliver(here, received, ways)
    const sessions = sessionsOfLooks(looks)
    const ranges = rangesOf(ends, sessions, beginMs)
    await check(here, page, sessions, ranges)
    await forgetVisitors(here.db, Date.now() + 4 * day)
    await check(here, page, sessions, ranges.slice(0, 1))
  }
  await fc.assert(fc.asyncProperty(people, travels, moments, property), { numRuns: runs, endOnFailure: true })
  const [left] = await here.db.read`
    -- every tenant: upkeep is
    select (select count(*) from visit_stays) as stays, (select count(*) from visit_sessions where visitor is not null) as visitors`
  assert.deepEqual({ ...left }, { stays: 0, visitors: 0 })
})
