import type { Metadata } from '../../document/index.ts'
import { notFound } from '../../shared/problem.ts'
import type { Reader } from '../database/database.ts'
import type { CheckedPage } from '../versions/blockers.ts'

/** The data that a version is checked against besides its document. */
export type CheckedAudience = CheckedPage & {
  title: string
  metadata: Metadata | null
  pageStatus: 'draft' | 'published' | 'archived'
  /** Names of the person and the account, if long enough to be distinguished from other words. */
  names: string[]
  /** A link leads to it, or to another audience of its page, below which persons have URLs. */
  isReachable: boolean
}

export async function getCheckedAudience(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<CheckedAudience> {
  const [row] = await db<(CheckedAudience & { said: (string | null)[] })[]>`
    select p.actions, p.header_action_id, a.action_url_override, p.title, p.metadata, p.status as page_status,
      array[account.name, person.name] as said,
      exists (select from page_links l
        where l.tenant_id = ${tenantId} and l.deleted_at is null
          and (l.audience_id = a.audience_id or (a.person_id is not null and l.page_id = a.page_id)))
        or p.flags = '{home_page}' as is_reachable
    from audiences a
      join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
      left join accounts account on account.tenant_id = ${tenantId} and account.account_id = a.account_id
      left join persons person on person.tenant_id = ${tenantId} and person.person_id = a.person_id
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
  const { said, ...audience } = row ?? notFound('audience', audienceId)
  return { ...audience, names: said.filter((name): name is string => (name ?? '').trim().length > 2) }
}

/** The data that the document of a page is checked against, as everyone would see it. */
export async function getCheckedPage(db: Reader, tenantId: string, pageId: string): Promise<CheckedAudience> {
  const [row] = await db<CheckedAudience[]>`
    select p.actions, p.header_action_id, null as action_url_override, p.title, p.metadata, p.status as page_status,
      '{}'::text[] as names, true as is_reachable
    from pages p where p.tenant_id = ${tenantId} and p.page_id = ${pageId} and p.deleted_at is null`
  return row ?? notFound('page', pageId)
}

/** Which of these paths exist on any host of the tenant. */
export async function findLeadingPaths(db: Reader, tenantId: string, paths: string[]): Promise<Set<string>> {
  const rows = await db<{ path: string }[]>`
    select path from page_links
    where tenant_id = ${tenantId} and path = any(${paths}) and deleted_at is null
    union
    select '/' from pages where tenant_id = ${tenantId} and flags = '{home_page}' and deleted_at is null`
  return new Set(rows.map(({ path }) => path))
}
