import type { Problem } from '../../shared/problem.ts'
import { violatedConstraint } from './errors.ts'

/** Turns the violation of one named constraint into a problem; anything else stays what it is. */
export function conflictOn(constraints: Record<string, () => Problem>) {
  return (error: unknown): never => {
    const name = violatedConstraint(error)
    throw (name && constraints[name]?.()) || error
  }
}
