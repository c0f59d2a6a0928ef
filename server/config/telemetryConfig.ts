import { boolean, matching, setting, text, wholeNumber } from './settingValues.ts'

const signal = (value: string) => matching(value, /^(otlp|none)$/)

/** The variables of OpenTelemetry that decide what is exported. The exporters read the other variables themselves. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'Collector that traces, metrics and logs are sent to. Without it, nothing is sent and nothing of OpenTelemetry is loaded.',
    undefined,
    'an http or https address',
    (value) => (URL.canParse(value) && /^https?:/.test(value) ? value : undefined),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    'Protocol of the collector. Collectors accept it at port 4318.',
    'http/protobuf',
    'http/protobuf',
    (value) => matching(value, /^http\/protobuf$/),
  ),
  OTEL_SDK_DISABLED: setting('Whether to send nothing all the same.', 'false', 'true or false', boolean),
  OTEL_SERVICE_NAME: setting('Name of the service in what is sent.', 'foyer', 'text', text),
  OTEL_TRACES_EXPORTER: setting('Whether traces are sent.', 'otlp', 'otlp or none', signal),
  OTEL_METRICS_EXPORTER: setting('Whether metrics are sent.', 'otlp', 'otlp or none', signal),
  OTEL_LOGS_EXPORTER: setting('Whether logs are sent.', 'otlp', 'otlp or none', signal),
  OTEL_TRACES_SAMPLER: setting(
    'Which traces are sent; `parentbased_` follows the decision of the caller.',
    'parentbased_always_on',
    'always_on, always_off or traceidratio, with or without parentbased_ before it',
    (value) => matching(value, /^(parentbased_)?(always_on|always_off|traceidratio)$/),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'Part of the traces that traceidratio sends.',
    '1',
    'a number from 0 to 1',
    (value) => (/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(value) ? Number(value) : undefined),
  ),
  OTEL_METRIC_EXPORT_INTERVAL: setting(
    'Time between two exports of metrics, in milliseconds.',
    '60000',
    'a whole number from 100 to 3600000',
    wholeNumber(100, 3_600_000),
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    'Time between two exports of traces, in milliseconds.',
    '5000',
    'a whole number from 10 to 600000',
    wholeNumber(10, 600_000),
  ),
} as const

export type TelemetryConfig = NonNullable<ReturnType<typeof readTelemetry>>

/** What to export; undefined if nothing is. */
export function readTelemetry(raw: RawTelemetry) {
  if (!raw.OTEL_EXPORTER_OTLP_ENDPOINT || raw.OTEL_SDK_DISABLED) return undefined
  return {
    endpoint: raw.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: raw.OTEL_SERVICE_NAME,
    traces: raw.OTEL_TRACES_EXPORTER === 'otlp',
    metrics: raw.OTEL_METRICS_EXPORTER === 'otlp',
    logs: raw.OTEL_LOGS_EXPORTER === 'otlp',
    sampler: raw.OTEL_TRACES_SAMPLER,
    sampledRatio: raw.OTEL_TRACES_SAMPLER_ARG,
    metricIntervalMs: raw.OTEL_METRIC_EXPORT_INTERVAL,
    spanDelayMs: raw.OTEL_BSP_SCHEDULE_DELAY,
  }
}

type RawTelemetry = {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined
  OTEL_SDK_DISABLED: boolean
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_EXPORTER: string
  OTEL_METRICS_EXPORTER: string
  OTEL_LOGS_EXPORTER: string
  OTEL_TRACES_SAMPLER: string
  OTEL_TRACES_SAMPLER_ARG: number
  OTEL_METRIC_EXPORT_INTERVAL: number
  OTEL_BSP_SCHEDULE_DELAY: number
}
