import type { Reader, Tx } from '../db.ts'
import { toMilliseconds } from '../time.ts'
import type { FigureChange } from './figures.ts'
import type { Arrival, Plan, Session, Stay } from './plan.ts'

/** Whom the audience of a visit is for. */
export type Held = { tenantId: string; audienceId: string; personId: string | null; accountId: string | null }

/** Two nodes saw the same visitor come at once. The code makes the transaction run again, and then it sees the other. */
export class Raced extends Error {
  readonly code = '40001'
}

/** Rows travel as one parameter, however many there are; PostgreSQL takes them apart. */
const rowsOf = (db: Reader, rows: object[]) => db`${JSON.stringify(rows)}::text::json`

/** The salts of two days. Whoever asks first on a day makes that day's. */
export async function findSalts(
  tx: Tx,
  today: string,
  yesterday: string,
  fresh: Buffer,
): Promise<Map<string, Buffer>> {
  await tx`insert into visit_salts (day, salt) values (${today}::date, ${fresh}) on conflict (day) do nothing`
  const rows = await tx<{ day: string; salt: Buffer }[]>`
    select day::text as day, salt from visit_salts where day in (${today}::date, ${yesterday}::date)`
  return new Map(rows.map(({ day, salt }) => [day, salt]))
}

/** Keeps audiences from being erased until the transaction ends. Those that are gone already are not returned. */
export async function holdAudiences(
  tx: Tx,
  places: { tenantId: string; audienceId: string }[],
): Promise<Held[]> {
  return await tx<Held[]>`
    select a.tenant_id, a.audience_id, a.person_id, a.account_id
    from audiences a join json_to_recordset(${rowsOf(tx, places)}) as given ("tenantId" text, "audienceId" text)
      on a.tenant_id = given."tenantId" and a.audience_id = given."audienceId"
    order by a.tenant_id, a.audience_id for key share of a`
}

type Stored<T> = Omit<T, 'startedAt' | 'lastSeenAt'> & { startedAt: string; lastSeenAt: string }

function dated<T extends Stay | Session>(rows: readonly Stored<T>[]): T[] {
  return rows.map(
    (row) =>
      ({
        ...row,
        startedAt: toMilliseconds(row.startedAt),
        lastSeenAt: toMilliseconds(row.lastSeenAt),
      }) as unknown as T,
  )
}

/** The stays that reports are about, held until the transaction ends. */
export async function holdStays(tx: Tx, arrivals: Arrival[]): Promise<Stay[]> {
  const keys = arrivals.map(({ tenantId, audienceId, verdict, report }) => ({
    tenantId,
    audienceId,
    verdict,
    stayId: report.stay,
  }))
  const rows = await tx<Stored<Stay>[]>`
    select s.tenant_id, s.audience_id, s.stay_id, s.verdict, s.visitor, s.started_at, s.last_seen_at, s.views,
      s.visible_ms, s.scroll, s.interactions, s.action_clicks, s.form_submits
    from visit_stays s join json_to_recordset(${rowsOf(tx, keys)})
        as given ("tenantId" text, "audienceId" text, "stayId" uuid, verdict text)
      on s.tenant_id = given."tenantId" and s.audience_id = given."audienceId" and s.stay_id = given."stayId"
        and s.verdict = given.verdict
    order by s.tenant_id, s.audience_id, s.stay_id, s.verdict for update of s`
  return dated<Stay>(rows).map((stay) => ({ ...stay, stayId: stay.stayId.replaceAll('-', '') }))
}

/** All sessions of the visitors that reports come from, held until the transaction ends. */
export async function holdSessions(tx: Tx, arrivals: Arrival[], stays: Stay[]): Promise<Session[]> {
  const keys = new Map<string, object>()
  const want = ({ tenantId, audienceId, verdict }: Stay | Arrival, visitor: string | undefined) =>
    visitor &&
    keys.set(`${tenantId} ${audienceId} ${verdict} ${visitor}`, { tenantId, audienceId, verdict, visitor })
  for (const arrival of arrivals) {
    want(arrival, arrival.visitor)
    want(arrival, arrival.formerVisitor)
  }
  for (const stay of stays) want(stay, stay.visitor)
  const rows = await tx<Stored<Session>[]>`
    select s.tenant_id, s.page_id, s.audience_id, s.session_id, s.verdict, s.reason, s.visitor, s.number, s.started_at,
      s.last_seen_at, s.views, s.visible_ms, s.scroll, s.interactions, s.action_clicks, s.form_submits
    from visit_sessions s join json_to_recordset(${rowsOf(tx, [...keys.values()])})
        as given ("tenantId" text, "audienceId" text, visitor uuid, verdict text)
      on s.tenant_id = given."tenantId" and s.audience_id = given."audienceId" and s.visitor = given.visitor
        and s.verdict = given.verdict
    order by s.tenant_id, s.audience_id, s.visitor, s.verdict, s.number for update of s`
  return dated<Session>(rows)
}

/** Everything a plan changes, sent at once: PostgreSQL runs the statements in this order. */
export async function writePlan(tx: Tx, { stays, sessions, figures }: Plan): Promise<void> {
  const gone = sessions.flatMap(({ before, after }) => (before && !after ? [before] : []))
  const changed = sessions.flatMap(({ before, after }) =>
    before && after ? [{ ...after, wasStartedAt: before.startedAt }] : [],
  )
  await Promise.all([
    insertStays(
      tx,
      stays.flatMap(({ stay, isNew }) => (isNew ? [stay] : [])),
    ),
    updateStays(
      tx,
      stays.flatMap(({ stay, isNew }) => (isNew ? [] : [stay])),
    ),
    deleteSessions(tx, gone),
    updateSessions(tx, changed),
    insertSessions(
      tx,
      sessions.flatMap(({ before, after }) => (!before && after ? [after] : [])),
    ),
    addFigures(tx, figures),
  ])
}

async function insertStays(tx: Tx, stays: Stay[]) {
  if (stays.length === 0) return
  const { count } = await tx`
    insert into visit_stays (tenant_id, audience_id, stay_id, verdict, visitor, started_at, last_seen_at, views,
      visible_ms, scroll, interactions, action_clicks, form_submits)
    select "tenantId", "audienceId", "stayId", verdict, visitor, to_timestamp("startedAt" / 1000.0),
      to_timestamp("lastSeenAt" / 1000.0), views, "visibleMs", scroll, interactions, "actionClicks", "formSubmits"
    from json_to_recordset(${rowsOf(tx, stays)}) as given ("tenantId" text, "audienceId" text, "stayId" uuid,
      verdict text, visitor uuid, "startedAt" bigint, "lastSeenAt" bigint, views int, "visibleMs" int, scroll int,
      interactions int, "actionClicks" int, "formSubmits" int)
    order by 1, 2, 3, 4 on conflict (tenant_id, audience_id, stay_id, verdict) do nothing`
  if (count < stays.length) throw new Raced()
}

async function updateStays(tx: Tx, stays: Stay[]) {
  if (stays.length === 0) return
  await tx`
    update visit_stays s set started_at = to_timestamp("startedAt" / 1000.0),
      last_seen_at = to_timestamp("lastSeenAt" / 1000.0), views = given.views, visible_ms = "visibleMs",
      scroll = given.scroll, interactions = given.interactions, action_clicks = "actionClicks",
      form_submits = "formSubmits"
    from json_to_recordset(${rowsOf(tx, stays)}) as given ("tenantId" text, "audienceId" text, "stayId" uuid,
      verdict text, "startedAt" bigint, "lastSeenAt" bigint, views int, "visibleMs" int, scroll int,
      interactions int, "actionClicks" int, "formSubmits" int)
    where s.tenant_id = "tenantId" and s.audience_id = "audienceId" and s.stay_id = "stayId"
      and s.verdict = given.verdict`
}

async function insertSessions(tx: Tx, sessions: Session[]) {
  if (sessions.length === 0) return
  const { count } = await tx`
    insert into visit_sessions (tenant_id, page_id, audience_id, session_id, verdict, reason, visitor, number,
      started_at, last_seen_at, views, visible_ms, scroll, interactions, action_clicks, form_submits)
    select "tenantId", "pageId", "audienceId", "sessionId", verdict, reason, visitor, number,
      to_timestamp("startedAt" / 1000.0), to_timestamp("lastSeenAt" / 1000.0), views, "visibleMs", scroll,
      interactions, "actionClicks", "formSubmits"
    from json_to_recordset(${rowsOf(tx, sessions)}) as given ("tenantId" text, "pageId" text, "audienceId" text,
      "sessionId" uuid, verdict text, reason text, visitor uuid, number int, "startedAt" bigint, "lastSeenAt" bigint,
      views bigint, "visibleMs" bigint, scroll int, interactions bigint, "actionClicks" bigint, "formSubmits" bigint)
    order by "tenantId", "audienceId", visitor, verdict, number
    on conflict (tenant_id, audience_id, visitor, verdict, number) where visitor is not null do nothing`
  if (count < sessions.length) throw new Raced()
}

async function updateSessions(tx: Tx, sessions: (Session & { wasStartedAt: number })[]) {
  if (sessions.length === 0) return
  await tx`
    update visit_sessions s set started_at = to_timestamp("startedAt" / 1000.0),
      last_seen_at = to_timestamp("lastSeenAt" / 1000.0), views = given.views, visible_ms = "visibleMs",
      scroll = given.scroll, interactions = given.interactions, action_clicks = "actionClicks",
      form_submits = "formSubmits"
    from json_to_recordset(${rowsOf(tx, sessions)}) as given ("tenantId" text, "audienceId" text, "sessionId" uuid,
      "wasStartedAt" bigint, "startedAt" bigint, "lastSeenAt" bigint, views bigint, "visibleMs" bigint, scroll int,
      interactions bigint, "actionClicks" bigint, "formSubmits" bigint)
    where s.tenant_id = "tenantId" and s.audience_id = "audienceId"
      and s.started_at = to_timestamp("wasStartedAt" / 1000.0) and s.session_id = "sessionId"`
}

async function deleteSessions(tx: Tx, sessions: Session[]) {
  if (sessions.length === 0) return
  await tx`
    delete from visit_sessions s
    using json_to_recordset(${rowsOf(tx, sessions)}) as given ("tenantId" text, "audienceId" text, "sessionId" uuid,
      "startedAt" bigint)
    where s.tenant_id = "tenantId" and s.audience_id = "audienceId"
      and s.started_at = to_timestamp("startedAt" / 1000.0) and s.session_id = "sessionId"`
}

async function addFigures(tx: Tx, changes: FigureChange[]) {
  if (changes.length === 0) return
  await tx`
    insert into visit_figures (tenant_id, page_id, audience_id, grain, starts_at, sessions, bounces, interactions,
      scroll, visible_ms, conversions, form_sessions)
    select "tenantId", "pageId", "audienceId", grain, to_timestamp("startsAt" / 1000.0), sessions, bounces,
      interactions, scroll, "visibleMs", conversions, "formSessions"
    from json_to_recordset(${rowsOf(tx, changes)}) as given ("tenantId" text, "pageId" text, "audienceId" text,
      grain text, "startsAt" bigint, sessions bigint, bounces bigint, interactions bigint, scroll bigint,
      "visibleMs" bigint, conversions bigint, "formSessions" bigint)
    on conflict (tenant_id, page_id, audience_id, grain, starts_at) do update set
      sessions = visit_figures.sessions + excluded.sessions,
      bounces = visit_figures.bounces + excluded.bounces,
      interactions = visit_figures.interactions + excluded.interactions,
      scroll = visit_figures.scroll + excluded.scroll,
      visible_ms = visit_figures.visible_ms + excluded.visible_ms,
      conversions = visit_figures.conversions + excluded.conversions,
      form_sessions = visit_figures.form_sessions + excluded.form_sessions`
}
