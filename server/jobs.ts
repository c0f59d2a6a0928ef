import { setTimeout as sleep } from 'node:timers/promises'
import { type ConstructorOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import { serviceRole, type Tx } from './database/database.ts'
import type { Log } from './log/log.ts'

/**
 * Every queue there is, with what its jobs carry. A job is a row written in the transaction of its cause:
 * committed means it will run, rolled back means it never was.
 */
export type JobData = {
  /** Has a model say what a new image shows. */
  describe_image: { tenantId: string; assetId: string }
  /** Takes the bytes of files off the disk or bucket once nothing uses them. */
  remove_files: { tenantId: string; fileIds: string[] }
  /** Folds tallies, forgets old rates, removes uploads that nothing came to use. */
  upkeep: Record<string, never>
}
export type QueueName = keyof JobData

const queues: Record<QueueName, { retryLimit: number; expireInSeconds: number }> = {
  describe_image: { retryLimit: 5, expireInSeconds: 600 },
  remove_files: { retryLimit: 10, expireInSeconds: 120 },
  upkeep: { retryLimit: 0, expireInSeconds: 120 },
}

export type Job<Q extends QueueName> = Pick<
  JobWithMetadata<JobData[Q]>,
  'id' | 'data' | 'signal' | 'retryCount'
>

export type Jobs = {
  enqueue<Q extends QueueName>(
    tx: Tx,
    queue: Q,
    data: JobData[Q],
    options?: { startAfter?: Date },
  ): Promise<void>
  /** Runs one job at a time of those it fetched together; a job that throws is tried again later. */
  work<Q extends QueueName>(queue: Q, handle: (job: Job<Q>) => Promise<void>): Promise<void>
  /** Runs a job of this queue at the times a cron expression names. */
  schedule<Q extends QueueName>(queue: Q, cron: string, data: JobData[Q]): Promise<void>
  /** Takes up no more jobs and waits for those that run; `close` leaves the rest to others. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** How long running jobs may take to finish when the service stops. */
const restMs = 25_000

const common: ConstructorOptions = {
  schema: 'pgboss',
  application_name: 'foyer jobs',
  max: 4,
  useListenNotify: true,
  createSchema: false,
  migrate: false,
}

export async function openJobs(url: string, log: Log, { works }: { works: boolean }): Promise<Jobs> {
  const boss = new PgBoss({
    ...common,
    connectionString: url,
    options: `-c role=${serviceRole}`,
    supervise: works,
    schedule: works,
    // Rebuilding an index takes its owner, which the service is not.
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  const worked = new Set<QueueName>()
  let resting: Promise<unknown> | undefined
  const rest = async () => {
    const finished = () => Promise.all([...worked].map((queue) => boss.offWork(queue, { wait: true })))
    resting ??= Promise.race([finished(), sleep(restMs, undefined, { ref: false })])
    await resting
  }
  return {
    async enqueue(tx, queue, data, options = {}) {
      await boss.send(queue, data, {
        ...options,
        db: { executeSql: (text, values) => execute(tx, text, values) },
      })
    },
    async work(queue, handle) {
      worked.add(queue)
      await boss.work<JobData[typeof queue]>(
        queue,
        {
          batchSize: 20,
          localConcurrency: 2,
          // New jobs wake the worker; retries and jobs for later are found by polling.
          notifyPollingIntervalSeconds: 2,
          burstWhenBatchFull: true,
          perJobResults: true,
          includeMetadata: true,
        },
        async (batch) =>
          Promise.all(
            batch.map(async (job) => {
              try {
                await handle(job)
                return { id: job.id, status: 'completed' as const }
              } catch (error) {
                log.warn({ err: error, queue, jobId: job.id, attempt: job.retryCount }, 'job failed')
                return { id: job.id, status: 'failed' as const, output: { message: String(error) } }
              }
            }),
          ),
      )
    },
    schedule: (queue, cron, data) => boss.schedule(queue, cron, data),
    rest,
    async close() {
      await rest()
      await boss.stop({ graceful: false })
    },
  }
}

async function execute(tx: Tx, text: string, values: unknown[] = []) {
  return { rows: await tx.run(text, values) }
}

/** Installs or upgrades the job tables and makes the queues, as the owner of the database. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({
    ...common,
    connectionString: url,
    createSchema: true,
    migrate: true,
    supervise: false,
    schedule: false,
    useListenNotify: false,
  })
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      const settings = { ...options, retryBackoff: options.retryLimit > 0, notify: true }
      if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
      else await boss.createQueue(name, settings)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
