import type { Config } from '../config/config.ts'
import type { Telemetry } from './openTelemetry.ts'

/** Starts exporting to the configured collector. Without one, no module of OpenTelemetry is loaded. */
export async function startTelemetry({
  telemetry,
}: Pick<Config, 'telemetry'>): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { openTelemetry } = await import('./openTelemetry.ts')
  return openTelemetry(telemetry)
}
