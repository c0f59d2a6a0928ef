import type { Agent } from '../server/agent/agent.ts'
import { openThreadedAgent, warmUpThreads } from '../server/agent/pool.ts'
import { workRunsWith } from '../server/agent/worker.ts'
import { Queue } from '../server/queue/queue.ts'
import { openService } from './service.ts'

// The service in a child process, with the built-in agent for all tenants but one, whose agent does nothing.
export type Role = { folder: string; databaseUrl: string; idleTenantId: string }

const idleAgent: Agent = {
  model: undefined,
  async *run() {},
}

process.once('message', async ({ folder, databaseUrl, idleTenantId }: Role) => {
  const { context, url } = await openService(databaseUrl, folder, { RATE_LIMIT_PER_MINUTE: '0' })
  const queue = new Queue(context)
  workRunsWith(queue, context, async (tenantId) =>
    tenantId === idleTenantId ? idleAgent : openThreadedAgent(tenantId),
  )
  await queue.start()
  warmUpThreads()
  process.send?.(url)
})
process.once('disconnect', () => process.exit())
