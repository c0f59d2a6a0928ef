import { TooLate, type Tx, violatedConstraint } from '../database/database.ts'
import { ofTenant } from '../database/distribution.ts'
import { columns, rowsOf, selectRows } from '../database/givenRows.ts'
import type { FigureChange } from './figures.ts'
import type { VisitPlan } from './plan.ts'
import { audienceOf } from './queries.ts'
import type { Stay, VisitSession } from './sessions.ts'

/**
 * Writes a plan in one round trip; PostgreSQL runs the statements in this order. Rows are written in a fixed order, so
 * that two batches can't deadlock. If a row was changed or inserted since it was read, the statement fails and the
 * transaction is retried.
 */
export async function writePlan(tx: Tx, { newStays, changedStays, sessions }: VisitPlan): Promise<void> {
  const gone = sessions.flatMap(({ before, after }) => (before && !after ? [before] : []))
  const changed = sessions.flatMap(({ before, after }) =>
    before && after ? [{ ...after, wasStartedAtMs: before.startedAtMs }] : [],
  )
  const made = sessions.flatMap(({ before, after }) => (!before && after ? [after] : []))
  const written = await Promise.allSettled([
    newStays.length > 0 && insertStays(tx, inOrder(newStays)),
    changedStays.length > 0 && updateStays(tx, inOrder(changedStays)),
    gone.length > 0 && deleteSessions(tx, inOrder(gone)),
    made.length > 0 && insertSessions(tx, inOrder(made)).catch(refuseLate),
    changed.length > 0 && updateSessions(tx, inOrder(changed)),
  ])
  // The first failure is the cause: later statements fail because of it, and may reject earlier.
  for (const each of written) if (each.status === 'rejected') throw each.reason
}

/** Another process has just inserted the session; checking first would cost as much as the insert. */
function refuseLate(error: unknown): never {
  throw violatedConstraint(error) === 'visit_sessions_visitor'
    ? new TooLate('a session was begun twice')
    : error
}

/** Any order works, as long as it is the same in every batch. */
function inOrder<T extends Stay | VisitSession>(rows: T[]): T[] {
  return rows.sort((a, b) =>
    a.visitor < b.visitor ? -1 : a.visitor > b.visitor ? 1 : a.startedAtMs - b.startedAtMs,
  )
}

const span = { startedAtMs: 'bigint', lastSeenAtMs: 'bigint' } as const
const counts = {
  views: 'bigint',
  visibleMs: 'bigint',
  scroll: 'int',
  interactions: 'bigint',
  actionClicks: 'bigint',
  linkClicks: 'bigint',
  formSubmits: 'bigint',
} as const
const stayKey = { tenantId: 'text', audienceId: 'text', stayId: 'uuid', verdict: 'text' } as const
const sessionKey = { tenantId: 'text', audienceId: 'text', sessionId: 'uuid' } as const
const newStay = columns({ ...stayKey, visitor: 'uuid', ...span, ...counts })
const changedStay = columns({ ...stayKey, revision: 'int', ...span, ...counts })
const goneSession = columns({ ...sessionKey, startedAtMs: 'bigint', revision: 'int' })
const newSession = columns({
  ...sessionKey,
  pageId: 'text',
  verdict: 'text',
  reason: 'text',
  origin: 'jsonb',
  awaitsEnd: 'boolean',
  clickedActions: 'jsonb',
  clickedLinks: 'jsonb',
  visitor: 'uuid',
  number: 'int',
  stayId: 'uuid',
  ...span,
  ...counts,
})
const changedSession = columns({
  ...sessionKey,
  wasStartedAtMs: 'bigint',
  revision: 'int',
  stayId: 'uuid',
  clickedActions: 'jsonb',
  clickedLinks: 'jsonb',
  ...span,
  ...counts,
})

async function insertStays(tx: Tx, stays: Stay[]) {
  await tx`
    -- every tenant: a group of reports, each row bound to its own tenant
    with written as (
      insert into visit_stays (tenant_id, audience_id, stay_id, verdict, visitor, started_at_ms, last_seen_at_ms, views,
        visible_ms, scroll, interactions, action_clicks, link_clicks, form_submits)
      select * from ${rowsOf(newStay, stays)}
      on conflict do nothing returning tenant_id
    )
    select demand_rows(count(*), ${stays.length}) from written`
}

/** The counts of a stay or session, from `given` rows. */
const given = (tx: Tx) => tx`
  started_at_ms = given.started_at_ms, last_seen_at_ms = given.last_seen_at_ms, views = given.views,
  visible_ms = given.visible_ms, scroll = given.scroll, interactions = given.interactions,
  action_clicks = given.action_clicks, link_clicks = given.link_clicks, form_submits = given.form_submits, revision = s.revision + 1`

async function updateStays(tx: Tx, stays: Stay[]) {
  await tx`
    -- every tenant: a group of reports, each row bound to its own tenant
    with written as (
      update visit_stays s set ${given(tx)}
      from ${rowsOf(changedStay, stays)}
      where s.tenant_id = ${ofTenant(tx, stays)} and s.stay_id = given.stay_id and s.audience_id = given.audience_id
        and s.verdict = given.verdict and s.revision = given.revision
      returning s.tenant_id
    )
    select demand_rows(count(*), ${stays.length}) from written`
}

async function deleteSessions(tx: Tx, sessions: VisitSession[]) {
  await tx`
    -- every tenant: a group of reports, each row bound to its own tenant
    with written as (
      delete from visit_sessions s
      using ${rowsOf(goneSession, sessions)}
      where s.tenant_id = ${ofTenant(tx, sessions)} and s.audience_id = given.audience_id
        and s.started_at_ms = given.started_at_ms and s.session_id = given.session_id and s.revision = given.revision
      returning s.tenant_id
    )
    select demand_rows(count(*), ${sessions.length}) from written`
}

const figure = columns({
  tenantId: 'text',
  pageId: 'text',
  audienceId: 'text',
  grain: 'text',
  startsAtMs: 'bigint',
  sessions: 'bigint',
  bounces: 'bigint',
  interactions: 'bigint',
  scroll: 'bigint',
  visibleMs: 'bigint',
  conversions: 'bigint',
  formSessions: 'bigint',
})

type ChangedSession = VisitSession & { wasStartedAtMs: number }

async function insertSessions(tx: Tx, sessions: VisitSession[]) {
  await tx`
    insert into visit_sessions (tenant_id, audience_id, session_id, page_id, verdict, reason, origin, awaits_end,
      clicked_actions, clicked_links, visitor, number,
      stay_id, started_at_ms, last_seen_at_ms, views, visible_ms, scroll, interactions, action_clicks,
      link_clicks, form_submits)
    ${selectRows(tx, newSession, sessions, audienceOf(sessions))}`
}

async function updateSessions(tx: Tx, sessions: ChangedSession[]) {
  await tx`
    -- every tenant: a group of reports, each row bound to its own tenant
    with changed as (
      update visit_sessions s set ${given(tx)}, stay_id = given.stay_id, clicked_actions = given.clicked_actions,
        clicked_links = given.clicked_links
      from ${rowsOf(changedSession, sessions)}
      where s.tenant_id = ${ofTenant(tx, sessions)} and s.audience_id = given.audience_id
        and s.started_at_ms = given.was_started_at_ms and s.session_id = given.session_id
        and s.revision = given.revision
      returning s.tenant_id
    )
    select demand_rows(count(*), ${sessions.length}) from changed`
}

/** Runs last in a transaction: every batch of a busy page updates the same few rows and locks them to the end. */
export async function addFigures(tx: Tx, figures: FigureChange[]): Promise<void> {
  if (figures.length === 0) return
  await tx`
    insert into visit_figures (tenant_id, page_id, audience_id, grain, starts_at_ms, sessions, bounces, interactions,
      scroll, visible_ms, conversions, form_sessions)
    ${selectRows(tx, figure, figures, audienceOf(figures))}
    on conflict (tenant_id, page_id, audience_id, grain, starts_at_ms) do update set
      sessions = visit_figures.sessions + excluded.sessions,
      bounces = visit_figures.bounces + excluded.bounces,
      interactions = visit_figures.interactions + excluded.interactions,
      scroll = visit_figures.scroll + excluded.scroll,
      visible_ms = visit_figures.visible_ms + excluded.visible_ms,
      conversions = visit_figures.conversions + excluded.conversions,
      form_sessions = visit_figures.form_sessions + excluded.form_sessions`
}
