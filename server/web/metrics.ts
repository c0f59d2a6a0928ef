import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'

type Asked = { asksMetrics: number }
type Answered = { answersMetrics: number; text: string }

let asked = 0

/** Figures of the whole service, also where several processes share its port and only one of them is asked. */
export async function readMetrics(registry: Registry): Promise<string> {
  const own = () => registry.metrics()
  if (!cluster.worker) return await own()
  const id = ++asked
  const answer = new Promise<string>((resolve) => {
    const hear = (message: Partial<Answered>) => {
      if (message?.answersMetrics !== id) return
      process.off('message', hear)
      resolve(message.text || own())
    }
    process.on('message', hear)
  })
  process.send?.({ asksMetrics: id } satisfies Asked)
  return await Promise.race([answer, sleep(6_000, undefined, { ref: false }).then(own)])
}

/** Lets a fork's figures be asked for. */
export function offerMetrics(registry: Registry) {
  if (!cluster.isWorker) return
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/** In the process that made the forks: gathers from all of them when one asks. */
export function shareMetrics() {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message: Partial<Asked>) => {
    if (typeof message?.asksMetrics !== 'number') return
    const text = await all.clusterMetrics().catch(() => '')
    if (worker.isConnected()) worker.send({ answersMetrics: message.asksMetrics, text } satisfies Answered)
  })
}
