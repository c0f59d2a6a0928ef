import { type HrTime, ValueType } from '@opentelemetry/api'
import { defaultResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import type { MetricLabels } from './metrics.ts'

type RegisteredMetric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>

/** Reads the metrics of `/metrics` under the same names, so that both have the same values. */
export class RegistryProducer implements MetricProducer {
  readonly #registry: Registry
  readonly #scope: { name: string; version: string }
  readonly #since = now()

  constructor(registry: Registry, scope: { name: string; version: string }) {
    this.#registry = registry
    this.#scope = scope
  }

  async collect(): Promise<CollectionResult> {
    const read = (await this.#registry.getMetricsAsJSON()) as unknown as RegisteredMetric[]
    const times = { startTime: this.#since, endTime: now() }
    const metrics = read.map((metric) => toMetricData(metric, times))
    // The reader replaces the resource with its own.
    return {
      resourceMetrics: { resource: defaultResource(), scopeMetrics: [{ scope: this.#scope, metrics }] },
      errors: [],
    }
  }
}

type Times = { startTime: HrTime; endTime: HrTime }

function toMetricData(metric: RegisteredMetric, times: Times): MetricData {
  // In prom-client's typings this is a number, but the value is the name of the type.
  const type = metric.type as unknown as 'counter' | 'gauge' | 'histogram' | 'summary'
  const shared = {
    descriptor: {
      name: metric.name,
      description: metric.help,
      unit: metric.name.includes('_seconds') ? 's' : metric.name.includes('_bytes') ? 'By' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return {
      ...shared,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: toHistograms(metric.values, times),
    }
  const dataPoints = metric.values.map(({ labels, value }) => ({
    ...times,
    attributes: labels as MetricLabels,
    value,
  }))
  if (type === 'counter')
    return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints }
}

type HistogramSums = {
  attributes: MetricLabels
  boundaries: number[]
  below: number[]
  sum: number
  count: number
}

/** Prometheus counts all values up to each boundary, OpenTelemetry those between two boundaries. */
function toHistograms(values: RegisteredMetric['values'], times: Times) {
  const series = new Map<string, HistogramSums>()
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...attributes } = labels as MetricLabels
    const key = JSON.stringify(Object.entries(attributes).sort())
    const sums = series.get(key) ?? { attributes, boundaries: [], below: [], sum: 0, count: 0 }
    series.set(key, sums)
    if (metricName.endsWith('_sum')) sums.sum = value
    else if (metricName.endsWith('_count')) sums.count = value
    else if (le !== undefined && le !== '+Inf') {
      sums.boundaries.push(Number(le))
      sums.below.push(value)
    }
  }
  return [...series.values()].map(({ attributes, boundaries, below, sum, count }) => {
    const counts = [...below, count].map((upTo, nth, all) => upTo - (all[nth - 1] ?? 0))
    const value: Histogram = { buckets: { boundaries, counts }, sum, count }
    return { ...times, attributes, value }
  })
}

function now(): HrTime {
  const ms = performance.timeOrigin + performance.now()
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
}
