import type { Shape } from '../api/schema.ts'

export type PageLink = Shape<'PageLink'>

/** A URL for display: without its scheme, and with decoded characters. */
export function readable(address: string): string {
  const plain = address.replace(/^https?:\/\//, '')
  try {
    return decodeURI(plain)
  } catch {
    return plain
  }
}
