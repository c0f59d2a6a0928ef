import fc from 'fast-check'
import type { Report } from '../visits/schema.ts'
import { openTab, type Tab, TabClock } from './tab.ts'
import { browserAgent } from './visits.ts'

const second = 1000
const minute = 60 * second
export const breakMs = 30 * minute

/** Actions in a tab; while it is hidden, only `show` has an effect. */
const actions = ['show', 'hide', 'scroll', 'click', 'act', 'submit', 'fill', 'move'] as const
type Step = { waitMs: number; action: (typeof actions)[number] }
type TabStory = { audience: number; openAtMs: number; steps: Step[] }
export type SimulatedPerson = { address: string; kind: 'human' | 'bot' | 'prefetch'; tabs: TabStory[] }

const wait = fc.oneof(
  fc.integer({ min: 0, max: 20 * second }),
  fc.integer({ min: 0, max: 10 * minute }),
  fc.integer({ min: breakMs - 2, max: breakMs + 1 }),
  fc.integer({ min: 20 * minute, max: 70 * minute }),
)
const step = fc.record({ waitMs: wait, action: fc.constantFrom(...actions) })
/** Leaves the tab and returns, often after about the duration that ends a session. */
const away = fc.tuple(wait, wait).map(([first, second]): Step[] => [
  { waitMs: first, action: 'hide' },
  { waitMs: second, action: 'show' },
])
const steps = fc
  .array(
    fc.oneof(
      step.map((one): Step[] => [one]),
      away,
    ),
    { maxLength: 8 },
  )
  .map((list) => list.flat())
const tabStory = fc.record({
  audience: fc.integer({ min: 0, max: 1 }),
  openAtMs: fc.oneof(fc.integer({ min: 0, max: 10 * minute }), fc.integer({ min: 0, max: 3 * 60 * minute })),
  steps,
})

/** One to four visitors with one to three tabs each, on two audiences of a page. Most are people. */
export const people: fc.Arbitrary<SimulatedPerson[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('human', 'human', 'human', 'bot', 'prefetch'),
      tabs: fc.array(tabStory, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((list) => list.map((one, index) => ({ ...one, address: `192.0.2.${index + 1}` }))) as fc.Arbitrary<
  SimulatedPerson[]
>

export type Sent = { person: SimulatedPerson; audience: number; atMs: number; body: string }
/** A period in which a tab was visible, with its actions. */
export type SimulatedLook = {
  person: SimulatedPerson
  audience: number
  tab: number
  fromMs: number
  toMs: number
  moves: number
  scroll: number
  interactions: number
  actions: number
  submits: number
}

/** Simulates the visitors with the real script in every tab; returns the sent reports and what really happened. */
export function simulate(
  people: SimulatedPerson[],
  beginMs: number,
  tokens: string[],
): { sent: Sent[]; looks: SimulatedLook[] } {
  const clock = new TabClock(beginMs)
  const sent: Sent[] = []
  const looks: SimulatedLook[] = []
  const events: { atMs: number; run: () => void }[] = []
  people.forEach((person, personIndex) => {
    person.tabs.forEach(({ audience, openAtMs, steps }, tabIndex) => {
      let tab: Tab
      let look: SimulatedLook | undefined
      // The scroll position is seen again on return.
      let standsAt = 25
      const begin = () => {
        look = {
          ...{ person, audience, tab: personIndex * 10 + tabIndex, fromMs: clock.nowMs, toMs: clock.nowMs },
          ...{ moves: 0, scroll: standsAt, interactions: 0, actions: 0, submits: 0 },
        }
        looks.push(look)
      }
      const end = () => {
        if (look) look.toMs = clock.nowMs
        look = undefined
      }
      let atMs = beginMs + openAtMs
      events.push({
        atMs,
        run() {
          const send = (body: string) => void sent.push({ person, audience, atMs: clock.nowMs, body })
          begin()
          tab = openTab(clock, send, { token: tokens[audience] as string })
        },
      })
      steps.forEach(({ waitMs, action }, index) => {
        atMs += waitMs
        events.push({
          atMs,
          run() {
            if (!look) {
              if (action !== 'show') return
              begin()
              return tab.show()
            }
            if (action === 'scroll') standsAt = 30 + 10 * (index % 8)
            live(tab, look, action, standsAt, index)
            if (action === 'hide') end()
          },
        })
      })
      events.push({
        atMs: atMs + 1,
        run() {
          end()
          tab.leave()
        },
      })
    })
  })
  // Sorting is stable, so the actions of a tab stay in order.
  for (const { atMs, run } of events.sort((a, b) => a.atMs - b.atMs)) {
    clock.advanceTo(atMs)
    run()
  }
  return { sent, looks }
}

function live(tab: Tab, look: SimulatedLook, action: Step['action'], scroll: number, index: number) {
  if (action === 'hide') tab.hide()
  if (action === 'scroll') {
    look.scroll = Math.max(look.scroll, scroll)
    tab.scrollTo(scroll)
  }
  if (action === 'move') {
    look.moves++
    tab.moveTo(`/for/jane/${index}`)
  }
  if (action === 'click' || action === 'fill' || action === 'act') look.interactions++
  if (action === 'click') tab.click()
  if (action === 'fill') tab.fillIn({})
  if (action === 'act') {
    look.actions++
    tab.act('book')
  }
  if (action === 'submit') {
    look.submits++
    tab.submit()
  }
}

/** The request of a report by this person. */
export function requestOf({ kind, address }: SimulatedPerson, tenantId: string, body: string) {
  const agents = {
    human: browserAgent,
    bot: 'Mozilla/5.0 (compatible; Googlebot/2.1)',
    prefetch: browserAgent,
  }
  const headers = {
    'user-agent': agents[kind],
    ...(kind === 'prefetch' ? { 'sec-purpose': 'prefetch;prerender' } : {}),
  }
  return { method: 'POST', path: '/_t', headers, address, tenantId, body: Buffer.from(body) }
}

/** The observable properties of a session. */
export type PlainSession = {
  audience: number
  startedAtMs: number
  lastSeenAtMs: number
  views: number
  visibleMs: number
  scroll: number
  interactions: number
  actions: number
  submits: number
}

/** The expected sessions from looks: less than half an hour apart. A look after a longer break is a view. */
export function sessionsOfLooks(looks: SimulatedLook[]): PlainSession[] {
  const firstOfStay = new Set<SimulatedLook>()
  for (const ofTab of Map.groupBy(looks, ({ tab }) => tab).values())
    ofTab.forEach((look, index) => {
      const before = ofTab[index - 1]
      if (!before || look.fromMs - before.toMs >= breakMs) firstOfStay.add(look)
    })
  const human = looks.filter(({ person }) => person.kind === 'human')
  return chain(
    human.map((look) => ({
      owner: `${look.person.address} ${look.audience}`,
      audience: look.audience,
      startedAtMs: look.fromMs,
      lastSeenAtMs: look.toMs,
      views: look.moves + (firstOfStay.has(look) ? 1 : 0),
      visibleMs: look.toMs - look.fromMs,
      scroll: look.scroll,
      interactions: look.interactions,
      actions: look.actions,
      submits: look.submits,
    })),
  )
}

/** The expected sessions from received reports, also late or repeated: the largest value of each number of a stay. */
export function sessionsOfReports(received: (Sent & { receivedAtMs: number })[]): PlainSession[] {
  const human = received.filter(({ person }) => person.kind === 'human')
  const stays = Map.groupBy(human, ({ body }) => (JSON.parse(body) as Report).stay)
  return chain(
    [...stays.values()].map((reports) => {
      const all = reports.map(({ body, receivedAtMs }) => {
        const report = JSON.parse(body) as Report
        return { ...report, startedAtMs: receivedAtMs - report.age }
      })
      const most = (of: (one: (typeof all)[number]) => number) => Math.max(...all.map(of))
      const { person, audience } = reports[0] as Sent
      return {
        owner: `${person.address} ${audience}`,
        audience,
        startedAtMs: Math.min(...all.map(({ startedAtMs }) => startedAtMs)),
        lastSeenAtMs: most(({ startedAtMs, span }) => startedAtMs + span),
        views: most(({ views }) => views),
        visibleMs: most(({ visible }) => visible),
        scroll: most(({ scroll }) => scroll),
        interactions: most(({ interactions }) => interactions),
        actions: most(({ actions }) => actions.length),
        submits: most(({ submits }) => submits),
      }
    }),
  )
}

function chain(parts: (PlainSession & { owner: string })[]): PlainSession[] {
  const sessions: PlainSession[] = []
  for (const ofOwner of Map.groupBy(parts, ({ owner }) => owner).values()) {
    let last: PlainSession | undefined
    for (const part of ofOwner.sort((a, b) => a.startedAtMs - b.startedAtMs)) {
      if (!last || part.startedAtMs - last.lastSeenAtMs >= breakMs) {
        last = { ...part }
        sessions.push(last)
        continue
      }
      last.lastSeenAtMs = Math.max(last.lastSeenAtMs, part.lastSeenAtMs)
      last.scroll = Math.max(last.scroll, part.scroll)
      for (const name of ['views', 'visibleMs', 'interactions', 'actions', 'submits'] as const)
        last[name] += part[name]
    }
  }
  // Tabs beside each other are visible at the same time.
  for (const session of sessions)
    session.visibleMs = Math.min(session.visibleMs, session.lastSeenAtMs - session.startedAtMs)
  return sessions
}

/** The expected summary over these sessions. */
export function summaryOf(sessions: PlainSession[]) {
  const count = sessions.length
  const share = (is: (one: PlainSession) => boolean) => (count === 0 ? 0 : sessions.filter(is).length / count)
  const sum = (of: (one: PlainSession) => number) => sessions.reduce((total, one) => total + of(one), 0)
  return {
    avgInteractionsPerSession: count === 0 ? 0 : sum(({ interactions }) => interactions) / count,
    avgScrollDepthPercentage: count === 0 ? null : sum(({ scroll }) => scroll) / count,
    avgTimeSpentSeconds: count === 0 ? null : sum(({ visibleMs }) => visibleMs) / count / 1000,
    bounceRate: share((one) => one.visibleMs < 10_000 && one.interactions === 0 && one.views === 1),
    conversionRate: share(({ actions, submits }) => actions > 0 || submits > 0),
    formSubmitRate: share(({ submits }) => submits > 0),
    totalSessions: count,
  }
}
