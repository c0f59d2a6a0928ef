import type { Reader } from '../database/database.ts'

/** The actions of an audience's page; undefined if the page is not served. */
export type ServedAudience = { actionIds: ReadonlySet<string> }

type CachedAudience = { tenantId: string; served: Promise<ServedAudience | undefined>; until: number }

/** Changes are notified; this limits the effect of a missed notification. */
const trustMs = 30_000
const mostKnown = 20_000

/** Whether an audience is served and which actions its page has, cached until something changes. */
export class ServedAudiences {
  readonly #db: Reader
  readonly #known = new Map<string, CachedAudience>()

  constructor(db: Reader) {
    this.#db = db
  }

  find(tenantId: string, audienceId: string, now: number): Promise<ServedAudience | undefined> {
    const known = this.#known.get(audienceId)
    if (known && known.until > now && known.tenantId === tenantId) return known.served
    if (this.#known.size >= mostKnown) this.#known.clear()
    const entry = { tenantId, served: findServed(this.#db, tenantId, audienceId), until: now + trustMs }
    this.#known.set(audienceId, entry)
    entry.served.catch(() => {
      if (this.#known.get(audienceId) === entry) this.#known.delete(audienceId)
    })
    return entry.served
  }

  /** Drops the cache of a tenant, or all of it. */
  forget(tenantId?: string): void {
    for (const [audienceId, known] of this.#known)
      if (tenantId === undefined || known.tenantId === tenantId) this.#known.delete(audienceId)
  }
}

async function findServed(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<ServedAudience | undefined> {
  const [row] = await db<{ actionIds: string[] }[]>`
    select array(select jsonb_array_elements(p.actions) ->> 'actionId') as action_ids
    from audiences a join pages p on p.tenant_id = ${tenantId} and p.page_id = a.page_id
    where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId} and a.archived_at is null
      and a.live_at is not null and p.status = 'published' and p.deleted_at is null`
  return row && { actionIds: new Set(row.actionIds) }
}
