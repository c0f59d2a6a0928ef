import { notFound } from '../../shared/problem.ts'
import type { Database } from '../database/database.ts'
import { lockAudience } from '../versions/queries.ts'
import { refuseArchived } from '../versions/state.ts'
import type { AudienceBaseState } from './stateSchema.ts'
import { compareStates, listStates } from './states.ts'
import { getReleasedPage } from './subjects.ts'

/** Detaches an audience from its page, or attaches it again. */
export async function setDetached(
  db: Database,
  tenantId: string,
  pageId: string,
  audienceId: string,
  detached: boolean,
): Promise<AudienceBaseState> {
  await db.inTransaction(async (tx) => {
    refuseArchived(await lockAudience(tx, tenantId, audienceId, pageId))
    await tx`
      update audiences set detached_at = ${detached ? tx`now()` : null}
      where tenant_id = ${tenantId} and audience_id = ${audienceId} ${detached ? tx`and detached_at is null` : tx``}`
  })
  const page = await getReleasedPage(db.read, tenantId, pageId)
  await compareStates(db, tenantId, page, [audienceId])
  const filter = { audienceId: [audienceId] }
  const [state] = await listStates(db.read, tenantId, page, filter, { limit: 1, after: undefined })
  return state ?? notFound('audience', audienceId)
}
