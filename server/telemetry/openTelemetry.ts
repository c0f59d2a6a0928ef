import { randomUUID } from 'node:crypto'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { TelemetryConfig } from '../config/telemetryConfig.ts'
import { reportFailures } from './failures.ts'
import { toLogRecord } from './logRecord.ts'
import { RegistryProducer } from './registryProducer.ts'
import { samplerOf } from './sampler.ts'
import { SpanTracing } from './spans.ts'
import { setTracing } from './trace.ts'

/** A collector that does not respond must not hold up the exit of the process. */
const closeMs = 2_000

const { name, version } = packageJson

export type Telemetry = {
  /** Exports a line of the log. */
  takeLine(line: string): void
  /** Exports these metrics from now on. */
  exportMetrics(registry: Registry): void
  /** Sends pending data, for at most two seconds. */
  close(): Promise<void>
}

/** Exports traces, metrics and logs over OTLP/HTTP. Headers, timeouts and certificates are read by the exporters. */
export function openTelemetry(config: TelemetryConfig): Telemetry {
  const urlOf = (signal: string) => ({ url: `${config.endpoint.replace(/\/$/, '')}/v1/${signal}` })
  const resource = describeProcess(config.serviceName)
  const closing: (() => Promise<void>)[] = []
  if (config.traces) {
    const processor = new BatchSpanProcessor({
      exporter: new OTLPTraceExporter(urlOf('traces')),
      scheduledDelayMillis: config.spanDelayMs,
    })
    const tracers = new TracerProvider({ resource, sampler: samplerOf(config), spanProcessors: [processor] })
    setTracing(new SpanTracing(tracers.getTracer(name, version)))
    closing.push(() => tracers.shutdown())
  }
  const loggers = config.logs
    ? new LoggerProvider({
        resource,
        processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(urlOf('logs')) })],
      })
    : undefined
  if (loggers) closing.push(() => loggers.shutdown())
  const logger = loggers?.getLogger(name, version)
  reportFailures()
  return {
    takeLine: (line) => logger?.emit(toLogRecord(line)),
    exportMetrics(registry) {
      if (!config.metrics) return
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(urlOf('metrics')),
        exportIntervalMillis: config.metricIntervalMs,
        exportTimeoutMillis: Math.min(config.metricIntervalMs, 30_000),
        metricProducers: [new RegistryProducer(registry, { name, version })],
      })
      const meters = new MeterProvider({ resource, readers: [reader] })
      closing.push(() => meters.shutdown())
    },
    async close() {
      setTracing(undefined)
      const closed = Promise.allSettled(closing.map((end) => end()))
      const late = new Promise((resolve) => setTimeout(resolve, closeMs).unref())
      await Promise.race([closed, late])
    },
  }
}

/** Each process is a separate instance, so that collectors don't mix up the figures of several processes. */
function describeProcess(serviceName: string) {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version,
        'service.instance.id': randomUUID(),
        'process.pid': process.pid,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
}
