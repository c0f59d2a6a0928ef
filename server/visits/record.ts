import { recordActivities } from '../activity/bulk.ts'
import type { Database, Tx } from '../database/database.ts'
import { enqueue } from '../queue/jobs.ts'
import type { VisitorAction } from '../queue/kinds.ts'
import { toTimestamp } from '../time.ts'
import { emitAll, findListening } from '../webhooks/events.ts'
import { type Arrival, ownerKey, planVisits, stayKey, type VisitPlan } from './plan.ts'
import {
  findSessions,
  findStays,
  type HeldAudience,
  type Hold,
  holdAudiences,
  type OwnerKey,
  type StayKey,
} from './queries.ts'
import type { RecentSessions } from './recent.ts'
import type { ActionClick, VisitStart } from './schema.ts'
import type { VisitSession } from './sessions.ts'
import { addFigures, writePlan } from './write.ts'

/**
 * Stores a group of reports in one transaction, with the resulting figures, activity and events. The first attempt
 * takes no locks and uses cached sessions, as two groups rarely share a visitor. After a serialization conflict, the
 * retry reads all rows and locks them.
 */
export async function recordVisits(db: Database, recent: RecentSessions, arrivals: Arrival[]): Promise<void> {
  let tries = 0
  const plan = await db.inTransaction(async (tx) => {
    const isRepeat = tries++ > 0
    if (isRepeat) recent.forget(arrivals)
    const { plan, held, listening, awaiting } = await planGroup(tx, recent, arrivals, { hold: isRepeat })
    for (const { session } of plan.started) session.awaitsEnd = awaiting.has(session.tenantId)
    tx.defer(writePlan(tx, plan))
    emitVisitorEvents(tx, plan, held, listening)
    tx.defer(addFigures(tx, plan.figures))
    return plan
  })
  recent.learn(plan.sessions)
}

/**
 * Plans the changes of a group. A stay that was on another network before continues under its first visitor, whose
 * sessions are then needed too.
 */
async function planGroup(tx: Tx, recent: RecentSessions, arrivals: Arrival[], hold: Hold) {
  const remembered = new Map(arrivals.map((arrival) => [arrival, recent.find(arrival)]))
  const others = arrivals.filter((arrival) => !remembered.get(arrival))
  const event = arrivals.filter((arrival) => !remembered.get(arrival) || arrival.report.actions.length > 0)
  const owners = ownersOf(others)
  const [audiences, listening, found, stays] = await Promise.all([
    event.length > 0 ? holdAudiences(tx, placesOf(event)) : [],
    event.length > 0
      ? findListening(tx, tenantsOf(event), ['visit.started', 'action.clicked', 'visit.ended'])
      : [],
    owners.length > 0 ? findSessions(tx, owners, hold) : [],
    others.length > 0 ? findStays(tx, others.map(toStayKey), hold) : [],
  ])
  const moved = without(unique<OwnerKey>(stays, ownerKey), owners)
  const far = moved.length > 0 ? await findSessions(tx, moved, hold) : []
  // Rows just read override the cache.
  const sure = new Set(without([...new Set(remembered.values())].filter(isThere), [...owners, ...moved]))
  const held = new Map(audiences.map((audience) => [placeKey(audience), audience]))
  // Reports for an audience that was erased while a tab was open are dropped. The audience is locked until the end,
  // except where a session is only continued: erasing deletes the session first, so that its update fails.
  const isKept = (arrival: Arrival) =>
    held.has(placeKey(arrival)) ||
    (arrival.report.actions.length === 0 && sure.has(remembered.get(arrival) as VisitSession))
  const plan = planVisits(arrivals.filter(isKept), {
    sessions: [...sure, ...found, ...far],
    stays: unique(
      stays.filter(({ isOnly }) => !isOnly),
      (one) => stayKey(one, one.stayId),
    ),
  })
  const [awaiting, now] = [[], []] as [string[], string[]]
  for (const { tenantId, type } of listening) (type === 'visit.ended' ? awaiting : now).push(tenantId)
  return { plan, held, listening: new Set(now), awaiting: new Set(awaiting) }
}

function isThere<T>(thing: T | undefined): thing is T {
  return thing !== undefined
}

function toStayKey({ tenantId, audienceId, verdict, report }: Arrival): StayKey {
  return { tenantId, audienceId, verdict, stayId: report.stay }
}

function tenantsOf(arrivals: Arrival[]): string[] {
  return [...new Set(arrivals.map(({ tenantId }) => tenantId))]
}

function without<T extends OwnerKey>(things: T[], owners: OwnerKey[]): T[] {
  const keys = new Set(owners.map(ownerKey))
  return things.filter((thing) => !keys.has(ownerKey(thing)))
}

const placeKey = ({ tenantId, audienceId }: { tenantId: string; audienceId: string }) =>
  `${tenantId} ${audienceId}`

function unique<T>(things: readonly T[], keyOf: (thing: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const thing of things) byKey.set(keyOf(thing), thing)
  return [...byKey.values()]
}

/** Always in the same order, so that transactions can't deadlock. */
function placesOf(arrivals: Arrival[]) {
  return unique<Pick<Arrival, 'tenantId' | 'audienceId'>>(arrivals, placeKey).sort((a, b) =>
    a.audienceId < b.audienceId ? -1 : 1,
  )
}

/** Each visitor by today's and by yesterday's hash. */
function ownersOf(arrivals: Arrival[]): OwnerKey[] {
  const former = arrivals.flatMap(({ formerVisitor, ...arrival }) =>
    formerVisitor ? [{ ...arrival, visitor: formerVisitor }] : [],
  )
  const owners = unique<OwnerKey>(former.length > 0 ? [...arrivals, ...former] : arrivals, ownerKey)
  return owners.sort((a, b) => (a.visitor < b.visitor ? -1 : 1))
}

function emitVisitorEvents(
  tx: Tx,
  { started, clicks }: VisitPlan,
  audiences: Map<string, HeldAudience>,
  listening: Set<string>,
): void {
  const heldOf = (arrival: Arrival) => audiences.get(placeKey(arrival)) as HeldAudience
  const starts = started.map(({ session, arrival }) => ({
    ...{ arrival, held: heldOf(arrival), type: 'page.viewed' },
    data: { startedAt: toTimestamp(session.startedAtMs) },
  }))
  const clicked = clicks.map(({ actionId, arrival }) => ({
    ...{ arrival, held: heldOf(arrival), type: 'action.clicked' },
    data: { actionId, clickedAt: toTimestamp(arrival.receivedAtMs) },
  }))
  tx.defer(recordActivities(tx, [...starts, ...clicked].flatMap(toActivity)))
  askForNotices(tx, starts, clicked)
  for (const tenantId of listening) {
    const isTheirs = ({ arrival }: VisitorEvent) => arrival.tenantId === tenantId
    const visits = starts.filter(isTheirs).map((one): VisitStart => ({ ...toPlace(one), ...one.data }))
    const actions = clicked.filter(isTheirs).map((one): ActionClick => ({ ...toPlace(one), ...one.data }))
    emitAll(tx, tenantId, 'visit.started', visits)
    emitAll(tx, tenantId, 'action.clicked', actions)
  }
}

/** One job for each tenant of the group. Visits to public pages cause no notices. */
function askForNotices(
  tx: Tx,
  starts: (VisitorEvent & { data: { startedAt: string } })[],
  clicked: (VisitorEvent & { data: { actionId: string } })[],
): void {
  const actions = [
    ...starts.map((event) => ({ event, action: { kind: 'visit' as const } })),
    ...clicked.map((event) => ({ event, action: { kind: 'click' as const, actionId: event.data.actionId } })),
  ].filter(({ event: { held } }) => held.personId !== null || held.accountId !== null)
  for (const [tenantId, theirs] of Map.groupBy(actions, ({ event }) => event.arrival.tenantId))
    enqueue(tx, 'notice', tenantId, {
      data: {
        actions: theirs.map(({ event, action }): VisitorAction => {
          const { audienceId, pageId, receivedAtMs, report } = event.arrival
          return {
            ...action,
            audienceId,
            pageId,
            atMs: receivedAtMs - (action.kind === 'visit' ? report.age : 0),
          }
        }),
      },
    })
}

type VisitorEvent = { arrival: Arrival; held: HeldAudience; type: string; data: object }

function toPlace({
  arrival: { pageId, audienceId, versionId },
  held: { personId, accountId },
}: VisitorEvent) {
  return { pageId, audienceId, versionId, personId, accountId }
}

/** Visits to public pages belong to no account or person, so they are no activity. */
function toActivity(event: VisitorEvent) {
  const { personId, accountId, ...place } = toPlace(event)
  if (personId === null && accountId === null) return []
  const { tenantId } = event.arrival
  return [
    {
      tenantId,
      type: event.type,
      source: 'visitor' as const,
      personId,
      accountId,
      payload: { ...place, ...event.data },
    },
  ]
}
