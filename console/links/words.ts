import type { Shape } from '../api/schema.ts'

export type PageLink = Shape<'PageLink'>

/** An address as people read it: without its scheme, and with the letters that its path stands for. */
export function readable(address: string): string {
  const plain = address.replace(/^https?:\/\//, '')
  try {
    return decodeURI(plain)
  } catch {
    return plain
  }
}
