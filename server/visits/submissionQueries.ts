import type { Reader, Tx } from '../database/database.ts'
import { count } from '../lists/tallies.ts'
import type { PageOf } from '../web/paging.ts'
import type { Submission } from './schema.ts'

type NewSubmission = Omit<Submission, 'personId' | 'accountId' | 'createdAt'> & { fingerprint: Buffer }

/** Returns the time of storage; undefined if the same visitor has sent the same content before. */
export async function insertSubmission(
  tx: Tx,
  tenantId: string,
  { fields, ...submission }: NewSubmission,
): Promise<string | undefined> {
  const [row] = await tx<{ createdAt: string }[]>`
    insert into form_submissions ${tx.values({ tenantId, ...submission, fields: tx`${JSON.stringify(fields)}::text::json` } as never)}
    on conflict on constraint form_submissions_once do nothing returning created_at`
  if (row) count(tx, tenantId, { [`page:${submission.pageId}:submissions`]: 1 })
  return row?.createdAt
}

export async function listSubmissions(
  db: Reader,
  tenantId: string,
  pageId: string,
  { limit, after }: PageOf<[string]>,
): Promise<Submission[]> {
  return await db<Submission[]>`
    select s.submission_id, s.page_id, s.audience_id, s.version_id, a.person_id, a.account_id, s.form_id, s.fields,
      s.created_at
    from form_submissions s
      join audiences a on a.tenant_id = ${tenantId} and a.audience_id = s.audience_id
    where s.tenant_id = ${tenantId} and s.page_id = ${pageId} ${after ? db`and s.submission_id < ${after[0]}` : db``}
    order by s.submission_id desc limit ${limit + 1}`
}
