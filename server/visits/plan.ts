import { randomUUID } from 'node:crypto'
import { addSession, type FigureChange, FigureChanges } from './figures.ts'
import type { Report } from './schema.ts'
import type { Place } from './token.ts'
import type { Judgement } from './verdict.ts'
import type { Visitor } from './visitors.ts'

/** Without a sign of life for this long a session is over. */
export const sessionBreakMs = 30 * 60_000

/** A report with what the request it came in tells. */
export type Arrival = Place & Visitor & Judgement & { receivedAt: number; report: Report }

/** What stays and sessions count. */
export type Counts = {
  views: number
  visibleMs: number
  scroll: number
  interactions: number
  actionClicks: number
  formSubmits: number
}

export type Stay = Counts & {
  tenantId: string
  audienceId: string
  stayId: string
  verdict: string
  visitor: string
  startedAt: number
  lastSeenAt: number
}

export type Session = Counts & {
  tenantId: string
  pageId: string
  audienceId: string
  sessionId: string
  verdict: string
  reason: string | null
  visitor: string
  number: number
  startedAt: number
  lastSeenAt: number
}

export type SessionChange = { before: Session | undefined; after: Session | undefined }

export type Plan = {
  stays: { stay: Stay; isNew: boolean }[]
  sessions: SessionChange[]
  figures: FigureChange[]
  /** Human sessions that begin, with the report that began them. */
  started: { session: Session; arrival: Arrival }[]
  clicks: { actionId: string; arrival: Arrival }[]
}

const none: Counts = { views: 0, visibleMs: 0, scroll: 0, interactions: 0, actionClicks: 0, formSubmits: 0 }

/** Who shares sessions: reports of one visitor to one audience, people and machines apart. */
const visitorKey = (of: { tenantId: string; audienceId: string; verdict: string }, visitor: string) =>
  `${of.tenantId} ${of.audienceId} ${of.verdict} ${visitor}`
const stayKey = (of: { tenantId: string; audienceId: string; verdict: string; stayId: string }) =>
  `${of.tenantId} ${of.audienceId} ${of.verdict} ${of.stayId}`

type Entry = { before: Session | undefined; now: Session | undefined; arrival: Arrival | undefined }
type Book = {
  stays: Map<string, { stay: Stay; isNew: boolean; isChanged: boolean }>
  entries: Map<string, Entry[]>
  clicks: Plan['clicks']
}

/**
 * What reports come to, given the stays they are about and all sessions of their visitors. Every number only grows
 * and a start only moves back, so the outcome is the same in whatever order reports come, and however often.
 */
export function planVisits(arrivals: Arrival[], known: { stays: Stay[]; sessions: Session[] }): Plan {
  const book: Book = {
    stays: new Map(known.stays.map((stay) => [stayKey(stay), { stay, isNew: false, isChanged: false }])),
    entries: new Map(),
    clicks: [],
  }
  for (const session of known.sessions)
    entriesOf(book, visitorKey(session, session.visitor)).push({
      before: session,
      now: session,
      arrival: undefined,
    })
  for (const arrival of arrivals) enter(book, arrival)

  const touched = [...book.entries.values()].flat().filter(({ before, now }) => before !== now)
  const figures = new FigureChanges()
  for (const { before, now } of touched) {
    if (before) addSession(figures, before, -1)
    if (now) addSession(figures, now, 1)
  }
  return {
    stays: [...book.stays.values()].filter(({ isChanged }) => isChanged),
    sessions: touched.map(({ before, now }) => ({ before, after: now })),
    figures: figures.list(),
    started: touched.flatMap(({ before, now: session, arrival }) =>
      !before && session?.verdict === 'human' && arrival ? [{ session, arrival }] : [],
    ),
    clicks: book.clicks,
  }
}

function entriesOf(book: Book, key: string): Entry[] {
  let entries = book.entries.get(key)
  if (!entries) {
    entries = []
    book.entries.set(key, entries)
  }
  return entries
}

function enter(book: Book, arrival: Arrival) {
  const startedAt = arrival.receivedAt - arrival.report.age
  const seen = { startedAt, lastSeenAt: startedAt + Math.min(arrival.report.span, arrival.report.age) }
  const key = stayKey({ ...arrival, stayId: arrival.report.stay })
  const known = book.stays.get(key)
  const before = known?.stay ?? newStay(book, arrival, seen)
  const stay = grown(before, seen, arrival.report)
  if (known && isSame(before, stay)) return
  book.stays.set(key, { stay, isNew: known?.isNew ?? true, isChanged: true })
  if (arrival.verdict === 'human')
    for (const actionId of arrival.report.actions.slice(before.actionClicks))
      book.clicks.push({ actionId, arrival })
  addToSession(book, arrival, stay, before)
}

function newStay(book: Book, arrival: Arrival, seen: { startedAt: number; lastSeenAt: number }): Stay {
  const { tenantId, audienceId, verdict } = arrival
  return {
    tenantId,
    audienceId,
    verdict,
    stayId: arrival.report.stay,
    visitor: nameOf(book, arrival, seen),
    ...seen,
    ...none,
  }
}

/** Who came before midnight and is still here goes on under yesterday's salt. */
function nameOf(book: Book, arrival: Arrival, seen: { startedAt: number; lastSeenAt: number }): string {
  const { visitor, formerVisitor } = arrival
  const former = formerVisitor ? book.entries.get(visitorKey(arrival, formerVisitor)) : undefined
  const goesOn = former?.some(({ now }) => now && isOneVisit(now, seen))
  return goesOn && formerVisitor ? formerVisitor : visitor
}

function isOneVisit(
  a: { startedAt: number; lastSeenAt: number },
  b: { startedAt: number; lastSeenAt: number },
) {
  return a.startedAt < b.lastSeenAt + sessionBreakMs && b.startedAt < a.lastSeenAt + sessionBreakMs
}

function grown(stay: Stay, seen: { startedAt: number; lastSeenAt: number }, report: Report): Stay {
  return {
    ...stay,
    startedAt: Math.min(stay.startedAt, seen.startedAt),
    lastSeenAt: Math.max(stay.lastSeenAt, seen.lastSeenAt),
    views: Math.max(stay.views, report.views),
    visibleMs: Math.max(stay.visibleMs, Math.min(report.visible, report.age)),
    scroll: Math.max(stay.scroll, report.scroll),
    interactions: Math.max(stay.interactions, report.interactions),
    actionClicks: Math.max(stay.actionClicks, report.actions.length),
    formSubmits: Math.max(stay.formSubmits, report.submits),
  }
}

function isSame(a: Stay, b: Stay) {
  return (Object.keys(a) as (keyof Stay)[]).every((name) => a[name] === b[name])
}

/** Adds what is new of a stay to its session, which may close the gap between sessions that were two until now. */
function addToSession(book: Book, arrival: Arrival, stay: Stay, before: Stay) {
  const entries = entriesOf(book, visitorKey(stay, stay.visitor))
  const touching = entries
    .filter(({ now }) => now && isOneVisit(now, stay))
    .sort((a, b) => (a.now as Session).number - (b.now as Session).number)
  let first = touching[0]
  if (!first) {
    first = { before: undefined, now: newSession(arrival, stay, entries), arrival }
    entries.push(first)
  }
  for (const other of touching.slice(1)) {
    first.now = joined(first.now as Session, other.now as Session)
    other.now = undefined
  }
  first.now = joined(first.now as Session, {
    ...stay,
    views: stay.views - before.views,
    visibleMs: stay.visibleMs - before.visibleMs,
    interactions: stay.interactions - before.interactions,
    actionClicks: stay.actionClicks - before.actionClicks,
    formSubmits: stay.formSubmits - before.formSubmits,
  })
}

function newSession({ pageId, reason }: Arrival, stay: Stay, entries: Entry[]): Session {
  const { tenantId, audienceId, verdict, visitor, startedAt, lastSeenAt } = stay
  const number =
    entries.reduce((most, { before, now }) => Math.max(most, before?.number ?? 0, now?.number ?? 0), 0) + 1
  const identity = { tenantId, pageId, audienceId, sessionId: randomUUID(), verdict, reason, visitor, number }
  return { ...identity, startedAt, lastSeenAt, ...none }
}

function joined(session: Session, more: Counts & { startedAt: number; lastSeenAt: number }): Session {
  return {
    ...session,
    startedAt: Math.min(session.startedAt, more.startedAt),
    lastSeenAt: Math.max(session.lastSeenAt, more.lastSeenAt),
    views: session.views + more.views,
    visibleMs: session.visibleMs + more.visibleMs,
    scroll: Math.max(session.scroll, more.scroll),
    interactions: session.interactions + more.interactions,
    actionClicks: session.actionClicks + more.actionClicks,
    formSubmits: session.formSubmits + more.formSubmits,
  }
}
