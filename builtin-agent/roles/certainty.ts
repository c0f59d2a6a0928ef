import type { Document } from '../../document/index.ts'
import type { RoleReading } from './carryOut.ts'

/** From this certainty on, no further readings are tried. */
const decided = 0.9
/** A reading that produces a document, with its share of the probability and its plausibility. */
export type CompletedReading = { reading: RoleReading; share: number; document: Document; fit: number }
export const isWhole = ({ reading }: CompletedReading) =>
  reading.steps.every(({ outcome }) => outcome?.kind === 'done')
export const worth = ({ share, fit, reading: { found, clear } }: CompletedReading) =>
  share * found * clear * chance(fit)
/** Converts log-odds to a probability. */
const chance = (score: number) => 1 / (1 + Math.exp(-score))

/** Whether the first reading would be chosen with enough certainty even if all others disagreed. */
export function isDecided(done: CompletedReading[], next: number): boolean {
  const [first] = done as [CompletedReading]
  const { share } = first
  return (
    done.length === 1 &&
    isWhole(first) &&
    worth(first) >= next &&
    certainty(first, { share, ofDone: share, ofAll: share }) >= decided
  )
}

/** The share of the readings that agree, in total, among those that produce a document, and among all. */
type Agreed = { share: number; ofDone: number; ofAll: number }

/** The probability that a reading is right, fitted on instructions that were not used for training. */
export function certainty({ reading, fit }: CompletedReading, { share, ofDone, ofAll }: Agreed): number {
  const { roles, found, clear } = reading
  const log = (value: number, least: number) => Math.log(Math.max(value, least))
  const words =
    4.3 +
    0.15 * log(roles, 1e-6) +
    1.9 * log(found, 1e-3) +
    1.35 * log(clear, 1e-4) +
    log(share, 1e-6) +
    1.5 * log(ofAll, 1e-3) +
    4.8 * (ofDone - 1)
  return chance(-0.5 + 0.9 * fit + 0.6 * words + 0.8 * log(found, 1e-3))
}
