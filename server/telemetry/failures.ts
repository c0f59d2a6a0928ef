import { DiagLogLevel, diag } from '@opentelemetry/api'

/** A collector that is away fails every few seconds; a line a minute says enough. */
const pauseMs = 60_000

/**
 * Reports exports that fail on standard error, not in the log: the log is exported too, and each failure would be the
 * next thing to export.
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
