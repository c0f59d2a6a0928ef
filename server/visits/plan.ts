import { randomUUID } from 'node:crypto'
import type { PageIdentity } from '../site/draw.ts'
import { changeSession, type FigureChange, FigureChanges } from './figures.ts'
import type { Report } from './schema.ts'
import type { Counts, Stay, TimeSpan, VisitOwner, VisitSession } from './sessions.ts'
import type { Judgement } from './verdict.ts'
import type { Visitor } from './visitors.ts'

/** A session ends after this long without activity. */
export const sessionBreakMs = 30 * 60_000
/** A start moves back only by more than this: smaller differences are network jitter and not worth an index entry. */
export const jitterMs = 1000

/** A report with data of its request. */
export type Arrival = PageIdentity &
  Visitor &
  Judgement & {
    receivedAtMs: number
    report: StayReport
    /** The origin of the visit, as JSON. */
    origin?: string | null
  }
/** The part of a report about the stay itself. */
export type StayReport = Omit<Report, 'token' | 'automated' | 'referrer' | 'query'>

export type VisitPlan = {
  newStays: Stay[]
  changedStays: Stay[]
  sessions: { before: VisitSession | undefined; after: VisitSession | undefined }[]
  figures: FigureChange[]
  /** New human sessions, with the report that started each. */
  started: { session: VisitSession; arrival: Arrival }[]
  clicks: { actionId: string; arrival: Arrival }[]
}

/** `isRow`: it has its own row in the database; `needsRow`: its session has other stays too. */
type StayEntry = { stay: Stay; isRow: boolean; needsRow: boolean; isChanged: boolean }
type SessionEntry = {
  before: VisitSession | undefined
  now: VisitSession | undefined
  arrival: Arrival | undefined
}
type VisitBook = {
  stays: Map<string, StayEntry>
  sessions: Map<string, SessionEntry[]>
  clicks: VisitPlan['clicks']
}

export const ownerKey = ({ tenantId, audienceId, verdict, visitor }: VisitOwner) =>
  `${tenantId} ${audienceId} ${verdict} ${visitor}`
export const stayKey = ({ tenantId, audienceId, verdict }: Omit<VisitOwner, 'visitor'>, stayId: string) =>
  `${tenantId} ${audienceId} ${verdict} ${stayId}`

/**
 * Computes the changes from reports, given their stays and all sessions of their visitors. Counts only grow and a start
 * only moves back, so the result doesn't depend on the order or repetition of reports.
 */
export function planVisits(
  arrivals: Arrival[],
  known: { stays: Stay[]; sessions: VisitSession[] },
): VisitPlan {
  const book: VisitBook = { stays: new Map(), sessions: new Map(), clicks: [] }
  for (const session of known.sessions) {
    sessionsOf(book, session).push({ before: session, now: session, arrival: undefined })
    if (session.stayId !== null) addStay(book, { ...session, stayId: session.stayId }, false)
  }
  for (const stay of known.stays) addStay(book, stay, true)
  for (const arrival of arrivals) applyReport(book, arrival)

  const stays = [...book.stays.values()]
  const beside = siblingsOfNewSessions(book)
  const touched = [...book.sessions.values()]
    .flat()
    .filter((entry) => entry.before !== entry.now || beside.has(entry))
  const figures = new FigureChanges()
  for (const { before, now } of touched) changeSession(figures, before, now)
  return {
    newStays: stays.flatMap(({ stay, isRow, needsRow }) => (needsRow && !isRow ? [stay] : [])),
    changedStays: stays.flatMap(({ stay, isRow, isChanged }) => (isRow && isChanged ? [stay] : [])),
    sessions: touched.map(({ before, now: after }) => ({ before, after })),
    figures: figures.list(),
    started: touched.flatMap(({ before, now: session, arrival }) =>
      !before && session?.verdict === 'human' && arrival ? [{ session, arrival }] : [],
    ),
    clicks: book.clicks,
  }
}

/**
 * The other sessions of visitors with a new one. They are written too, unchanged: the new revision makes a process that
 * extends one of them concurrently retry, as it may have to join the new session.
 */
function siblingsOfNewSessions(book: VisitBook): Set<SessionEntry> {
  const begun = [...book.sessions.values()].flat().filter(({ before, now }) => !before && now)
  return new Set(
    begun.flatMap(({ now, arrival }) => {
      const session = now as VisitSession
      const names = arrival ? namesOf(arrival, session) : [session.visitor]
      return names.flatMap((visitor) => book.sessions.get(ownerKey({ ...session, visitor })) ?? [])
    }),
  )
}

function sessionsOf(book: VisitBook, owner: VisitOwner): SessionEntry[] {
  const key = ownerKey(owner)
  let sessions = book.sessions.get(key)
  if (!sessions) {
    sessions = []
    book.sessions.set(key, sessions)
  }
  return sessions
}

function addStay(book: VisitBook, stay: Stay, isRow: boolean) {
  book.stays.set(stayKey(stay, stay.stayId), { stay, isRow, needsRow: false, isChanged: false })
}

function applyReport(book: VisitBook, arrival: Arrival) {
  const { report } = arrival
  const startedAtMs = arrival.receivedAtMs - report.age
  const seen = { startedAtMs, lastSeenAtMs: startedAtMs + Math.min(report.span, report.age) }
  const key = stayKey(arrival, report.stay)
  const entry = book.stays.get(key)
  const before = entry?.stay ?? newStay(book, arrival, seen)
  const stay = extendedStay(before, seen, report)
  if (entry && isSame(before, stay)) return
  book.stays.set(key, { isRow: false, needsRow: false, ...entry, stay, isChanged: true })
  if (arrival.verdict === 'human')
    for (const actionId of report.actions.slice(before.actionClicks)) book.clicks.push({ actionId, arrival })
  addToSession(book, arrival, stay, before)
}

function newStay(book: VisitBook, arrival: Arrival, seen: TimeSpan): Stay {
  const { tenantId, audienceId, verdict } = arrival
  const owner = { tenantId, audienceId, verdict, visitor: nameOf(book, arrival, seen) }
  const nothing = {
    views: 0,
    visibleMs: 0,
    scroll: 0,
    interactions: 0,
    actionClicks: 0,
    linkClicks: 0,
    formSubmits: 0,
  }
  return { ...owner, stayId: arrival.report.stay, ...seen, ...nothing, revision: 0 }
}

/** A visitor who arrived before midnight and is still active keeps yesterday's hash. */
function nameOf(book: VisitBook, arrival: Arrival, seen: TimeSpan): string {
  const { visitor, formerVisitor } = arrival
  if (formerVisitor === undefined) return visitor
  const former = book.sessions.get(ownerKey({ ...arrival, visitor: formerVisitor }))
  return former?.some(({ now }) => now && isOneVisit(now, seen)) ? formerVisitor : visitor
}

function isOneVisit(a: TimeSpan, b: TimeSpan) {
  return a.startedAtMs < b.lastSeenAtMs + sessionBreakMs && b.startedAtMs < a.lastSeenAtMs + sessionBreakMs
}

function extendedStay(stay: Stay, seen: TimeSpan, report: StayReport): Stay {
  return {
    ...stay,
    startedAtMs: seen.startedAtMs < stay.startedAtMs - jitterMs ? seen.startedAtMs : stay.startedAtMs,
    lastSeenAtMs: Math.max(stay.lastSeenAtMs, seen.lastSeenAtMs),
    views: Math.max(stay.views, report.views),
    visibleMs: Math.max(stay.visibleMs, Math.min(report.visible, report.age)),
    scroll: Math.max(stay.scroll, report.scroll),
    interactions: Math.max(stay.interactions, report.interactions),
    actionClicks: Math.max(stay.actionClicks, report.actions.length),
    linkClicks: Math.max(stay.linkClicks, report.links?.length ?? 0),
    formSubmits: Math.max(stay.formSubmits, report.submits),
  }
}

const measures = [
  ...(['startedAtMs', 'lastSeenAtMs', 'views', 'visibleMs', 'scroll'] as const),
  ...(['interactions', 'actionClicks', 'linkClicks', 'formSubmits'] as const),
]

function isSame(a: Stay, b: Stay) {
  return measures.every((measure) => a[measure] === b[measure])
}

/** Adds the new part of a stay to its session, which may merge two sessions. */
function addToSession(book: VisitBook, arrival: Arrival, stay: Stay, before: Stay) {
  const sessions = sessionsOf(book, stay)
  const touching = namesOf(arrival, stay)
    .flatMap((visitor) => sessionsOf(book, { ...stay, visitor }))
    .filter(({ now }) => now && isOneVisit(now, stay))
    .sort((a, b) => Number(!a.before) - Number(!b.before) || numberOf(a) - numberOf(b))
  const first = touching[0] ?? { before: undefined, now: newSession(arrival, stay, sessions), arrival }
  if (touching.length === 0) sessions.push(first)
  let session = first.now as VisitSession
  const isItsOnly = touching.length < 2 && session.stayId === stay.stayId
  if (!isItsOnly) for (const { now } of touching) requireRows(book, now as VisitSession)
  for (const other of touching.slice(1)) {
    session = joined(session, other.now as VisitSession)
    other.now = undefined
  }
  if (!isItsOnly) requireRow(book, stay, stay.stayId)
  first.now = joined(
    { ...session, stayId: isItsOnly ? stay.stayId : null },
    {
      ...stay,
      views: stay.views - before.views,
      visibleMs: stay.visibleMs - before.visibleMs,
      interactions: stay.interactions - before.interactions,
      actionClicks: stay.actionClicks - before.actionClicks,
      linkClicks: stay.linkClicks - before.linkClicks,
      formSubmits: stay.formSubmits - before.formSubmits,
      clickedActions: arrival.report.actions.slice(before.actionClicks),
      clickedLinks: arrival.report.links?.slice(before.linkClicks) ?? null,
    },
  )
}

/** Past midnight a visitor has two hashes, and sessions of both are theirs. */
function namesOf({ visitor, formerVisitor }: Arrival, stay: VisitOwner): string[] {
  const names = formerVisitor === undefined ? [visitor] : [visitor, formerVisitor]
  return names.includes(stay.visitor) ? names : [stay.visitor]
}

const numberOf = ({ before, now }: SessionEntry) => (now ?? before)?.number ?? 0

function requireRows(book: VisitBook, session: VisitSession) {
  if (session.stayId !== null) requireRow(book, session, session.stayId)
}

function requireRow(book: VisitBook, owner: VisitOwner, stayId: string) {
  const entry = book.stays.get(stayKey(owner, stayId))
  if (entry) entry.needsRow = true
}

function newSession(
  { pageId, reason, origin = null }: Arrival,
  stay: Stay,
  sessions: SessionEntry[],
): VisitSession {
  const { tenantId, audienceId, verdict, visitor, stayId, startedAtMs, lastSeenAtMs } = stay
  return {
    tenantId,
    pageId,
    audienceId,
    sessionId: randomUUID(),
    verdict,
    reason,
    origin,
    awaitsEnd: false,
    clickedActions: null,
    clickedLinks: null,
    visitor,
    number: Math.max(0, ...sessions.map(numberOf)) + 1,
    stayId,
    startedAtMs,
    lastSeenAtMs,
    views: 0,
    visibleMs: 0,
    scroll: 0,
    interactions: 0,
    actionClicks: 0,
    linkClicks: 0,
    formSubmits: 0,
    revision: 0,
  }
}

/** Further clicks are counted but not listed. */
const mostClicked = 50

function listed(before: string[] | null, more: string[] | null): string[] | null {
  const clicked = [...(before ?? []), ...(more ?? [])]
  return clicked.length > 0 ? clicked.slice(0, mostClicked) : null
}

function joined(
  session: VisitSession,
  more: TimeSpan & Counts & Pick<VisitSession, 'clickedActions' | 'clickedLinks'>,
): VisitSession {
  return {
    ...session,
    startedAtMs: Math.min(session.startedAtMs, more.startedAtMs),
    lastSeenAtMs: Math.max(session.lastSeenAtMs, more.lastSeenAtMs),
    views: session.views + more.views,
    visibleMs: session.visibleMs + more.visibleMs,
    scroll: Math.max(session.scroll, more.scroll),
    interactions: session.interactions + more.interactions,
    actionClicks: session.actionClicks + more.actionClicks,
    linkClicks: session.linkClicks + more.linkClicks,
    formSubmits: session.formSubmits + more.formSubmits,
    clickedActions: listed(session.clickedActions, more.clickedActions),
    clickedLinks: listed(session.clickedLinks, more.clickedLinks),
  }
}
