import type { Tx } from '../database/database.ts'
import { claimJobs } from '../queue/claims.ts'
import type { Job } from '../queue/kinds.ts'

/** Claims the oldest due agent run of a tenant, like a worker. */
export async function claimRun(tx: Tx, tenantId: string): Promise<Job<'agent_run'> | undefined> {
  const asked = [{ tenantId, group: '', slots: 1 }]
  const [job] = await claimJobs(tx, 'agent_run', asked, { leaseMs: 60_000, now: tx`now()` })
  return job
}
