import { type BulkActivity, recordActivities } from '../activity/bulk.ts'
import type { Database, Tx } from '../db.ts'
import { toTimestamp } from '../time.ts'
import { emitAll } from '../webhooks/events.ts'
import { type Arrival, type Plan, planVisits } from './plan.ts'
import { type Held, holdAudiences, holdSessions, holdStays, writePlan } from './queries.ts'
import type { ActionClick, VisitStart } from './schema.ts'

/** Stores reports, a whole group in one transaction, with what follows from them: figures, activity, events. */
export async function recordVisits(db: Database, arrivals: Arrival[]): Promise<void> {
  await db.inTransaction(async (tx) => {
    const held = new Map(
      (await holdAudiences(tx, placesOf(arrivals))).map((audience) => [keyOf(audience), audience]),
    )
    // An audience that was erased while a tab was open on it is no longer anybody's to visit.
    const kept = arrivals.filter((arrival) => held.has(keyOf(arrival)))
    if (kept.length === 0) return
    const stays = await holdStays(tx, kept)
    const sessions = await holdSessions(tx, kept, stays)
    const plan = planVisits(kept, { stays, sessions })
    await writePlan(tx, plan)
    await tellOthers(tx, plan, (arrival) => held.get(keyOf(arrival)) as Held)
  })
}

const keyOf = ({ tenantId, audienceId }: { tenantId: string; audienceId: string }) =>
  `${tenantId} ${audienceId}`

function placesOf(arrivals: Arrival[]) {
  const places = arrivals.map(({ tenantId, audienceId }) => ({ tenantId, audienceId }))
  return [...new Map(places.map((place) => [keyOf(place), place])).values()]
}

async function tellOthers(tx: Tx, { started, clicks }: Plan, heldOf: (arrival: Arrival) => Held) {
  if (started.length + clicks.length === 0) return
  const starts = started.map(({ session, arrival }) => ({
    arrival,
    data: { ...shownPlace(arrival, heldOf(arrival)), startedAt: toTimestamp(session.startedAt) },
  }))
  const clicked = clicks.map(({ actionId, arrival }) => ({
    arrival,
    data: { ...shownPlace(arrival, heldOf(arrival)), actionId, clickedAt: toTimestamp(arrival.receivedAt) },
  }))
  await recordActivities(tx, [
    ...starts.flatMap(({ arrival, data }) => activityOf(arrival, 'page.viewed', data)),
    ...clicked.flatMap(({ arrival, data }) => activityOf(arrival, 'action.clicked', data)),
  ])
  for (const [tenantId, these] of Map.groupBy(starts, ({ arrival }) => arrival.tenantId))
    await emitAll(
      tx,
      tenantId,
      'visit.started',
      these.map(({ data }) => data),
    )
  for (const [tenantId, these] of Map.groupBy(clicked, ({ arrival }) => arrival.tenantId))
    await emitAll(
      tx,
      tenantId,
      'action.clicked',
      these.map(({ data }) => data),
    )
}

function shownPlace({ pageId, audienceId, versionId }: Arrival, { personId, accountId }: Held) {
  return { pageId, audienceId, versionId, personId, accountId }
}

/** A visit to a page made for nobody in particular is nobody's history. */
function activityOf({ tenantId }: Arrival, type: string, data: VisitStart | ActionClick): BulkActivity[] {
  const { personId, accountId, ...payload } = data
  if (personId === null && accountId === null) return []
  return [{ tenantId, type, source: 'visitor', personId, accountId, payload }]
}
