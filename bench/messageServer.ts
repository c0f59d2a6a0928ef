import type { Agent } from '../server/agent/agent.ts'
import { openThreadedAgent, warmUpThreads } from '../server/agent/pool.ts'
import { workRunsWith } from '../server/agent/worker.ts'
import { buildApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { createContext } from '../server/context.ts'
import { openLog } from '../server/log/log.ts'
import { Queue } from '../server/queue/queue.ts'

// The service in a child process, with the built-in agent for all tenants but one, whose agent does nothing.
export type Role = { folder: string; databaseUrl: string; idleTenantId: string }

const idleAgent: Agent = {
  model: undefined,
  async *run() {},
}

process.once('message', async ({ folder, databaseUrl, idleTenantId }: Role) => {
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' }
  const context = await createContext(loadConfig(settings), openLog('error'), { databaseUrl })
  const queue = new Queue(context)
  workRunsWith(queue, context, async (tenantId) =>
    tenantId === idleTenantId ? idleAgent : openThreadedAgent(tenantId),
  )
  await queue.start()
  warmUpThreads()
  const app = await buildApp(context)
  process.send?.(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).origin)
})
process.once('disconnect', () => process.exit())
