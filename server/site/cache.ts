import type { PreparedResponse } from './answer.ts'

/** What a response was rendered from; it is invalid when any of it changes. */
export type Origin = {
  tenantId: string
  path: string
  pageId?: string | undefined
  audienceId?: string | undefined
  /** It depends on other pages of the tenant: the home page, the sitemap, the not-found page. */
  depends?: boolean | undefined
}

/** The key of a response. Two short strings: joining them for every request would take longer than two lookups. */
export type Key = { hostname: string; path: string }
type CachedResponse = {
  key: Key
  origin: Origin
  answer: PreparedResponse
  used: boolean
  /** By `performance.now()`: the time until which all changes were received. Undefined for fresh entries. */
  staleSince?: number
}
type Index = Map<string, Map<string, CachedResponse>>

/** How long a stale page is served while the database is unreachable. */
const staleMs = 10 * 60_000

/**
 * Responses ready to send, up to a number of bytes. Entries not used since the last sweep are evicted first. A response
 * is not stored if a change of its tenant was received after its rendering began, nor while notifications are not
 * received.
 *
 * fresh → stale: changes may have been missed (`forgetAll`); served only while the database does not respond
 * stale → gone: it was read again (`keep`, `dropStale`), a notification invalidates it, or ten minutes have passed
 */
export class Cache {
  readonly #most: number
  /** By hostname and path. */
  readonly #fresh: Index = new Map()
  readonly #stale: Index = new Map()
  /** Fresh and stale entries, in eviction order. */
  readonly #kept = new Set<CachedResponse>()
  readonly #ofTenant = new Map<string, Set<CachedResponse>>()
  readonly #changes = new Map<string, number>()
  #bytes = 0
  #change = 0
  /** When everything was invalidated; infinite while notifications are not received. */
  #since = Number.POSITIVE_INFINITY

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get(key: Key): PreparedResponse | undefined {
    const kept = find(this.#fresh, key)
    if (!kept) return undefined
    kept.used = true
    return kept.answer
  }

  getStale(key: Key, now = performance.now()): PreparedResponse | undefined {
    const kept = find(this.#stale, key)
    if (!kept) return undefined
    if (now - (kept.staleSince ?? 0) <= staleMs) return kept.answer
    this.#drop(kept)
  }

  /** The path was read again, so its stale entry is no longer needed. */
  dropStale(key: Key): void {
    this.#drop(find(this.#stale, key))
  }

  get bytes() {
    return this.#bytes
  }

  /** Whether notifications are received; otherwise nothing may be cached. */
  get isListening() {
    return this.#since !== Number.POSITIVE_INFINITY
  }

  /** The current moment, to pass to `keep`; call it before reading anything for the response. */
  moment(): number {
    return this.#change
  }

  keep(key: Key, answer: PreparedResponse, origin: Origin, moment: number): void {
    const changed = Math.max(this.#changes.get(origin.tenantId) ?? 0, this.#since)
    if (changed > moment || answer.bytes > this.#most) return
    this.#drop(find(this.#fresh, key))
    this.dropStale(key)
    const kept = { key, origin, answer, used: false }
    add(this.#fresh, kept)
    this.#kept.add(kept)
    this.#bytes += answer.bytes
    const siblings = this.#ofTenant.get(origin.tenantId) ?? new Set()
    this.#ofTenant.set(origin.tenantId, siblings.add(kept))
    this.#makeRoom()
  }

  /** Drops the entries that a notification invalidates: those of a tenant, a page or audience, or at and below a path. */
  forget(tenantId: string, subject?: string): void {
    this.#noteChange(tenantId)
    for (const kept of this.#ofTenant.get(tenantId) ?? [])
      if (subject === undefined || kept.origin.depends || isAbout(kept.origin, subject)) this.#drop(kept)
  }

  /**
   * Marks everything stale, because changes may have been missed. While `isDeaf`, nothing is received and nothing is
   * cached.
   */
  forgetAll({ isDeaf }: { isDeaf: boolean }): void {
    const staleSince = performance.now()
    for (const ofHost of this.#fresh.values())
      for (const kept of ofHost.values()) {
        this.dropStale(kept.key)
        // Stale entries are evicted before fresh ones.
        add(this.#stale, Object.assign(kept, { staleSince, used: false }))
      }
    this.#fresh.clear()
    this.#changes.clear()
    this.#since = isDeaf ? Number.POSITIVE_INFINITY : ++this.#change
  }

  #noteChange(tenantId: string) {
    if (this.#changes.size >= 10_000) {
      this.#changes.clear()
      // Changes can no longer be attributed to tenants, so responses being rendered are not cached.
      this.#since = Math.max(this.#since, this.#change + 1)
    }
    this.#changes.set(tenantId, ++this.#change)
  }

  #makeRoom() {
    for (const kept of this.#kept) {
      if (this.#bytes <= this.#most) return
      if (kept.used) {
        kept.used = false
        this.#kept.delete(kept)
        this.#kept.add(kept)
      } else this.#drop(kept)
    }
  }

  #drop(kept: CachedResponse | undefined) {
    if (!kept || !this.#kept.delete(kept)) return
    const { key, origin, answer, staleSince } = kept
    this.#bytes -= answer.bytes
    const index = staleSince === undefined ? this.#fresh : this.#stale
    const ofHost = index.get(key.hostname)
    ofHost?.delete(key.path)
    if (ofHost?.size === 0) index.delete(key.hostname)
    const siblings = this.#ofTenant.get(origin.tenantId)
    siblings?.delete(kept)
    if (siblings?.size === 0) this.#ofTenant.delete(origin.tenantId)
  }
}

function find(index: Index, { hostname, path }: Key): CachedResponse | undefined {
  return index.get(hostname)?.get(path)
}

function add(index: Index, kept: CachedResponse): void {
  const { hostname, path } = kept.key
  const ofHost = index.get(hostname) ?? new Map<string, CachedResponse>()
  index.set(hostname, ofHost.set(path, kept))
}

function isAbout({ pageId, audienceId, path }: Origin, subject: string): boolean {
  return subject === pageId || subject === audienceId || path === subject || path.startsWith(`${subject}/`)
}
