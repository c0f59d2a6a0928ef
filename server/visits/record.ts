import { recordActivities } from '../activity/bulk.ts'
import type { Database, Tx } from '../db.ts'
import { toTimestamp } from '../time.ts'
import { emitAll } from '../webhooks/events.ts'
import { type Arrival, ownerKey, type Plan, planVisits, type Session, stayKey } from './plan.ts'
import {
  findSessions,
  findStays,
  type Held,
  type Hold,
  holdAudiences,
  type OwnerKey,
  planByKey,
} from './queries.ts'
import type { ActionClick, VisitStart } from './schema.ts'
import { addFigures, writePlan } from './write.ts'

/**
 * Stores reports, a whole group in one transaction, with what follows from them: figures, activity, events. Nothing is
 * held at first, as two groups rarely have a visitor in common; who was in another's way holds what it reads next time.
 */
export async function recordVisits(db: Database, arrivals: Arrival[]): Promise<void> {
  let tries = 0
  await db.inTransaction(async (tx) => {
    const hold = { hold: tries++ > 0 }
    const [, audiences, sessions] = await Promise.all([
      planByKey(tx),
      holdAudiences(tx, placesOf(arrivals)),
      findSessions(tx, ownersOf(arrivals), hold),
    ])
    const held = new Map(audiences.map((audience) => [placeKey(audience), audience]))
    // An audience that was erased while a tab was open on it is no longer anybody's to visit.
    const kept = arrivals.filter((arrival) => held.has(placeKey(arrival)))
    const plan = planVisits(kept, await withOtherStays(tx, kept, sessions, hold))
    await Promise.all([writePlan(tx, plan), ...tellOthers(tx, plan, held), addFigures(tx, plan.figures)])
  })
}

const placeKey = ({ tenantId, audienceId }: { tenantId: string; audienceId: string }) =>
  `${tenantId} ${audienceId}`

function unique<T>(things: readonly T[], keyOf: (thing: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const thing of things) byKey.set(keyOf(thing), thing)
  return [...byKey.values()]
}

/** In one order: whoever holds rows in one order never waits in a circle. */
function placesOf(arrivals: Arrival[]) {
  return unique<Pick<Arrival, 'tenantId' | 'audienceId'>>(arrivals, placeKey).sort((a, b) =>
    a.audienceId < b.audienceId ? -1 : 1,
  )
}

/** Reports come from a visitor as today's salt names it, or as yesterday's did. */
function ownersOf(arrivals: Arrival[]): OwnerKey[] {
  const former = arrivals.flatMap(({ formerVisitor, ...arrival }) =>
    formerVisitor ? [{ ...arrival, visitor: formerVisitor }] : [],
  )
  const owners = unique<OwnerKey>(former.length > 0 ? [...arrivals, ...former] : arrivals, ownerKey)
  return owners.sort((a, b) => (a.visitor < b.visitor ? -1 : 1))
}

/**
 * Most reports are about the only stay of a session just found by its visitor. The others are about a new stay, one of
 * several, or one that came from another network before: that goes on under the visitor it began as.
 */
async function withOtherStays(tx: Tx, arrivals: Arrival[], ofVisitors: Session[], hold: Hold) {
  const have = new Set(ofVisitors.map((session) => stayKey(session, session.stayId ?? '')))
  const others = arrivals.filter((arrival) => !have.has(stayKey(arrival, arrival.report.stay)))
  if (others.length === 0) return { sessions: ofVisitors, stays: [] }
  const found = await findStays(
    tx,
    others.map(({ report, ...arrival }) => ({ ...arrival, stayId: report.stay })),
    hold,
  )
  const near = new Set(ofVisitors.map(ownerKey))
  const moved = unique<OwnerKey>(found, ownerKey).filter((one) => !near.has(ownerKey(one)))
  const far = moved.length > 0 ? await findSessions(tx, moved, hold) : []
  const stays = found.filter(({ isOnly }) => !isOnly)
  return { sessions: [...ofVisitors, ...far], stays: unique(stays, (one) => stayKey(one, one.stayId)) }
}

function tellOthers(tx: Tx, { started, clicks }: Plan, audiences: Map<string, Held>): Promise<void>[] {
  const heldOf = (arrival: Arrival) => audiences.get(placeKey(arrival)) as Held
  const starts = started.map(({ session, arrival }) => ({
    ...{ arrival, held: heldOf(arrival), type: 'page.viewed' },
    data: { startedAt: toTimestamp(session.startedAtMs) },
  }))
  const clicked = clicks.map(({ actionId, arrival }) => ({
    ...{ arrival, held: heldOf(arrival), type: 'action.clicked' },
    data: { actionId, clickedAt: toTimestamp(arrival.receivedAtMs) },
  }))
  const telling = [recordActivities(tx, [...starts, ...clicked].flatMap(toActivity))]
  for (const [tenantId, these] of Map.groupBy(starts, ({ arrival }) => arrival.tenantId))
    telling.push(
      emitAll(
        tx,
        tenantId,
        'visit.started',
        these.map((one): VisitStart => ({ ...toPlace(one), ...one.data })),
      ),
    )
  for (const [tenantId, these] of Map.groupBy(clicked, ({ arrival }) => arrival.tenantId))
    telling.push(
      emitAll(
        tx,
        tenantId,
        'action.clicked',
        these.map((one): ActionClick => ({ ...toPlace(one), ...one.data })),
      ),
    )
  return telling
}

type News = { arrival: Arrival; held: Held; type: string; data: object }

function toPlace({ arrival: { pageId, audienceId, versionId }, held: { personId, accountId } }: News) {
  return { pageId, audienceId, versionId, personId, accountId }
}

/** A visit to a page made for nobody in particular is nobody's history. */
function toActivity(news: News) {
  const { personId, accountId, ...place } = toPlace(news)
  if (personId === null && accountId === null) return []
  const { tenantId } = news.arrival
  return [
    {
      tenantId,
      type: news.type,
      source: 'visitor' as const,
      personId,
      accountId,
      payload: { ...place, ...news.data },
    },
  ]
}
