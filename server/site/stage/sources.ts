import type { Source } from '../../../document/index.ts'
import type { Reader } from '../../database/database.ts'
import type { SourceText } from './schema.ts'
import { keyOf } from './sourceKey.ts'

type SourceRow = Omit<SourceText, 'field' | 'text'> & {
  text: string | null
  fields: Record<string, unknown> | null
}

/** The values of sources, by `keyOf`. */
export async function readSources(
  db: Reader,
  tenantId: string,
  sources: Source[],
): Promise<Map<string, SourceText>> {
  if (sources.length === 0) return new Map()
  const rows = await findRows(db, tenantId, [...new Set(sources.map(({ id }) => id))])
  const found = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return new Map(
    sources.map((source) => [keyOf(source), toText(source, found.get(`${source.kind} ${source.id}`))]),
  )
}

function toText({ kind, id, field = undefined }: Source, row: SourceRow | undefined): SourceText {
  const value = field === undefined ? row?.text : row?.fields?.[field]
  return {
    kind,
    id,
    field: field ?? null,
    text: typeof value === 'string' && value !== '' ? value : null,
    name: row?.name ?? null,
    accountId: row?.accountId ?? null,
    personId: row?.personId ?? null,
    createdAt: row?.createdAt ?? null,
  }
}

async function findRows(db: Reader, tenantId: string, ids: string[]): Promise<SourceRow[]> {
  return await db<SourceRow[]>`
    select 'account_field' as kind, t.account_id as id, null as text, coalesce(t.name, t.domain) as name,
      t.account_id, null as person_id, null::timestamptz as created_at,
      jsonb_build_object('name', t.name, 'domain', t.domain) as fields
    from accounts t where t.tenant_id = ${tenantId} and t.account_id = any(${ids})
    union all
    select 'person_field', t.person_id, null, coalesce(t.name, t.email), t.account_id, t.person_id, null,
      jsonb_build_object('name', t.name, 'email', t.email, 'domain', t.domain, 'phoneNumber', t.phone_number,
        'linkedinProfileUrl', t.linkedin_profile_url, 'jobTitle', t.job_title)
    from persons t where t.tenant_id = ${tenantId} and t.person_id = any(${ids})
    union all
    select 'account_log', t.account_log_id, t.text, coalesce(a.name, a.domain), t.account_id, null, t.created_at, null
    from account_logs t join accounts a on a.tenant_id = ${tenantId} and a.account_id = t.account_id
    where t.tenant_id = ${tenantId} and t.account_log_id = any(${ids}) and t.deleted_at is null
    union all
    select 'person_log', t.person_log_id, t.text, coalesce(p.name, p.email), p.account_id, t.person_id, t.created_at,
      null
    from person_logs t join persons p on p.tenant_id = ${tenantId} and p.person_id = t.person_id
    where t.tenant_id = ${tenantId} and t.person_log_id = any(${ids}) and t.deleted_at is null
    union all
    select 'activity', t.activity_id, coalesce(t.payload ->> 'text', t.type),
      coalesce(p.name, p.email, a.name, a.domain), t.account_id, t.person_id, t.created_at, null
    from activity t
      left join accounts a on a.tenant_id = ${tenantId} and a.account_id = t.account_id
      left join persons p on p.tenant_id = ${tenantId} and p.person_id = t.person_id
    where t.tenant_id = ${tenantId} and t.activity_id = any(${ids}) and t.deleted_at is null
    union all
    select 'supplementary_context', t.audience_id, t.supplementary_context, coalesce(t.custom_name, t.computed_name),
      null, null, null, null
    from audiences t where t.tenant_id = ${tenantId} and t.audience_id = any(${ids})
    union all
    select 'page_context', t.page_id, t.page_context, t.name, null, null, null, null
    from pages t where t.tenant_id = ${tenantId} and t.page_id = any(${ids}) and t.deleted_at is null`
}
