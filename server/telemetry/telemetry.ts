import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'

export type Telemetry = {
  /** Exports a line of the log. */
  takeLine(line: string): void
  /** Exports these metrics from now on. */
  exportMetrics(registry: Registry): void
  /** Sends what is waiting, for at most two seconds. */
  close(): Promise<void>
}

/** Starts exporting to the collector of the settings. Without one, nothing of OpenTelemetry is loaded. */
export async function startTelemetry({
  telemetry,
}: Pick<Config, 'telemetry'>): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { openTelemetry } = await import('./openTelemetry.ts')
  return openTelemetry(telemetry)
}
