import type { AppContext } from '../context.ts'
import type { Queue } from '../queue/queue.ts'
import type { Agent } from './agent.ts'
import { openAgent } from './open.ts'
import { findAgentSettings } from './queries.ts'
import { carryOut } from './run.ts'

/** Maximum concurrent runs: the built-in agent uses the CPU, a model agent mostly waits. */
const mostAtOnce = { builtin: 16, model: 64 }

/** Executes agent runs in this process. */
export function workAgentRuns(queue: Queue, context: AppContext): void {
  workRunsWith(queue, context, (tenantId) => openAgent(context, tenantId))
}

/** Executes agent runs with the given agents. */
export function workRunsWith(
  queue: Queue,
  context: AppContext,
  open: (tenantId: string) => Promise<Agent>,
): void {
  let hasModel = context.config.model !== undefined
  queue.work('agent_run', {
    concurrency: () => mostAtOnce[hasModel ? 'model' : 'builtin'],
    async handle(job, { signal }) {
      const agent = await open(job.tenantId)
      hasModel ||= agent.model !== undefined
      await carryOut(context, agent, job, signal)
      signal.throwIfAborted()
      return { isStored: true }
    },
  })
}

/** Concurrent image descriptions. */
const mostDescribed = 8

/** Describes new images in this process, if a model with vision is configured. */
export async function workImageDescriptions(queue: Queue, context: AppContext): Promise<void> {
  const { model } = context.config
  if (!model?.seesImages) return
  const { ImageDescriber } = await import('./model/describe.ts')
  const describer = await ImageDescriber.open(context, model)
  queue.work('describe_image', {
    concurrency: mostDescribed,
    mostAttempts: 6,
    async handle({ tenantId, key: assetId }, { signal }) {
      // A tenant with its own agent does not want its images sent to this one.
      if (!(await findAgentSettings(context.db.read, tenantId)))
        await describer.describe(tenantId, assetId, signal)
      return undefined
    },
  })
}
