import type { DatabaseSession } from '../server/database/session.ts'

export const bigTables = ['audiences', 'versions', 'visit_sessions', 'visit_figures', 'visit_stays']
const [day, year] = [86_400_000, 365 * 86_400_000]

/** Fills tables without their secondary indexes, which are built at once afterwards: a third of the time. */
export async function withoutIndexes(owner: DatabaseSession, fill: () => Promise<void>) {
  const indexes = await owner<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${bigTables}::text[])
      and not exists (select from pg_constraint where conname = indexname)`
  for (const { name } of indexes) await owner.execute(`drop index ${name}`)
  // Skips foreign key checks.
  await owner.execute('set session_replication_role = replica')
  await fill()
  await owner.execute('set session_replication_role = origin')
  for (const { definition } of indexes) await owner.execute(definition)
  for (const table of [...bigTables, 'tallies']) await owner.execute(`vacuum analyze ${table}`)
}

/**
 * A year of visits to a page, ten of each audience, with the figures that they sum up to. Who the visitors were is forgotten
 * after a day, as in production.
 */
export async function fillTenant(owner: DatabaseSession, tenantId: string, pageId: string, visits: number) {
  const audiences = visits / 10
  const id = (prefix: string, n = 'n') => `'${prefix}_' || lpad((${n})::text, 26, '0')`
  const ago = `((v - 1) * ${audiences} + n) * (${year}::bigint / ${visits})`
  const at = `(extract(epoch from now()) * 1000)::bigint - ${ago}`
  const isRecent = `${ago} < ${day}`
  const numbers = `generate_series(1, ${audiences}::bigint) as n`
  await owner.execute(`
    insert into version_documents values ('${tenantId}', 'same', '{"theme": {}, "blocks": []}');
    insert into audiences (tenant_id, audience_id, page_id, person_id, person_route_key, computed_name, name_folded,
      search_text, live_at)
    select '${tenantId}', ${id('audience')}, '${pageId}', ${id('person')}, lpad(to_hex(n), 16, '0'), name,
      chr(1) || lower(replace(name, ' ', ' ' || chr(1))), lower(name) || ' p' || n || '@example.com', now()
    from (select n, 'Jane' || n % 977 || ' Smith' || (n * 7919) % 20011 as name from ${numbers}) as named;
    insert into versions (tenant_id, version_id, audience_id, version_number, status, document_hash, base_hash,
      base_revision, created_at, became_draft_at, published_at)
    select '${tenantId}', ${id('version')}, ${id('audience')}, 1, 'published', 'same', 'same', 1, now(), now(), now()
    from ${numbers};
    insert into tallies values ('${tenantId}', 'page:${pageId}:audiences', ${audiences})`)
  await owner.execute(`
    insert into visit_sessions (tenant_id, page_id, audience_id, session_id, started_at_ms, last_seen_at_ms, verdict,
      visitor, number, stay_id, views, visible_ms, scroll, interactions, action_clicks, form_submits)
    select '${tenantId}', '${pageId}', ${id('audience')}, gen_random_uuid(), at, at + 30000, 'human',
      case when recent then gen_random_uuid() end, 1, case when recent then gen_random_uuid() end,
      1, 30000, 60, n % 3, (n % 10 = 0)::int, 0
    from (select n, ${at} as at, ${isRecent} as recent from ${numbers}, generate_series(1, 10) as v) as made;
    insert into visit_stays (tenant_id, audience_id, stay_id, verdict, visitor, started_at_ms, last_seen_at_ms, views,
      visible_ms, scroll, interactions, action_clicks, form_submits)
    select tenant_id, audience_id, stay_id, verdict, visitor, started_at_ms, last_seen_at_ms, views, visible_ms, scroll,
      interactions, action_clicks, form_submits
    from visit_sessions where tenant_id = '${tenantId}' and stay_id is not null`)
  const sums = `count(*), 0, sum(interactions), sum(scroll), sum(visible_ms), count(*) filter (where action_clicks > 0), 0`
  const figures = (audience: string, grain: 'hour' | 'day', ms: number) => `
    select '${tenantId}', '${pageId}', ${audience} as owner, '${grain}', started_at_ms / ${ms} * ${ms} as starts, ${sums}
    from visit_sessions where tenant_id = '${tenantId}' group by owner, starts`
  await owner.execute(`
    insert into visit_figures (tenant_id, page_id, audience_id, grain, starts_at_ms, sessions, bounces, interactions,
      scroll, visible_ms, conversions, form_sessions)
    ${[figures('audience_id', 'hour', 3_600_000), figures("''", 'hour', 3_600_000), figures("''", 'day', day)].join(' union all ')}
    -- As they come in production: the sums of a day or hour are far from those of the next.
    order by starts, owner`)
}
