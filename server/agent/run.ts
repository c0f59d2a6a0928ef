import { type Document, fillPlaceholders, type Operation } from '../../document/index.ts'
import { gatherFacts } from '../audiences/queries.ts'
import { actorOfKey } from '../audit/cause.ts'
import { recordEvent } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { isInfrastructureFault, type Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { insertAnswer, noteInterruptedCost, type PendingRunEvent } from '../messages/queries.ts'
import type { RunOutcome } from '../messages/schema.ts'
import { emitRunStatus, promoteNext } from '../messages/verbs.ts'
import { completeJob, deleteJob, hastenJob, removeJob } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import { inSpan } from '../telemetry/trace.ts'
import { toMilliseconds } from '../time.ts'
import { findLockedAudience, findPublishedVersion, findVersion } from '../versions/queries.ts'
import { cancelLocked, finishLocked, finishVersion, startLocked, startVersion } from '../versions/verbs.ts'
import type { Agent, AgentContext } from './agent.ts'
import { type AgentAnswer, collectAnswer, describeFailure, emptyAnswer, failureLog } from './answer.ts'
import { gatherContext } from './context.ts'
import { RunEventWriter } from './runEvents.ts'

/**
 * A run that many worker processes have started but not finished is abandoned: the message may be what crashes them.
 * Not before half an hour, as workers are also killed for other reasons, several times within minutes. Attempts that
 * failed because of the database don't count.
 */
const mostTries = 10
const giveUpAfterMs = 30 * 60_000

/**
 * The batch of a run checks for finished runs every second; if the last check was 100 ms ago or more, it is triggered
 * now.
 */
const hastenWithinMs = 900

/** A claimed job, its version and, once known, the version it starts from. */
type ClaimedRun = {
  job: Job<'agent_run'>
  tenantId: string
  audienceId: string
  versionId: string
  startedFrom?: string
}

/**
 * Executes one run: the agent's output is validated, streamed to clients, and written once at the end. A failure of the
 * agent ends the run; a failure of the database is thrown, so that the job is retried.
 */
export async function carryOut(
  context: AppContext,
  agent: Agent,
  job: Job<'agent_run'>,
  stop: AbortSignal,
): Promise<void> {
  const { tenantId, key: versionId, data } = job
  const run: ClaimedRun = { job, tenantId, audienceId: data.audienceId, versionId }
  const { db, config } = context
  const { model } = agent
  const started = await db.inTransaction((tx) => beginRun(tx, run))
  if (!started) return
  const answer = emptyAnswer(model)
  const ageMs = databaseNow() - toMilliseconds(started.version.queuedAt ?? started.version.createdAt)
  if (job.attempts > mostTries && ageMs > giveUpAfterMs)
    return void (await db.inTransaction((tx) => endWith(tx, run, answer, describeFailure(undefined, config))))
  const startedAt = performance.now()
  const signal = AbortSignal.any([stop, AbortSignal.timeout(config.agentTimeoutSeconds * 1000)])
  const events = new RunEventWriter(context, run)
  let failure: string | undefined
  try {
    const { startedFrom, ...task } = await gatherContext(context, tenantId, started.pageId, started.version)
    run.startedFrom = startedFrom
    await answerInSpan(agent, task, answer, signal, events)
    signal.throwIfAborted()
  } catch (error) {
    if (isInfrastructureFault(error)) {
      await events.finish()
      throw error
    }
    if (!stop.aborted) {
      context.log.warn({ ...failureLog(error), versionId, model }, 'agent run failed')
      failure = describeFailure(error, config)
    }
  }
  const pending = await events.finish()
  answer.cost.durationMs = Math.round(performance.now() - startedAt)
  const outcome = await db.inTransaction(async (tx) => {
    if (!stop.aborted) return await endWith(tx, run, answer, failure, pending)
    await noteInterruptedCost(tx, tenantId, versionId, answer.cost)
    return 'interrupted'
  })
  const labels = { agent: model ? 'model' : 'builtin', outcome: outcome ?? 'interrupted' }
  context.metrics.count('foyer_agent_runs_total', labels)
}

/** Runs the agent inside the span, so that spans of threads and models are its children. */
async function answerInSpan(
  agent: Agent,
  task: AgentContext,
  answer: AgentAnswer,
  signal: AbortSignal,
  events: RunEventWriter,
): Promise<void> {
  await inSpan('agent run', { attributes: { 'foyer.agent': agent.model ?? 'builtin' } }, async (span) => {
    await collectAnswer(agent, task, answer, signal, events)
    const { inputTokens = 0, outputTokens = 0 } = answer.cost
    span?.set({
      'foyer.operations': answer.operations.length,
      'gen_ai.usage.input_tokens': inputTokens,
      'gen_ai.usage.output_tokens': outputTokens,
    })
  })
}

/** Starts processing the version, or resumes it after a dead worker; undefined if it has ended already. */
async function beginRun(tx: Tx, { job, tenantId, audienceId, versionId }: ClaimedRun) {
  const [audience, found] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    findVersion(tx, tenantId, audienceId, versionId),
  ])
  const version = (audience && startLocked(tx, tenantId, audience, found)) ?? found
  if (!audience || version?.status !== 'processing') {
    await completeJob(tx, job)
    return undefined
  }
  emitRunStatus(tx, tenantId, version)
  return { version, pageId: audience.pageId }
}

/** Stores the result and returns the outcome, unless the run was interrupted or taken over. */
async function endWith(
  tx: Tx,
  { job, tenantId, audienceId, versionId, startedFrom: from }: ClaimedRun,
  { text, operations, suggestions, draft, cost }: AgentAnswer,
  failure: string | undefined,
  pending: PendingRunEvent[] = [],
): Promise<RunOutcome | undefined> {
  const [audience, isOurs, begun, published] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    removeJob(tx, job),
    findVersion(tx, tenantId, audienceId, versionId),
    findPublishedVersion(tx, tenantId, audienceId),
  ])
  if (!audience || !isOurs) return undefined
  if (job.data.batchId) hastenJob(tx, 'batch', tenantId, job.data.batchId, hastenWithinMs)
  const made =
    failure === undefined && operations.length > 0 && draft
      ? await fillDraft(tx, tenantId, audienceId, draft)
      : undefined
  const isNewPageAgent = cost.model !== undefined
  const ended = made
    ? await finishLocked(tx, tenantId, audience, { begun, published }, made, { isNewPageAgent, from })
    : await cancelLocked(tx, tenantId, audience, versionId)
  if (!ended) return undefined
  const outcome: RunOutcome = made ? 'drafted' : failure === undefined ? 'nothing_changed' : 'failed'
  insertAnswer(tx, tenantId, {
    audienceId,
    versionId,
    text: failure ?? text,
    outcome,
    operations: made ? operations : [],
    suggestions: failure === undefined ? suggestions : [],
    ...cost,
  })
  // A batch is recorded when it ends, with the number of its runs.
  if (job.data.batchId === undefined)
    recordEvent(tx, tenantId, outcome === 'failed' ? 'run.failed' : 'run.finished', {
      actor: { ...actorOfKey(job.data.sentBy ?? null), kind: 'agent', model: cost.model ?? null },
      way: 'agent',
      objectId: versionId,
      aboutId: audienceId,
      details: { facts: { outcome, operations: made ? operations.length : 0 } },
    })
  promoteNext(tx, tenantId, ended, pending, failure)
  return outcome
}

/**
 * Fills in placeholders from a message, as in “Change the headline to "For {{account.name}}"”. This is done in the
 * document, where values are text: in the message they could be read as instructions.
 */
async function fillDraft(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  document: Document,
): Promise<Document> {
  if (!/\{\{(?!prompt\|)/.test(JSON.stringify(document))) return document
  return fillPlaceholders(document, await gatherFacts(tx, tenantId, audienceId))
}

/**
 * Answers a message whose result is known in advance, in the transaction that sends it, without a worker. Applies the
 * operations to the audience's newest document.
 */
export async function answerAtOnce(
  tx: Tx,
  tenantId: string,
  { audienceId, versionId }: { audienceId: string; versionId: string },
  { text, operations, document }: { text: string; operations: Operation[]; document: Document },
): Promise<void> {
  deleteJob(tx, 'agent_run', tenantId, versionId)
  await startVersion(tx, tenantId, audienceId, versionId)
  const isNewPageAgent = false
  const filled = await fillDraft(tx, tenantId, audienceId, document)
  const ended = await finishVersion(tx, tenantId, audienceId, versionId, filled, { isNewPageAgent })
  if (!ended) throw new Error(`the version ${versionId} could not be finished at once`)
  const answer = { audienceId, versionId, text, outcome: 'drafted' as const, operations, durationMs: 0 }
  insertAnswer(tx, tenantId, answer)
  promoteNext(tx, tenantId, ended)
}
