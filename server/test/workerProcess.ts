import { setTimeout as sleep } from 'node:timers/promises'
import { builtinAgent } from '../../builtin-agent/builtin.ts'
import type { Agent } from '../agent/agent.ts'
import { workRunsWith } from '../agent/worker.ts'
import { workBatches } from '../batches/worker.ts'
import { loadConfig } from '../config/config.ts'
import { createContext } from '../context.ts'
import { openLog } from '../log/log.ts'
import { Queue } from '../queue/queue.ts'
import { workReleases } from '../releases/worker.ts'

// A process that runs batches, releases and agent runs, for tests that kill it. Arguments: URL of the database, seconds
// of a lease.
const [databaseUrl = '', seconds = ''] = process.argv.slice(2)
const config = loadConfig({ DATA_DIR: '/nonexistent', LOG_LEVEL: 'error' })
const context = await createContext(config, openLog('error'), { databaseUrl })

/** Slow, so that a kill interrupts runs. */
const slowAgent: Agent = {
  ...builtinAgent,
  async *run(context, signal) {
    await sleep(Math.random() * 1_000)
    return yield* builtinAgent.run(context, signal)
  },
}
const queue = new Queue({ ...context, leaseMs: Number(seconds) * 1000 })
workRunsWith(queue, context, async () => slowAgent)
workBatches(queue, context)
workReleases(queue, context)
await queue.start()
// Exits with its parent.
process.on('disconnect', () => process.exit())
process.send?.('ready')
