import type { Problem } from '../../shared/problem.ts'
import { violatedConstraint } from './errors.ts'

/** Maps violations of the named constraints to problems and rethrows any other error. */
export function conflictOn(constraints: Record<string, () => Problem>) {
  return (error: unknown): never => {
    const name = violatedConstraint(error)
    throw (name && constraints[name]?.()) || error
  }
}
