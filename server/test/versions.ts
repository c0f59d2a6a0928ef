import type { Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { hasUnfinishedVersion, lockAudience } from '../versions/queries.ts'
import { addWaitingVersion } from '../versions/verbs.ts'

/** Creates a version like a message does, but without a message. */
export async function beginVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { isNewPageAgent }: { isNewPageAgent: boolean },
) {
  const [audience, mustWait] = await together([
    lockAudience(tx, tenantId, audienceId),
    hasUnfinishedVersion(tx, tenantId, audienceId),
  ])
  return addWaitingVersion(tx, tenantId, audience, { isNewPageAgent, mustWait })
}
