import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type Registry } from 'prom-client'

type MetricsRequest = { asksMetrics: number }
type MetricsReply = { answersMetrics: number; text: string }

let asked = 0

/** The metrics of the whole service, even if several processes share its port and one of them responds. */
export async function readMetrics(registry: Registry): Promise<string> {
  const own = () => registry.metrics()
  if (!cluster.worker) return await own()
  const id = ++asked
  const answer = new Promise<string>((resolve) => {
    const receive = (message: Partial<MetricsReply>) => {
      if (message?.answersMetrics !== id) return
      process.off('message', receive)
      resolve(message.text || own())
    }
    process.on('message', receive)
  })
  process.send?.({ asksMetrics: id } satisfies MetricsRequest)
  return await Promise.race([answer, sleep(6_000, undefined, { ref: false }).then(own)])
}

/** Makes a fork report its metrics on request. */
export function offerMetrics(registry: Registry) {
  if (!cluster.isWorker) return
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/** In the parent process: when a fork asks, collects the metrics of all forks and the parent's own metrics of jobs. */
export function shareMetrics(own: Registry) {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message: Partial<MetricsRequest>) => {
    if (typeof message?.asksMetrics !== 'number') return
    const text = await all.clusterMetrics().then(
      (forks) => withOwn(forks, own),
      () => '',
    )
    if (worker.isConnected())
      worker.send({ answersMetrics: message.asksMetrics, text } satisfies MetricsReply)
  })
}

/** Adds the metrics that the forks don't have; others would appear twice. */
async function withOwn(forks: string, own: Registry): Promise<string> {
  const names = own.getMetricsAsArray().map(({ name }) => name)
  const others = names.filter((name) => !forks.includes(`# TYPE ${name} `))
  const texts = await Promise.all(others.map((name) => own.getSingleMetricAsString(name)))
  return [forks.trimEnd(), ...texts, ''].join('\n')
}
