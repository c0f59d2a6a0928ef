import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const counters = {
  foyer_problems_total: { help: 'Requests that ended in a problem, by status.', labelNames: ['status'] },
  foyer_agent_runs_total: {
    help: 'Agent runs that have ended, by agent (builtin or model) and outcome.',
    labelNames: ['agent', 'outcome'],
  },
  foyer_webhook_attempts_total: {
    help: 'Attempts to deliver a webhook, by outcome: delivered, retried or failed.',
    labelNames: ['outcome'],
  },
} as const

const histograms = {
  foyer_http_request_duration_seconds: {
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  foyer_job_duration_seconds: {
    help: 'Time that a job ran, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  },
} as const

export type MetricLabels = Record<string, string | number>
type ReadValues = () =>
  | Iterable<readonly [MetricLabels, number]>
  | Promise<Iterable<readonly [MetricLabels, number]>>

/**
 * The metrics of this process, for `/metrics` and for OpenTelemetry. A metric is registered at its first use, so a
 * process only has the metrics of what it does.
 */
export class Metrics {
  readonly registry = new Registry()
  #hasDefaults = false

  count(name: keyof typeof counters, labels: MetricLabels, by = 1): void {
    const found = this.registry.getSingleMetric(name) as Counter | undefined
    const counter = found ?? new Counter({ name, ...counters[name], registers: [this.registry] })
    counter.inc(labels, by)
  }

  observe(name: keyof typeof histograms, labels: MetricLabels, seconds: number): void {
    const found = this.registry.getSingleMetric(name) as Histogram | undefined
    const histogram =
      found ??
      new Histogram({
        name,
        ...histograms[name],
        buckets: [...histograms[name].buckets],
        registers: [this.registry],
      })
    histogram.observe(labels, seconds)
  }

  /**
   * A metric whose values are read at each scrape. Values of several processes are summed up, or with `largest`, their
   * maximum is used.
   */
  read(
    type: 'counter' | 'gauge',
    { name, help, labelNames = [] }: { name: string; help: string; labelNames?: string[] },
    values: ReadValues,
    { largest = false } = {},
  ): void {
    async function collect(this: Counter | Gauge) {
      const found = await values()
      this.reset()
      for (const [labels, value] of found) this.inc(labels, value)
    }
    const options = { name, help, labelNames, registers: [this.registry], collect }
    if (type === 'counter') new Counter(options)
    else new Gauge({ ...options, aggregator: largest ? 'max' : 'sum' })
  }

  /** Memory, processor, event loop and garbage collection. */
  readProcess(): void {
    if (!this.#hasDefaults) collectDefaultMetrics({ register: this.registry })
    this.#hasDefaults = true
  }
}
