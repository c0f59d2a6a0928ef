import { type LogRecord, ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api'

const severities: Record<string, SeverityNumber> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
}

type ParsedLine = {
  level: string
  time: string
  msg?: string
  err?: { type: string; message: string; stack?: string }
  trace_id?: string
  span_id?: string
  [detail: string]: unknown
}

/** Converts a line of the log to a record of OpenTelemetry, without adding anything. */
export function toLogRecord(line: string): LogRecord {
  const { level, time, msg = '', err, trace_id, span_id, ...details } = JSON.parse(line) as ParsedLine
  const attributes = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  const fault = err && {
    'exception.type': err.type,
    'exception.message': err.message,
    'exception.stacktrace': err.stack ?? '',
  }
  const span =
    trace_id && span_id ? { traceId: trace_id, spanId: span_id, traceFlags: TraceFlags.SAMPLED } : undefined
  return {
    timestamp: Date.parse(time),
    severityText: level,
    severityNumber: severities[level] ?? SeverityNumber.UNSPECIFIED,
    body: msg,
    attributes: { ...Object.fromEntries(attributes), ...fault },
    context: span ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT,
  }
}
