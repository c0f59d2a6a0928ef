import { DiagLogLevel, diag } from '@opentelemetry/api'

/** An unreachable collector fails every few seconds; one line per minute is enough. */
const pauseMs = 60_000

/**
 * Reports failed exports on standard error instead of the log: the log is exported too, so each failure would cause
 * another export.
 */
export function reportFailures(): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (message: string) => {
    if (performance.now() - reportedAt < pauseMs) return
    reportedAt = performance.now()
    const line = { level: 'warn', time: new Date().toISOString(), msg: 'telemetry could not be exported' }
    process.stderr.write(`${JSON.stringify({ ...line, reason: message.slice(0, 300) })}\n`)
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
