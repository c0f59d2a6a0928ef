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

type Kept = Origin & { key: string; answer: Answer; used: boolean }

/**
 * Answers that are ready to send, up to a number of bytes. What was not used since the last look goes first. Nothing is
 * kept that was begun before a change of its tenant was heard of, and nothing at all while changes are not heard.
 */
export class Cache {
  readonly #most: number
  readonly #kept = new Map<string, Kept>()
  readonly #ofTenant = new Map<string, Set<Kept>>()
  readonly #changes = new Map<string, number>()
  /** What was kept when changes were last heard, while they are not. */
  #stale = new Map<string, Kept>()
  #bytes = 0
  #change = 0
  /** When everything was forgotten; infinite while nothing is heard. */
  #since = Number.POSITIVE_INFINITY

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get(key: string): Answer | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    kept.used = true
    return kept.answer
  }

  /** What was here when changes were last heard; something only while they are not. */
  getStale(key: string): Answer | undefined {
    return this.#stale.get(key)?.answer
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

  keep(key: string, answer: Answer, origin: Origin, moment: number): void {
    const changed = Math.max(this.#changes.get(origin.tenantId) ?? 0, this.#since)
    if (changed > moment || answer.bytes > this.#most) return
    this.#drop(this.#kept.get(key))
    const kept = { ...origin, key, answer, used: false }
    this.#kept.set(key, kept)
    this.#bytes += answer.bytes
    const siblings = this.#ofTenant.get(origin.tenantId) ?? new Set()
    this.#ofTenant.set(origin.tenantId, siblings.add(kept))
    this.#makeRoom()
  }

  /** Forgets what a notice makes wrong: all of a tenant, of a page or audience, or at and below a path. */
  forget(tenantId: string, subject?: string): void {
    this.#noteChange(tenantId)
    for (const kept of this.#ofTenant.get(tenantId) ?? [])
      if (subject === undefined || kept.depends || isAbout(kept, subject)) this.#drop(kept)
  }

  /** While `isDeaf`, changes are not heard, so nothing is kept; what there was is stale. */
  forgetAll({ isDeaf }: { isDeaf: boolean }): void {
    if (!isDeaf) this.#stale.clear()
    else if (this.hears) this.#stale = new Map(this.#kept)
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
    for (const kept of this.#kept.values()) {
      if (this.#bytes <= this.#most) return
      if (kept.used) {
        kept.used = false
        this.#kept.delete(kept.key)
        this.#kept.set(kept.key, kept)
      } else this.#drop(kept)
    }
  }

  #drop(kept: Kept | undefined) {
    if (!kept || !this.#kept.delete(kept.key)) return
    this.#bytes -= kept.answer.bytes
    const siblings = this.#ofTenant.get(kept.tenantId)
    siblings?.delete(kept)
    if (siblings?.size === 0) this.#ofTenant.delete(kept.tenantId)
  }
}

function isAbout({ pageId, audienceId, path }: Kept, subject: string): boolean {
  return subject === pageId || subject === audienceId || path === subject || path.startsWith(`${subject}/`)
}
