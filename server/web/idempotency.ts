import { createHash } from 'node:crypto'
import { Problem } from '../../shared/problem.ts'

/** A 32-byte hash of a request's content, independent of field order. */
export function fingerprint(content: unknown): Buffer {
  return createHash('sha256').update(canonical(content)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** A repeated request with the same idempotency key must have the same content. */
export function demandSameRequest(first: Buffer, repeat: Buffer, key: string) {
  if (!first.equals(repeat))
    throw new Problem(
      'key_reused',
      `The key ${JSON.stringify(key.slice(0, 100))} was used for another request.`,
    )
}
