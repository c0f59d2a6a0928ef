import type { Fragment, Reader, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'

/**
 * The SQL of an audience's display name and search text, which are derived from its person and account: "Jane Doe ·
 * Acme", "Acme" or "Everyone". It reads the rows `person` and `account`, either of which may be missing, and the
 * custom name of the audience in `given`.
 */
export function audienceNames(db: Reader): {
  computedName: Fragment
  nameFolded: Fragment
  searchText: Fragment
} {
  return {
    computedName: db`coalesce(
      ${joined(db, db`coalesce(person.name, person.email)`, db`coalesce(account.name, account.domain)`)},
      'Everyone')`,
    // The whole name is indexed, and an index entry has at most 2,700 bytes.
    nameFolded: db`left(coalesce(given.custom_name_folded,
      ${joined(db, db`person.name_folded`, db`account.name_folded`)}, E'\\x01everyone'), 500)`,
    searchText: db`coalesce(
      ${joined(db, db`given.custom_search_text`, db`person.search_text`, db`account.search_text`)}, 'everyone')`,
  }
}

/** Joins the non-null texts with dots; null without any. `concat_ws` is not immutable, which Citus requires. */
function joined(db: Reader, ...texts: Fragment[]): Fragment {
  const each = texts.map((text) => db`coalesce(${text} || ' · ', '')`)
  const all = each.reduce((left, right) => db`${left} || ${right}`)
  return db`nullif(left(${all}, -3), '')`
}

type AudienceOwner = { accountId: string } | { personIds: string[] }

const madeFor = (tx: Tx, owner: AudienceOwner) =>
  'accountId' in owner
    ? tx`given.account_id = ${owner.accountId}`
    : tx`given.person_id = any(${owner.personIds}::text[])`

/**
 * Locks the audiences of an account or of persons. Publishing locks an audience and then its person, so every change of
 * an account or person that renames audiences locks these first.
 */
export function lockAudiencesOf(tx: Tx, tenantId: string, owner: AudienceOwner): void {
  tx.defer(tx`
    select from audiences given
    where tenant_id = ${tenantId} and ${madeFor(tx, owner)} order by audience_id for no key update`)
}

/**
 * Recomputes the names of the audiences of a changed account or of changed persons, including the account of persons.
 * Live pages stay unchanged until their next publish, but the gates that protect them depend on the account. The caller
 * has locked them.
 */
export async function renameAudiencesOf(tx: Tx, tenantId: string, owner: AudienceOwner): Promise<void> {
  const { computedName, nameFolded, searchText } = audienceNames(tx)
  const moved = await tx<{ pageId: string }[]>`
    with given as materialized (
      select audience_id, person_id, account_id, custom_name_folded, custom_search_text from audiences given
      where tenant_id = ${tenantId} and ${madeFor(tx, owner)} order by audience_id for no key update
    ), named as (
      select given.audience_id, given.account_id as former_account_id,
        case when given.person_id is null then given.account_id else person.account_id end as account_id,
        ${computedName} as computed_name, ${nameFolded} as name_folded, ${searchText} as search_text
      from given
        left join persons person on person.tenant_id = ${tenantId} and person.person_id = given.person_id
        left join accounts account on account.tenant_id = ${tenantId}
          and account.account_id = case when given.person_id is null then given.account_id else person.account_id end
    ), changed as (
      update audiences a set account_id = named.account_id, computed_name = named.computed_name,
        name_folded = named.name_folded, search_text = named.search_text
      from named where a.tenant_id = ${tenantId} and a.audience_id = named.audience_id
      returning a.page_id, named.former_account_id is distinct from a.account_id as is_moved
    )
    select distinct page_id from changed where is_moved`
  notifyOfMove(tx, tenantId, moved)
}

/** Notifies every node of the pages whose audiences belong to another account: other gates may protect them. */
export function notifyOfMove(tx: Tx, tenantId: string, pages: { pageId: string }[]): void {
  for (const { pageId } of pages) notifySite(tx, tenantId, pageId)
}
