import type { Reader } from '../database/database.ts'
import type { Note } from './agent.ts'

const mostNotes = 50

/** Facts about an account and a person, newest first: their logs and recent activity. */
export async function listNotes(
  db: Reader,
  tenantId: string,
  { accountId = '', personId = '' }: { accountId?: string | undefined; personId?: string | undefined },
): Promise<Note[]> {
  const rows = await db<(Omit<Note, 'text'> & { text: string | null; type: string })[]>`
    select * from (
      (select 'account_log' as kind, account_log_id as id, text, '' as type, created_at from account_logs
       where tenant_id = ${tenantId} and account_id = ${accountId} and deleted_at is null
       order by account_log_id desc limit ${mostNotes})
      union all
      (select 'person_log', person_log_id, text, '', created_at from person_logs
       where tenant_id = ${tenantId} and person_id = ${personId} and deleted_at is null
       order by person_log_id desc limit ${mostNotes})
      union all
      (select 'activity', activity_id, payload ->> 'text', type, created_at from activity
       where tenant_id = ${tenantId} and account_id = ${accountId} and part in (0, 1)
         and account_log_id is null and person_log_id is null
       order by activity_id desc limit 20)
    ) as notes order by created_at desc limit ${mostNotes}`
  return rows.map(({ kind, id, text, type, createdAt }) => ({ kind, id, text: text ?? type, createdAt }))
}
