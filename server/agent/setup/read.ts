/** Reads values from JSON of an untrusted server; unexpected values count as absent. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

const mostItems = 1000

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, mostItems).map(fieldsOf) : []
}

/** A valid model name: no spaces, no control characters. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

const units: Record<string, number> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }
const binaryUnits: Record<string, number> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 }

/** Parses a size such as "256.35 MiB" or "4.9GB". */
export function sizeOf(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^([\d.]{1,12}) ?([KMGT]?)(i?)B$/i.exec(value) : null
  const unit = match?.[2]?.toUpperCase() ?? ''
  const factor = match?.[3] ? binaryUnits[unit] : units[unit]
  return match && factor ? countOf(Math.round(Number(match[1]) * factor)) : undefined
}
