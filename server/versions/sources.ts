import type { Block, Document, Source } from '../../document/index.ts'
import { canonicalJson } from '../../shared/canonicalJson.ts'
import { type InputError, mostErrors, Problem } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'

/** A source with its path in the document. */
export type NamedSource = Source & { path: string }

/** Column names of source fields that differ from the field name. */
const columnOf: Record<string, string> = {
  phoneNumber: 'phone_number',
  linkedinProfileUrl: 'linkedin_profile_url',
  jobTitle: 'job_title',
}

/**
 * Rejects a document with new statements whose sources don't exist. Statements that are already public are not checked
 * again.
 */
export async function refuseMissingSources(
  db: Reader,
  tenantId: string,
  document: Document,
  published: Document,
): Promise<void> {
  const errors = await findMissingSources(db, tenantId, document, published)
  const [first] = errors
  if (first)
    throw new Problem('source_missing', `${first.path} ${first.message}.`, {
      errors: errors.slice(0, mostErrors),
    })
}

/** The missing sources of new statements. */
export async function findMissingSources(
  db: Reader,
  tenantId: string,
  document: Document,
  published: Document,
): Promise<InputError[]> {
  const named = listNewSources(document, published)
  return (await findMissing(db, tenantId, named)).map(({ kind, path }) => ({
    path,
    message: `does not match an existing ${kind.replace('_', ' ')}`,
  }))
}

/** The sources of blocks that are not published in this form. */
export function listNewSources(
  document: Document,
  published: Document,
  fingerprint: (block: Block) => string = canonicalJson,
): NamedSource[] {
  const known = new Set(published.blocks.filter(hasSources).map(fingerprint))
  return document.blocks.flatMap((block, index) =>
    !hasSources(block) || known.has(fingerprint(block))
      ? []
      : block.sources.map((source, i): NamedSource => ({ ...source, path: `/blocks/${index}/sources/${i}` })),
  )
}

function hasSources({ sources }: Block): boolean {
  return sources.length > 0
}

/** The sources that reference no row, a deleted row, or an empty field. */
export async function findMissing<T extends NamedSource>(
  db: Reader,
  tenantId: string,
  named: T[],
): Promise<T[]> {
  if (named.length === 0) return []
  const given = named.map(({ kind, id, field }, position) => ({
    ...{ kind, id, position, field: field && (columnOf[field] ?? field) },
  }))
  // PostgreSQL doesn't estimate the number of rows in JSON, so it caches the plan, which takes 1.2 ms to make. `exists`
  // is not used, because the planner may answer it by reading all rows of the tenant.
  const rows = await db<{ position: number }[]>`
    select position
    from json_to_recordset(${JSON.stringify(given)}::text::json) as s (kind text, id text, field text, position int)
    where case kind
      when 'account_field' then (select to_jsonb(t) ->> s.field is not null from accounts t
        where t.tenant_id = ${tenantId} and t.account_id = coalesce((select m.into_account_id from merged_accounts m
          where m.tenant_id = ${tenantId} and m.account_id = s.id), s.id))
      when 'person_field' then (select to_jsonb(t) ->> s.field is not null from persons t
        where t.tenant_id = ${tenantId} and t.person_id = s.id)
      when 'account_log' then (select t.deleted_at is null from account_logs t
        where t.tenant_id = ${tenantId} and t.account_log_id = s.id)
      when 'person_log' then (select t.deleted_at is null from person_logs t
        where t.tenant_id = ${tenantId} and t.person_log_id = s.id)
      when 'activity' then (select t.deleted_at is null from activity t
        where t.tenant_id = ${tenantId} and t.activity_id = s.id)
      when 'supplementary_context' then (select t.supplementary_context is not null from audiences t
        where t.tenant_id = ${tenantId} and t.audience_id = s.id)
      when 'page_context' then (select t.deleted_at is null and t.page_context <> '' from pages t
        where t.tenant_id = ${tenantId} and t.page_id = s.id)
      end is not true
    order by position`
  return rows.flatMap(({ position }) => named[position] ?? [])
}
