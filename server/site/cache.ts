import type { Answer } from './answer.ts'

/** What an answer was made from; a change of any of it makes the answer wrong. */
export type Origin = {
  tenantId: string
  path: string
  pageId?: string | undefined
  audienceId?: string | undefined
  /** It depends on what else there is: the home page, the sitemap, the page for what is not there. */
  depends?: boolean | undefined
}

/** Where an answer is kept. Two short keys: joining them for every request would take longer than finding them. */
export type Key = { hostname: string; path: string }
type Kept = { key: Key; origin: Origin; answer: Answer; used: boolean }

/**
 * Answers that are ready to send, up to a number of bytes. What was not used since the last look goes first. Nothing is
 * kept that was begun before a change of its tenant was heard of, and nothing at all while changes are not heard.
 */
export class Cache {
  readonly #most: number
  /** By hostname and path. */
  #index = new Map<string, Map<string, Kept>>()
  /** In the order in which room is made. */
  readonly #kept = new Set<Kept>()
  readonly #ofTenant = new Map<string, Set<Kept>>()
  readonly #changes = new Map<string, number>()
  /** What was kept when changes were last heard, while they are not. */
  #stale = new Map<string, Map<string, Kept>>()
  #bytes = 0
  #change = 0
  /** When everything was forgotten; infinite while nothing is heard. */
  #since = Number.POSITIVE_INFINITY

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get({ hostname, path }: Key): Answer | undefined {
    const kept = this.#index.get(hostname)?.get(path)
    if (!kept) return undefined
    kept.used = true
    return kept.answer
  }

  /** What was here when changes were last heard; something only while they are not. */
  getStale({ hostname, path }: Key): Answer | undefined {
    return this.#stale.get(hostname)?.get(path)?.answer
  }

  get bytes() {
    return this.#bytes
  }

  /** Whether changes are heard, without which nothing may be remembered. */
  get hears() {
    return this.#since !== Number.POSITIVE_INFINITY
  }

  /** The moment to hand to `keep`: taken before anything is read that goes into the answer. */
  moment(): number {
    return this.#change
  }

  keep(key: Key, answer: Answer, origin: Origin, moment: number): void {
    const changed = Math.max(this.#changes.get(origin.tenantId) ?? 0, this.#since)
    if (changed > moment || answer.bytes > this.#most) return
    const ofHost = this.#index.get(key.hostname) ?? new Map<string, Kept>()
    this.#drop(ofHost.get(key.path))
    const kept = { key, origin, answer, used: false }
    this.#index.set(key.hostname, ofHost.set(key.path, kept))
    this.#kept.add(kept)
    this.#bytes += answer.bytes
    const siblings = this.#ofTenant.get(origin.tenantId) ?? new Set()
    this.#ofTenant.set(origin.tenantId, siblings.add(kept))
    this.#makeRoom()
  }

  /** Forgets what a notice makes wrong: all of a tenant, of a page or audience, or at and below a path. */
  forget(tenantId: string, subject?: string): void {
    this.#noteChange(tenantId)
    for (const kept of this.#ofTenant.get(tenantId) ?? [])
      if (subject === undefined || kept.origin.depends || isAbout(kept.origin, subject)) this.#drop(kept)
  }

  /** While `isDeaf`, changes are not heard, so nothing is kept; what there was is stale. */
  forgetAll({ isDeaf }: { isDeaf: boolean }): void {
    if (!isDeaf) this.#stale.clear()
    else if (this.hears) this.#stale = this.#index
    this.#index = new Map()
    this.#kept.clear()
    this.#ofTenant.clear()
    this.#changes.clear()
    this.#bytes = 0
    this.#since = isDeaf ? Number.POSITIVE_INFINITY : ++this.#change
  }

  #noteChange(tenantId: string) {
    if (this.#changes.size >= 10_000) {
      this.#changes.clear()
      // The number of changes no longer tells whose they were, so nothing that has begun is kept.
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

  #drop(kept: Kept | undefined) {
    if (!kept || !this.#kept.delete(kept)) return
    const { key, origin, answer } = kept
    this.#bytes -= answer.bytes
    const ofHost = this.#index.get(key.hostname)
    ofHost?.delete(key.path)
    if (ofHost?.size === 0) this.#index.delete(key.hostname)
    const siblings = this.#ofTenant.get(origin.tenantId)
    siblings?.delete(kept)
    if (siblings?.size === 0) this.#ofTenant.delete(origin.tenantId)
  }
}

function isAbout({ pageId, audienceId, path }: Origin, subject: string): boolean {
  return subject === pageId || subject === audienceId || path === subject || path.startsWith(`${subject}/`)
}
