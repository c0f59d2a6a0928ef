import type { AppContext } from '../context.ts'
import { isInfrastructureFault } from '../database/database.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { collectAnswer, describeFailure, emptyAnswer, failureLog } from './answer.ts'
import { gatherPageContext } from './context.ts'
import { openAgent } from './open.ts'
import type { PageMessageAnswer, PageMessageInput } from './pageMessageSchema.ts'

/** Each keeps a request open for as long as the agent takes. */
const atOnce = { of: 'messages to the agent', atOnce: 32, ofTenant: 4, waiting: 0, retrySeconds: 5 }

/**
 * Asks the agent to change a page's own document. Stores nothing: the caller applies the operations, so that they are
 * undone, saved and checked for conflicts like manual edits.
 */
export class PageMessages {
  readonly #context: AppContext
  readonly #running = new FairQueue(atOnce)

  constructor(context: AppContext) {
    this.#context = context
  }

  async answer(
    tenantId: string,
    pageId: string,
    input: PageMessageInput,
    disconnected: AbortSignal,
  ): Promise<PageMessageAnswer> {
    const leave = this.#running.enterNow(tenantId)
    try {
      return await this.#run(tenantId, pageId, input, disconnected)
    } finally {
      leave()
    }
  }

  async #run(tenantId: string, pageId: string, input: PageMessageInput, disconnected: AbortSignal) {
    const { config, log } = this.#context
    const { hash, revision, ...task } = await gatherPageContext(this.#context, tenantId, pageId, input)
    const agent = await openAgent(this.#context, tenantId)
    const answer = emptyAnswer(agent.model)
    const startedAt = performance.now()
    const signal = AbortSignal.any([disconnected, AbortSignal.timeout(config.agentTimeoutSeconds * 1000)])
    let failure: string | undefined
    try {
      await collectAnswer(agent, task, answer, signal, { add() {} })
    } catch (error) {
      if (isInfrastructureFault(error)) throw error
      if (!disconnected.aborted)
        log.warn({ ...failureLog(error), pageId, model: agent.model }, 'agent run failed')
      failure = describeFailure(error, config)
    }
    const { text, operations, suggestions, cost } = answer
    const made = failure === undefined ? operations : []
    return {
      outcome: failure !== undefined ? 'failed' : made.length > 0 ? 'changed' : 'nothing_changed',
      text: failure ?? text,
      operations: made,
      suggestions: failure === undefined ? suggestions : [],
      revision,
      hash,
      model: agent.model ?? null,
      durationMs: Math.round(performance.now() - startedAt),
      inputTokens: cost.inputTokens ?? null,
      outputTokens: cost.outputTokens ?? null,
    } satisfies PageMessageAnswer
  }
}
