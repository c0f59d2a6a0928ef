import type { AppContext } from '../context.ts'
import { isInfrastructureFault } from '../database/database.ts'
import { Problem } from '../web/problem.ts'
import { collectAnswer, describeFailure, emptyAnswer, failureLog } from './answer.ts'
import { gatherPageContext } from './context.ts'
import { openAgent } from './open.ts'
import type { PageMessageAnswer, PageMessageInput } from './pageMessageSchema.ts'

/** Each holds a request open for as long as the agent takes. */
const mostAtOnce = { tenant: 4, process: 32 }
const retryLater = { 'retry-after': '5' }

/**
 * Asks the agent for changes of a page's own document. Nothing is stored: the caller applies the operations, so that
 * they are undone, saved and checked for conflicts like edits by hand.
 */
export class PageMessages {
  readonly #context: AppContext
  readonly #running = new Map<string, number>()
  #total = 0

  constructor(context: AppContext) {
    this.#context = context
  }

  async answer(
    tenantId: string,
    pageId: string,
    input: PageMessageInput,
    gone: AbortSignal,
  ): Promise<PageMessageAnswer> {
    const running = this.#running.get(tenantId) ?? 0
    if (running >= mostAtOnce.tenant)
      throw new Problem(
        'rate_limited',
        `The agent is already working on ${running} messages.`,
        {},
        retryLater,
      )
    if (this.#total >= mostAtOnce.process)
      throw new Problem('unavailable', 'The agent is already working on many messages.', {}, retryLater)
    this.#running.set(tenantId, running + 1)
    this.#total++
    try {
      return await this.#run(tenantId, pageId, input, gone)
    } finally {
      this.#total--
      const left = (this.#running.get(tenantId) ?? 1) - 1
      if (left > 0) this.#running.set(tenantId, left)
      else this.#running.delete(tenantId)
    }
  }

  async #run(tenantId: string, pageId: string, input: PageMessageInput, gone: AbortSignal) {
    const { config, log } = this.#context
    const { hash, revision, ...task } = await gatherPageContext(this.#context, tenantId, pageId, input)
    const agent = await openAgent(this.#context, tenantId)
    const answer = emptyAnswer(agent.model)
    const startedAt = performance.now()
    const signal = AbortSignal.any([gone, AbortSignal.timeout(config.agentTimeoutSeconds * 1000)])
    let failure: string | undefined
    try {
      await collectAnswer(agent, task, answer, signal, { add() {} })
    } catch (error) {
      if (isInfrastructureFault(error)) throw error
      if (!gone.aborted) log.warn({ ...failureLog(error), pageId, model: agent.model }, 'agent run failed')
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
