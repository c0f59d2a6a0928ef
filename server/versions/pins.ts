import type { Fragment, Reader, Tx } from '../database/database.ts'

/** A hash of these values as text. */
export const hashOf = (db: Reader, values: Fragment): Fragment =>
  db`encode(sha256(convert_to(jsonb_build_array(${values})::text, 'UTF8')), 'hex')`

/** Columns of an audience that are not visible to visitors or change with a publish. All others are pinned. */
const unpinned = [
  ...[
    'custom_name',
    'custom_name_folded',
    'custom_search_text',
    'computed_name',
    'name_folded',
    'search_text',
  ],
  ...['supplementary_context', 'created_at', 'archived_at', 'detached_at', 'live_at'],
  ...['recipient_name', 'recipient_logo_asset_id'],
]

/**
 * What visitors see of an audience besides its version, as values for `hashOf`: overrides, URL, account, links, and the
 * gates of the page with the audiences they are at. Expects the audience as `a` and its account as `account`.
 */
export const shownBeside = (db: Reader, tenantId: string, pageId: string): Fragment => db`
  to_jsonb(a) - ${unpinned}::text[], account.name, account.domain, account.logo_asset_id,
  (select jsonb_agg(jsonb_build_array(l.page_link_id, l.tenant_domain_id, l.path) order by l.page_link_id)
    from page_links l
    where l.tenant_id = ${tenantId} and l.audience_id = a.audience_id and l.deleted_at is null),
  (select ${hashOf(
    db,
    db`jsonb_agg(jsonb_build_array(to_jsonb(g) - 'visits', target.audience_id, target.account_id) order by g.page_link_id)`,
  )}
    from page_links l join page_link_gates g on g.tenant_id = ${tenantId} and g.page_link_id = l.page_link_id
      join audiences target on target.tenant_id = ${tenantId} and target.audience_id = l.audience_id
    where l.tenant_id = ${tenantId} and l.page_id = ${pageId} and l.deleted_at is null)`

/** A hash of what visitors see of an audience besides its version. */
export async function pinAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
): Promise<string | undefined> {
  const [row] = await tx<{ pin: string }[]>`
    select ${hashOf(tx, shownBeside(tx, tenantId, pageId))} as pin
    from audiences a
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
  return row?.pin
}

/** Columns of a page that are not visible to visitors or change with a publish. All others are pinned. */
const unpinnedOfPage = [
  ...['name', 'name_folded', 'search_text', 'page_type', 'page_context'],
  ...['status', 'personal_links', 'archived_at', 'deleted_at', 'created_at', 'updated_at'],
]

/** A hash of what a page contributes to all its audiences: scripts, actions, links, metadata, flags and brand. */
export async function pinPage(tx: Tx, tenantId: string, pageId: string): Promise<string | undefined> {
  const values = tx`to_jsonb(p) - ${unpinnedOfPage}::text[], to_jsonb(b) - '{created_at,updated_at}'::text[]`
  const [row] = await tx<{ pin: string }[]>`
    select ${hashOf(tx, values)} as pin
    from pages p join brands b on b.tenant_id = ${tenantId} and b.brand_id = p.brand_id
    where p.tenant_id = ${tenantId} and p.page_id = ${pageId}`
  return row?.pin
}
