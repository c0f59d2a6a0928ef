import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/database.ts'
import { type Arrival, planVisits } from '../visits/plan.ts'
import type { VisitOrigin } from '../visits/schema.ts'
import { addFigures, writePlan } from '../visits/write.ts'

const dayMs = 86_400_000
const days = 28

export type SampleAudience = {
  pageId: string
  audienceId: string
  /** Average number of sessions a day. */
  busyness: number
}

/**
 * Four weeks of sample visits, so that new users see figures: fewer at weekends and at night, slightly more every week.
 * They create no events, notices or activity.
 */
export async function addSampleVisits(tx: Tx, tenantId: string, audiences: SampleAudience[]): Promise<void> {
  const random = openRandom(7)
  const now = Date.now()
  const arrivals = audiences.flatMap((audience) =>
    Array.from({ length: days }, (_, index) => index + 1).flatMap((daysAgo) => {
      const midnight = Math.floor(now / dayMs - daysAgo) * dayMs
      const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay())
      const expected = audience.busyness * (isWeekend ? 0.3 : 1.2) * (1.3 - daysAgo / 60)
      const count = Math.floor(expected * (0.6 + 0.8 * random()) + random())
      return Array.from({ length: count }, () => {
        // The sum of two random numbers is most often near noon.
        const startedAtMs = midnight + Math.floor(((random() + random()) / 2) * dayMs)
        return visit(tenantId, audience, startedAtMs, random)
      })
    }),
  )
  const plan = planVisits(arrivals, { stays: [], sessions: [] })
  await writePlan(tx, plan)
  await addFigures(tx, plan.figures)
}

function visit(
  tenantId: string,
  { pageId, audienceId }: SampleAudience,
  startedAtMs: number,
  random: () => number,
): Arrival {
  const interest = random()
  const isBounce = interest < 0.3
  const visible = Math.round(isBounce ? 2_000 + 7_000 * random() : 12_000 + 150_000 * interest * random())
  const isConvinced = interest > 0.82
  return {
    ...{ tenantId, pageId, audienceId, versionId: '' },
    ...{ verdict: 'human', reason: null, visitor: randomUUID(), formerVisitor: undefined },
    receivedAtMs: startedAtMs + visible,
    origin: JSON.stringify(origin(random)),
    report: {
      stay: randomUUID().replaceAll('-', ''),
      age: visible,
      span: visible,
      views: 1,
      visible,
      scroll: Math.min(100, Math.round(20 + 100 * interest * (0.6 + 0.4 * random()))),
      interactions: isBounce ? 0 : Math.floor(1 + 4 * interest * random()),
      actions: isConvinced ? ['primary'] : [],
      submits: interest > 0.93 ? 1 : 0,
    },
  }
}

const sources: Pick<VisitOrigin, 'referrer' | 'utm'>[] = [
  { utm: { source: 'newsletter', medium: 'email', campaign: 'autumn-capacity' } },
  { utm: { source: 'linkedin', medium: 'social', campaign: 'cold-chain' } },
  { referrer: 'www.linkedin.com/feed' },
  { referrer: 'www.google.com' },
  // No referrer: most personal links are opened from an e-mail.
  {},
  {},
]
const devices: Pick<VisitOrigin, 'device' | 'browser' | 'os'>[] = [
  { device: 'desktop', browser: 'Chrome', os: 'Windows' },
  { device: 'desktop', browser: 'Microsoft Edge', os: 'Windows' },
  { device: 'desktop', browser: 'Safari', os: 'macOS' },
  { device: 'mobile', browser: 'Safari', os: 'iOS' },
  { device: 'mobile', browser: 'Chrome', os: 'Android' },
]
const countries = ['DE', 'DE', 'PL', 'NL', 'NL', 'ES', 'AT', 'NO', 'GB', 'US']

function origin(random: () => number): VisitOrigin {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  return { ...one(sources), ...one(devices), country: one(countries) }
}

/** A seeded random generator: sample data is the same at every start. */
function openRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
