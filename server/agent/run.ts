import { updateAudience } from '../audiences/queries.ts'
import type { Tx } from '../db.ts'
import { applyOperations, type Draft, type Operation } from '../documents/operations.ts'
import type { Ground } from '../ground.ts'
import { Problem } from '../http/problem.ts'
import { endRun, insertAnswer, type RunEvent, writeRunEvents } from '../messages/queries.ts'
import type { Outcome } from '../messages/schema.ts'
import { passOn, tellStatus } from '../messages/send.ts'
import { findLockedAudience, findVersion } from '../versions/queries.ts'
import type { AudienceVersion } from '../versions/schema.ts'
import { cancelVersion, finishVersion, startVersion } from '../versions/state.ts'
import type { Agent, AgentUsage } from './agent.ts'
import { gatherContext } from './context.ts'
import type { Claim } from './runs.ts'

const longestRunMs = 120_000
const mostSteps = 40
/** A run that this many workers could not bring to an end ends as failed. */
const mostTries = 5
/** Texts gather this long before those who watch are told: a row for each word would cost more than the run. */
const gatherMs = 50

type Said = { text: string; operations: Operation[]; draft: Draft; usage: AgentUsage | undefined }

/** Carries out one run: what the agent makes is checked, told as it comes, and written once, when all is done. */
export async function carryOut(ground: Ground, agent: Agent, claim: Claim, stop: AbortSignal): Promise<void> {
  const { db } = ground
  const begun = await db.inTransaction((tx) => beginRun(tx, claim))
  if (!begun) return
  if (claim.fence > mostTries)
    return await db.inTransaction((tx) => endWith(tx, claim, undefined, tellFailure(undefined), 0))
  const startedAt = performance.now()
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longestRunMs)])
  let said: Said | undefined
  let failure: string | undefined
  try {
    said = await listen(ground, agent, claim, begun, signal)
    signal.throwIfAborted()
  } catch (error) {
    if (stop.aborted) return
    ground.log.warn({ err: error, versionId: claim.versionId }, 'agent run failed')
    failure = tellFailure(error)
  }
  const durationMs = Math.round(performance.now() - startedAt)
  await db.inTransaction((tx) => endWith(tx, claim, said, failure, durationMs))
}

/** Takes the version up, or goes on with it where a worker that is gone had; undefined when it is over already. */
async function beginRun(tx: Tx, { tenantId, audienceId, versionId }: Claim) {
  const audience = await findLockedAudience(tx, tenantId, audienceId)
  const started = await startVersion(tx, tenantId, audienceId, versionId)
  const version = started ?? (await findVersion(tx, tenantId, audienceId, versionId))
  if (!audience || version?.status !== 'processing') {
    await endRun(tx, tenantId, versionId)
    return undefined
  }
  await tellStatus(tx, tenantId, audienceId, versionId, 'processing')
  return { version, pageId: audience.pageId }
}

async function listen(
  ground: Ground,
  agent: Agent,
  claim: Claim,
  { version, pageId }: { version: AudienceVersion; pageId: string },
  signal: AbortSignal,
): Promise<Said> {
  const context = await gatherContext(ground, claim.tenantId, pageId, version)
  const said: Said = {
    text: '',
    operations: [],
    draft: { document: context.document, metadata: context.metadata },
    usage: undefined,
  }
  const teller = new Teller(ground, claim)
  try {
    const outputs = agent.run(context, signal)
    for (let next = await outputs.next(); ; next = await outputs.next()) {
      signal.throwIfAborted()
      if (next.done) {
        said.usage = next.value
        return said
      }
      const output = next.value
      if (output.type === 'text') {
        said.text += output.text
        teller.add('text', { text: output.text })
      } else {
        if (said.operations.length >= mostSteps)
          throw new Problem('state_conflict', `The agent took more than ${mostSteps} steps.`)
        said.draft = applyOperations(said.draft, [output.operation])
        said.operations.push(output.operation)
        teller.add('operation', { operation: output.operation })
      }
    }
  } finally {
    await teller.finish()
  }
}

/** Tells those who watch what comes, a few times a second at most. */
class Teller {
  readonly #ground: Ground
  readonly #claim: Claim
  #events: Omit<RunEvent, 'eventId'>[] = []
  #telling: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(ground: Ground, claim: Claim) {
    this.#ground = ground
    this.#claim = claim
  }

  add(type: 'text' | 'operation', data: object) {
    const last = this.#events.at(-1) as { type: string; data: { text?: string } } | undefined
    if (type === 'text' && last?.type === 'text') last.data.text += (data as { text: string }).text
    else this.#events.push({ versionId: this.#claim.versionId, type, data: { ...data } })
    this.#timer ??= setTimeout(() => this.#tell(), gatherMs)
  }

  async finish() {
    this.#tell()
    await this.#telling
  }

  #tell() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#events.splice(0)
    const { tenantId, audienceId } = this.#claim
    this.#telling = this.#telling
      .then(() => this.#ground.db.inTransaction((tx) => writeRunEvents(tx, tenantId, audienceId, events)))
      .catch((error) => this.#ground.log.warn({ err: error }, 'events of a run could not be told'))
  }
}

/** Writes the outcome, unless the run was interrupted or taken over: then nothing of it is written. */
async function endWith(
  tx: Tx,
  { tenantId, audienceId, versionId, fence }: Claim,
  said: Said | undefined,
  failure: string | undefined,
  durationMs: number,
): Promise<void> {
  if (!(await findLockedAudience(tx, tenantId, audienceId))) return
  if (!(await endRun(tx, tenantId, versionId, fence))) return
  const drafted = failure === undefined && said !== undefined && said.operations.length > 0
  const ended = drafted
    ? await finishVersion(tx, tenantId, audienceId, versionId, said.draft.document)
    : await cancelVersion(tx, tenantId, audienceId, versionId)
  if (!ended) return
  if (drafted && said.operations.some(({ type }) => type === 'setMetadata'))
    await updateAudience(tx, tenantId, audienceId, { metadataOverride: said.draft.metadata })
  const outcome: Outcome = drafted ? 'drafted' : failure === undefined ? 'nothing_changed' : 'failed'
  const { inputTokens, outputTokens } = said?.usage ?? {}
  await insertAnswer(tx, tenantId, {
    audienceId,
    versionId,
    text: failure ?? said?.text ?? '',
    outcome,
    operations: drafted ? said.operations : [],
    durationMs,
    ...(inputTokens === undefined ? {} : { inputTokens, outputTokens }),
  })
  if (failure !== undefined)
    await writeRunEvents(tx, tenantId, audienceId, [{ versionId, type: 'error', data: { message: failure } }])
  await passOn(tx, tenantId, ended)
}

/** What people are told of a failure: what they can do, and of its cause only what was meant for them. */
function tellFailure(error: unknown): string {
  if (error instanceof Problem) return `That did not work: ${error.message} The page is as it was.`
  if ((error as Error)?.name === 'TimeoutError')
    return 'That took longer than two minutes, so it was stopped. The page is as it was. Try a smaller change.'
  return 'Something went wrong on our side. The page is as it was. Send the message again.'
}
