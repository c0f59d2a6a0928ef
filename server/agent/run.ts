import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { refuseLocked } from '../documents/locks.ts'
import { applyOperation, type Operation } from '../documents/operations.ts'
import type { Document } from '../documents/schema.ts'
import { insertAnswer, noteInterruptedCost, writeRunEvents } from '../messages/queries.ts'
import { mostSuggestions, type Outcome } from '../messages/schema.ts'
import { emitRunStatus, promoteNext } from '../messages/send.ts'
import { completeJob, deleteJob, removeJob } from '../queue/jobs.ts'
import type { Job } from '../queue/kinds.ts'
import { findLockedAudience, findPublishedVersion, findVersion } from '../versions/queries.ts'
import type { AudienceVersion } from '../versions/schema.ts'
import { cancelLocked, finishLocked, finishVersion, startLocked, startVersion } from '../versions/state.ts'
import { Problem } from '../web/problem.ts'
import { type Agent, AgentFailure, type AgentOutput } from './agent.ts'
import { gatherContext } from './context.ts'
import { longestSuggestion, mostOperations, mostSteps, mostText } from './limits.ts'
import { RunEventWriter } from './runEvents.ts'

/** A run that this many workers could not bring to an end ends as failed. */
const mostTries = 5

type Cost = { durationMs: number; inputTokens?: number; outputTokens?: number; model: string | undefined }
type Said = {
  text: string
  operations: Operation[]
  suggestions: string[]
  draft: Document | undefined
  steps: number
  cost: Cost
}

/** A claimed job and the version it is for. */
type Run = { job: Job<'agent_run'>; tenantId: string; audienceId: string; versionId: string }

/** Carries out one run: what the agent makes is checked, told as it comes, and written once, when all is done. */
export async function carryOut(
  context: AppContext,
  agent: Agent,
  job: Job<'agent_run'>,
  stop: AbortSignal,
): Promise<void> {
  const { tenantId, key: versionId, data } = job
  const run: Run = { job, tenantId, audienceId: data.audienceId, versionId }
  const { db, config } = context
  const { model } = agent
  const begun = await db.inTransaction((tx) => beginRun(tx, run))
  if (!begun) return
  const cost: Cost = { durationMs: 0, model }
  const said: Said = { text: '', operations: [], suggestions: [], draft: undefined, steps: 0, cost }
  if (job.attempts > mostTries)
    return await db.inTransaction((tx) => endWith(tx, run, said, tellFailure(undefined, config)))
  const startedAt = performance.now()
  const signal = AbortSignal.any([stop, AbortSignal.timeout(config.agentTimeoutSeconds * 1000)])
  let failure: string | undefined
  try {
    await listen(context, agent, run, begun, said, signal)
    signal.throwIfAborted()
  } catch (error) {
    if (!stop.aborted) {
      context.log.warn({ ...toLogLine(error), versionId, model }, 'agent run failed')
      failure = tellFailure(error, config)
    }
  }
  said.cost.durationMs = Math.round(performance.now() - startedAt)
  await db.inTransaction((tx) =>
    stop.aborted ? noteInterruptedCost(tx, tenantId, versionId, said.cost) : endWith(tx, run, said, failure),
  )
}

/** Takes the version up, or goes on with it where a worker that is gone had; undefined when it is over already. */
async function beginRun(tx: Tx, { job, tenantId, audienceId, versionId }: Run) {
  const [audience, found] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    findVersion(tx, tenantId, audienceId, versionId),
  ])
  const version = (audience && startLocked(tx, tenantId, audience, found)) ?? found
  if (!audience || version?.status !== 'processing') {
    await completeJob(tx, job)
    return undefined
  }
  emitRunStatus(tx, tenantId, audienceId, versionId, 'processing')
  return { version, pageId: audience.pageId }
}

/** Takes in what the agent says and does, until it is done, fails or the signal is aborted. */
async function listen(
  context: AppContext,
  agent: Agent,
  run: Run,
  { version, pageId }: { version: AudienceVersion; pageId: string },
  said: Said,
  signal: AbortSignal,
): Promise<void> {
  const task = await gatherContext(context, run.tenantId, pageId, version)
  said.draft = task.document
  const events = new RunEventWriter(context, run)
  const over = new AbortController()
  const outputs = agent.run(task, AbortSignal.any([signal, over.signal]))
  const aborted = whenAborted(signal)
  try {
    for (;;) {
      const next = await Promise.race([outputs.next(), aborted])
      signal.throwIfAborted()
      if (!next || next.done) return refuseLocked(task.document, said.draft as Document)
      takeIn(next.value, said, events)
    }
  } finally {
    // Whatever the agent still waits for, it need not any more.
    over.abort()
    await events.finish()
  }
}

function takeIn(output: AgentOutput, said: Said, events: RunEventWriter) {
  switch (output.type) {
    case 'text':
      said.text += output.text
      if (said.text.length > mostText) throw new AgentFailure('The agent said far more than fits an answer.')
      return events.add('text', { text: output.text })
    case 'operation':
      if (said.operations.length >= mostOperations)
        throw new AgentFailure(`The agent made more than ${mostOperations} changes.`)
      said.draft = applyOperation(said.draft as Document, output.operation)
      said.operations.push(output.operation)
      return events.add('operation', { operation: output.operation })
    case 'suggestions':
      said.suggestions = output.suggestions.filter(isSuggestion).slice(0, mostSuggestions)
      return events.add('suggestions', { suggestions: said.suggestions })
    case 'step':
      if (++said.steps > mostSteps)
        throw new AgentFailure(
          `The agent took more than ${mostSteps} steps without coming to an end. Ask for less at a time.`,
        )
      return
    case 'usage':
      said.cost.inputTokens = (said.cost.inputTokens ?? 0) + output.inputTokens
      said.cost.outputTokens = (said.cost.outputTokens ?? 0) + output.outputTokens
  }
}

/** A suggestion is sent as a message when somebody chooses it. */
function isSuggestion(text: unknown): boolean {
  return (
    typeof text === 'string' && text.trim() !== '' && text.length <= longestSuggestion && text.isWellFormed()
  )
}

/** An agent that does not heed the signal is left alone with what it does. */
function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/** Writes the outcome, unless the run was interrupted or taken over: then nothing of it is written. */
async function endWith(
  tx: Tx,
  { job, tenantId, audienceId, versionId }: Run,
  { text, operations, suggestions, draft, cost }: Said,
  failure: string | undefined,
): Promise<void> {
  const [audience, isOurs, begun, published] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    removeJob(tx, job),
    findVersion(tx, tenantId, audienceId, versionId),
    findPublishedVersion(tx, tenantId, audienceId),
  ])
  if (!audience || !isOurs) return
  const made = failure === undefined && operations.length > 0 ? draft : undefined
  const isNewPageAgent = cost.model !== undefined
  const ended = made
    ? await finishLocked(tx, tenantId, audience, { begun, published }, made, { isNewPageAgent })
    : await cancelLocked(tx, tenantId, audience, versionId)
  if (!ended) return
  const outcome: Outcome = made ? 'drafted' : failure === undefined ? 'nothing_changed' : 'failed'
  insertAnswer(tx, tenantId, {
    audienceId,
    versionId,
    text: failure ?? text,
    outcome,
    operations: made ? operations : [],
    suggestions: failure === undefined ? suggestions : [],
    ...cost,
  })
  if (failure !== undefined)
    writeRunEvents(tx, tenantId, audienceId, [{ versionId, type: 'error', data: { message: failure } }])
  promoteNext(tx, tenantId, ended)
}

/**
 * Answers a message whose outcome is known when it is sent, in the transaction that sends it: no worker takes it up. The
 * document is what the operations make of the audience's newest one.
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
  const ended = await finishVersion(tx, tenantId, audienceId, versionId, document, { isNewPageAgent })
  if (!ended) throw new Error(`the version ${versionId} could not be finished at once`)
  const answer = { audienceId, versionId, text, outcome: 'drafted' as const, operations, durationMs: 0 }
  insertAnswer(tx, tenantId, answer)
  promoteNext(tx, tenantId, ended)
}

/** What people are told of a failure: what they can do, and of its cause only what was meant for them. */
function tellFailure(error: unknown, { agentTimeoutSeconds }: AppContext['config']): string {
  if (error instanceof AgentFailure) return `${error.message} The page is as it was.`
  if (error instanceof Problem) return `That did not work: ${error.message} The page is as it was.`
  if ((error as Error)?.name === 'TimeoutError')
    return `That took longer than ${agentTimeoutSeconds} seconds, so it was stopped. The page is as it was. Try a smaller change.`
  return 'Something went wrong on our side. The page is as it was. Send the message again.'
}

function toLogLine(error: unknown): object {
  return error instanceof AgentFailure ? { reason: error.message, details: error.details } : { err: error }
}
