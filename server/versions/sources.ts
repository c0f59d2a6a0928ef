import { canonicalJson } from '../../shared/canonicalJson.ts'
import type { Reader } from '../database/database.ts'
import type { Block, Document, Source } from '../documents/schema.ts'
import { type InputError, mostErrors, Problem } from '../web/problem.ts'

/** A source with its place in the document. */
export type NamedSource = Source & { path: string }

/** The columns that the fields of a source stand for, where they are spelt otherwise. */
const columnOf: Record<string, string> = {
  phoneNumber: 'phone_number',
  linkedinProfileUrl: 'linkedin_profile_url',
}

/**
 * Refuses a document that says something new about somebody and names a source for it that does not exist. What the
 * public sees already is not asked again.
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

/** The sources of new statements that do not exist. */
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

/** The sources of blocks that are not published like this. */
export function listNewSources(
  document: Document,
  published: Document,
  fingerprint: (block: Block) => string = canonicalJson,
): NamedSource[] {
  const known = new Set(published.blocks.map(fingerprint))
  return document.blocks.flatMap((block, index) =>
    known.has(fingerprint(block))
      ? []
      : block.sources.map((source, i): NamedSource => ({ ...source, path: `/blocks/${index}/sources/${i}` })),
  )
}

/** Which of the sources name nothing: no row, one that was removed, or a field without a value. */
export async function findMissing<T extends NamedSource>(
  db: Reader,
  tenantId: string,
  named: T[],
): Promise<T[]> {
  if (named.length === 0) return []
  const kinds = named.map(({ kind }) => kind)
  const ids = named.map(({ id }) => id)
  const fields = named.map(({ field }) => (field === undefined ? null : (columnOf[field] ?? field)))
  const rows = await db<{ position: number }[]>`
    select position::int as position
    from unnest(${kinds}::text[], ${ids}::text[], ${fields}::text[]) with ordinality as s (kind, id, field, position)
    where not case kind
      when 'account_field' then exists (select from accounts t
        where t.tenant_id = ${tenantId} and t.account_id = s.id and to_jsonb(t) ->> s.field is not null)
      when 'person_field' then exists (select from persons t
        where t.tenant_id = ${tenantId} and t.person_id = s.id and to_jsonb(t) ->> s.field is not null)
      when 'account_log' then exists (select from account_logs t
        where t.tenant_id = ${tenantId} and t.account_log_id = s.id and t.deleted_at is null)
      when 'person_log' then exists (select from person_logs t
        where t.tenant_id = ${tenantId} and t.person_log_id = s.id and t.deleted_at is null)
      when 'activity' then exists (select from activity t
        where t.tenant_id = ${tenantId} and t.activity_id = s.id and t.deleted_at is null)
      when 'supplementary_context' then exists (select from audiences t
        where t.tenant_id = ${tenantId} and t.audience_id = s.id and t.supplementary_context is not null)
      when 'page_context' then exists (select from pages t
        where t.tenant_id = ${tenantId} and t.page_id = s.id and t.deleted_at is null and t.page_context <> '')
      else false end
    order by position`
  return rows.flatMap(({ position }) => named[position - 1] ?? [])
}
