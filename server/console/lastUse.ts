import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import type { Tx } from '../database/database.ts'
import type { Caller } from '../web/auth.ts'

/** Minimum interval between two writes of the same session or key. */
const restMs = 60_000
/** Uses are collected for this long and written in one statement. */
const collectMs = 2_000
const mostRemembered = 50_000

/**
 * Writes when keys and sessions were last used, outside of the requests that use them.
 *
 * unknown → waiting: used; written with all others after `collectMs`
 * waiting → resting: written; further uses are ignored for `restMs`
 */
export class LastUse {
  readonly #context: Pick<AppContext, 'db' | 'log'>
  readonly #resting = new Map<string, number>()
  #waiting = new Map<string, Caller>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Pick<AppContext, 'db' | 'log'>) {
    this.#context = context
  }

  note(caller: Caller): void {
    const name = caller.sessionId ?? caller.keyId
    const now = databaseNow()
    if ((this.#resting.get(name) ?? 0) > now) return
    if (this.#resting.size >= mostRemembered) this.#resting.clear()
    this.#resting.set(name, now + restMs)
    this.#waiting.set(name, caller)
    this.#timer ??= setTimeout(() => void this.#write(), collectMs).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  async #write(): Promise<void> {
    const callers = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#timer = undefined
    if (callers.length === 0) return
    try {
      await this.#context.db.inTransaction((tx) => writeUses(tx, callers))
    } catch (error) {
      // The next use is then written.
      for (const { sessionId, keyId } of callers) this.#resting.delete(sessionId ?? keyId)
      this.#context.log.warn({ err: error }, 'the last use of keys was not written')
    }
  }
}

async function writeUses(tx: Tx, callers: Caller[]): Promise<void> {
  // In a fixed order, so that two nodes don't deadlock.
  const keys = [...new Map(callers.map((one) => [one.keyId, one])).values()].sort((a, b) =>
    a.keyId < b.keyId ? -1 : 1,
  )
  await tx`
    -- every tenant: keys of all that were used meanwhile
    update api_keys k set last_used_at = now()
    from unnest(${keys.map(({ tenantId }) => tenantId)}::text[], ${keys.map(({ keyId }) => keyId)}::text[])
      as used (tenant_id, key_id)
    where k.tenant_id = used.tenant_id and k.key_id = used.key_id`
  for (const { tenantId, sessionId, keyId } of callers)
    if (sessionId !== undefined)
      await tx`
        update console_sessions set seen_at = now()
        where tenant_id = ${tenantId} and key_id = ${keyId} and session_id = ${sessionId}`
}
