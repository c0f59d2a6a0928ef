import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TelemetryConfig } from '../config/telemetryConfig.ts'

/** Which traces are exported, by the standard names. */
export function samplerOf({ sampler, sampledRatio }: TelemetryConfig): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(sampledRatio)
  return name === sampler ? root : new ParentBasedSampler({ root })
}
