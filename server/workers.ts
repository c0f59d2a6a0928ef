import { join } from 'node:path'
import { forgetOldUsage } from './agent/usageQueries.ts'
import { workAgentRuns, workImageDescriptions } from './agent/worker.ts'
import { chainEvents, forgetOldEvents } from './audit/chain.ts'
import { workBatches } from './batches/worker.ts'
import { forgetOldSessions } from './console/queries.ts'
import type { AppContext } from './context.ts'
import { findTenantsElsewhere } from './database/reachable.ts'
import { WorkerHealth } from './database/workerHealth.ts'
import { recheckDomains } from './domains/verbs.ts'
import { removeFieldValues } from './fields/removal.ts'
import { ImageWorker } from './files/imageWorker.ts'
import { makeMissingForms } from './files/missingForms.ts'
import { removeFiles, removeUnusedUploads } from './files/removal.ts'
import { workGateCodes } from './links/codeWorker.ts'
import { forgetOldCodes } from './links/gateCodes.ts'
import { foldTallies } from './lists/tallies.ts'
import { workTeamMail } from './members/worker.ts'
import { forgetOldRunEvents } from './messages/queries.ts'
import { forgetOldNotices } from './notices/queries.ts'
import { workNotices } from './notices/worker.ts'
import { forgetOldOauthRecords } from './oauth/records.ts'
import { deleteFailedJobs } from './queue/jobs.ts'
import { Queue } from './queue/queue.ts'
import { forgetOldDryRuns } from './releases/queries.ts'
import { workReleases } from './releases/worker.ts'
import { workSchedules } from './schedules/worker.ts'
import { forgetProviderSessions } from './sso/sessions.ts'
import { forgetOldMailCounts } from './tenants/quotas.ts'
import { forgetOldSteps } from './users/steps.ts'
import { endVisits } from './visits/end.ts'
import { forgetVisitors } from './visits/forget.ts'
import { forgetOldRates } from './web/rateLimit.ts'
import { forgetOldDeliveries } from './webhooks/queries.ts'
import { encryptPlainSecrets } from './webhooks/secrets.ts'
import { workDeliveries } from './webhooks/sender.ts'

/** How long upkeep waits for the check of reachable Citus workers. */
const workersMs = 5_000

/** Runs jobs in this process. Returns a function that stops it. */
export async function startWorkers(context: AppContext): Promise<() => Promise<void>> {
  context.metrics.readProcess()
  const queue = new Queue(context)
  const close = await registerWorkers(queue, context)
  await queue.start()
  return async () => {
    await queue.stop()
    await close()
  }
}

/** Registers the handlers of all kinds of jobs. Returns a function to call after the queue has stopped. */
export async function registerWorkers(queue: Queue, context: AppContext): Promise<() => Promise<void>> {
  const imageWorker = new ImageWorker(context.log, join(context.config.dataDir, 'cache'))
  const workers = new WorkerHealth(context.db)
  queue.work('upkeep', {
    concurrency: 1,
    everyMs: 60_000,
    handle: () => doUpkeep(context, imageWorker, workers),
  })
  queue.work('remove_files', {
    concurrency: 4,
    mostAttempts: 10,
    handle: (job) => removeFiles(context, job),
  })
  queue.work('remove_field_values', {
    concurrency: 2,
    mostAttempts: 10,
    handle: (job) => removeFieldValues(context, job),
  })
  await workImageDescriptions(queue, context)
  workAgentRuns(queue, context)
  workBatches(queue, context)
  workReleases(queue, context)
  workSchedules(queue, context)
  const closeOutbound = workDeliveries(queue, context)
  workGateCodes(queue, context)
  workTeamMail(queue, context)
  const closeNotices = workNotices(queue, context)
  return async () => void (await Promise.all([closeOutbound(), closeNotices(), imageWorker.close()]))
}

/** While a worker of a Citus cluster is down, upkeep for its tenants is postponed. */
async function doUpkeep(
  context: AppContext,
  imageWorker: ImageWorker,
  workers: WorkerHealth,
): Promise<undefined> {
  const { db, log } = context
  const unreachable = await workers.findUnreachable(workersMs)
  const found = unreachable.length > 0 ? await findTenantsElsewhere(db, unreachable) : undefined
  if (found)
    log.warn({ unreachable, tenants: found.waiting }, 'upkeep for tenants on unreachable workers waits')
  const tenants = found?.tenants
  await foldTallies(db, tenants)
  await chainEvents(db, context.findCountry, tenants)
  await forgetOldEvents(db, context.config.auditRetentionDays, tenants)
  await forgetOldRates(db)
  await forgetOldDeliveries(db, undefined, undefined, tenants)
  await removeUnusedUploads(context, tenants)
  await db.inTransaction((tx) => forgetOldRunEvents(tx, tenants))
  await endVisits(db, undefined, tenants)
  await forgetVisitors(db, undefined, tenants)
  await forgetOldNotices(db, tenants)
  await forgetOldCodes(db, tenants)
  await forgetOldMailCounts(db, tenants)
  await forgetOldUsage(db, tenants)
  await recheckDomains(context, undefined, tenants)
  await encryptPlainSecrets(context, tenants)
  await db.inTransaction((tx) => forgetOldSessions(tx, tenants))
  await db.inTransaction((tx) => forgetProviderSessions(tx, tenants))
  await db.inTransaction(forgetOldSteps)
  await db.inTransaction(forgetOldOauthRecords)
  await db.inTransaction((tx) => forgetOldDryRuns(tx, tenants))
  await db.inTransaction(deleteFailedJobs)
  await makeMissingForms(context, imageWorker, tenants)
}
