import { Problem } from '../../shared/problem.ts'
import type { Sign } from '../secrets/secrets.ts'

export type PageRequest = { limit?: number; cursor?: string }
/** The limit and cursor of a list query: one extra row shows whether there are more. */
export type PageOf<K> = { limit: number; after: K | undefined }
export type Paged<T> = { items: T[]; hasMore: boolean; nextCursor: string | null; totalCount: number }

export const defaultLimit = 25

/**
 * Cursors are opaque and signed: the signature covers the operation, the tenant and the filters, so a cursor of another
 * list is rejected like a forged one.
 */
export class Pager<K extends readonly (string | number)[]> {
  readonly #sign: Sign
  readonly #scope: string
  readonly request: PageOf<K>

  constructor(sign: Sign, request: PageRequest, operation: string, tenantId: string, filters: object = {}) {
    this.#sign = sign
    this.#scope = JSON.stringify([operation, tenantId, filters])
    this.request = { limit: request.limit ?? defaultLimit, after: this.#read(request.cursor) }
  }

  /** Takes up to `limit + 1` rows in order, and a function that returns a row's sort key. */
  page<T>(rows: T[], totalCount: number, keyOf: (row: T) => K): Paged<T> {
    const { limit } = this.request
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const hasMore = rows.length > limit
    return {
      items,
      hasMore,
      nextCursor: hasMore && last !== undefined ? this.#write(keyOf(last)) : null,
      totalCount,
    }
  }

  #write(key: K): string {
    const payload = Buffer.from(JSON.stringify(key)).toString('base64url')
    return `${payload}.${this.#sign('cursor', `${this.#scope}${payload}`)}`
  }

  #read(cursor: string | undefined): K | undefined {
    if (cursor === undefined) return undefined
    const [payload = '', signature = '', ...more] = cursor.split('.')
    if (more.length > 0 || !this.#sign.verify('cursor', `${this.#scope}${payload}`, signature))
      throw new Problem('invalid_cursor', 'This cursor was not made by this list with these filters.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }
}
