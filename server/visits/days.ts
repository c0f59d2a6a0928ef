import type { Tx } from '../database/database.ts'
import { columns, selectRows } from '../database/givenRows.ts'
import { type FigureChange, grains } from './figures.ts'
import { audienceOf } from './queries.ts'

type DayChange = {
  tenantId: string
  startsAtMs: number
  audienceId: string
  sessions: number
  formSessions: number
}

const day = columns({
  tenantId: 'text',
  startsAtMs: 'bigint',
  audienceId: 'text',
  sessions: 'bigint',
  formSessions: 'bigint',
})

/** Changes the visits of audiences by day. Most reports are about a session that is counted already and change nothing. */
export async function addDays(tx: Tx, figures: FigureChange[]): Promise<void> {
  const changes = changesOf(figures)
  if (changes.length === 0) return
  await tx`
    insert into visit_days (tenant_id, starts_at_ms, audience_id, sessions, form_sessions)
    ${selectRows(tx, day, changes, audienceOf(changes))}
    on conflict (tenant_id, starts_at_ms, audience_id) do update set
      sessions = visit_days.sessions + excluded.sessions,
      form_sessions = visit_days.form_sessions + excluded.form_sessions`
}

/** In key order, so that transactions can't deadlock. */
function changesOf(figures: FigureChange[]): DayChange[] {
  const days = new Map<string, DayChange>()
  for (const { tenantId, audienceId, startsAtMs: hour, sessions, formSessions } of figures) {
    // The rows of a page are sums over its audiences.
    if (audienceId === '') continue
    const startsAtMs = hour - (hour % grains.day)
    const key = `${tenantId} ${startsAtMs} ${audienceId}`
    const change = days.get(key)
    days.set(key, {
      ...{ tenantId, startsAtMs, audienceId },
      sessions: (change?.sessions ?? 0) + sessions,
      formSessions: (change?.formSessions ?? 0) + formSessions,
    })
  }
  return [...days]
    .filter(([, { sessions, formSessions }]) => sessions !== 0 || formSessions !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)
}
