import { createHash } from 'node:crypto'
import { Problem } from '../../shared/problem.ts'

/** What a request asked for, in 32 bytes: equal content in any order of fields gives equal fingerprints. */
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

/** A repeat under the same key must ask for the same thing. */
export function demandSameRequest(first: Buffer, repeat: Buffer, key: string) {
  if (!first.equals(repeat))
    throw new Problem(
      'key_reused',
      `The key ${JSON.stringify(key.slice(0, 100))} was used for another request.`,
    )
}
