import type { Reader } from '../database/database.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Counting takes about 150 ms with a million jobs, and anyone who can access `/metrics` can trigger it. */
const freshMs = 10_000

type JobCount = { kind: string; state: string; jobs: number }

/** Reports how many jobs are waiting. All processes read the same table. */
export function reportQueueDepth(metrics: Metrics, db: Reader): void {
  let counted: Promise<JobCount[]> | undefined
  let countedAt = 0
  const read = () => {
    if (!counted || performance.now() - countedAt > freshMs) {
      countedAt = performance.now()
      // Without the database there are no figures, but the other metrics are still needed.
      counted = countJobs(db).catch(() => [])
    }
    return counted
  }
  metrics.read(
    'gauge',
    {
      name: 'foyer_jobs',
      help: 'Jobs in the queue, by kind and state: due, later (also running ones) or failed.',
      labelNames: ['kind', 'state'],
    },
    async () => (await read()).map(({ kind, state, jobs }) => [{ kind, state }, jobs] as const),
    { largest: true },
  )
}

async function countJobs(db: Reader): Promise<JobCount[]> {
  return await db<JobCount[]>`
    -- every tenant: figures of the service
    select kind, state, count(*)::int as jobs
    from (select kind, case when failed_at is not null then 'failed' when due_at <= now() then 'due' else 'later' end
      as state from jobs) as found
    group by kind, state`
}
