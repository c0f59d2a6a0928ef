import { Type } from 'typebox'
import { invalid } from '../../shared/problem.ts'

const mostBytes = 32 * 1024
const deepest = 32

/** An object with arbitrary fields; `demandLimitedSize` limits its size and depth. */
export function FreeForm(options: object = {}) {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })
}

/** At most 32 KiB as JSON and 32 levels deep, including the object itself. */
export function demandLimitedSize(value: object, path: string): void {
  if (depthOf(value) > deepest) throw invalid(path, `must not be nested deeper than ${deepest} levels`)
  if (Buffer.byteLength(JSON.stringify(value)) > mostBytes)
    throw invalid(path, 'must not have more than 32 KiB as JSON')
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((deepest, child) => Math.max(deepest, depthOf(child)), 0)
}
