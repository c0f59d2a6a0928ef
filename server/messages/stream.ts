import type { ServerResponse } from 'node:http'
import type { Database } from '../database/database.ts'
import type { Subscription } from '../database/listener.ts'
import type { Log } from '../log/log.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { eventChannel, findFirstWatched, listRunEvents } from './queries.ts'

const heartbeatMs = 15_000
const mostAtOnce = 200
/** A client with this many unread bytes is disconnected; it resumes at its last event. */
const mostUnread = 1024 * 1024
/** Each stream costs a lookup for every event and heartbeat. */
const mostStreams = { atOnce: 1_000, ofTenant: 100 }

type WatchedAudience = { tenantId: string; audienceId: string }

/**
 * Streams the run events of audiences, whichever process produces them: events are rows, one subscription per process
 * wakes the streams of an audience, and each reads on from its last event.
 */
export class RunWatch {
  readonly #db: Database
  readonly #log: Log
  readonly #places: FairQueue
  readonly #watchers = new Map<string, Set<() => Promise<void>>>()
  readonly #open = new Set<ServerResponse>()
  #subscription: Subscription | undefined

  constructor(db: Database, log: Log, most = mostStreams) {
    this.#db = db
    this.#log = log
    this.#places = new FairQueue({ of: 'event streams', waiting: 0, ...most })
  }

  /** Counts a stream of a tenant until the response closes, or rejects it. */
  admit(tenantId: string, response: ServerResponse): void {
    response.once('close', this.#places.enterNow(tenantId))
  }

  /**
   * Sends events to a response until either side closes it, or the caller loses access. `after` is the last event that
   * the client received, if any.
   */
  async watch(
    { tenantId, audienceId }: WatchedAudience,
    response: ServerResponse,
    after: number | undefined,
    isAllowed: () => Promise<boolean>,
  ) {
    await this.#listen()
    const { read } = this.#db
    let last = after ?? (await findFirstWatched(read, tenantId, audienceId))
    // A client that disconnected in the meantime would never be removed: `close` is emitted once.
    if (response.destroyed) return
    let isSending = false
    let again = false
    const send = async () => {
      while (again && !response.writableEnded) {
        again = false
        if (!(await isAllowed())) return void response.end()
        const events = await listRunEvents(read, tenantId, audienceId, last, mostAtOnce)
        for (const { eventId, versionId, type, data } of events) {
          const text = JSON.stringify({ versionId, ...data })
          response.write(`id: ${eventId}\nevent: ${type}\ndata: ${text}\n\n`)
          last = eventId
        }
        if (events.length === mostAtOnce) again = true
        if (response.writableLength > mostUnread) return void response.end()
      }
    }
    const wake = async () => {
      again = true
      if (isSending) return
      isSending = true
      try {
        await send()
      } catch (error) {
        this.#log.warn({ err: error }, 'events could not be read')
        response.end()
      }
      isSending = false
    }
    const forget = this.#add(`${tenantId}/${audienceId}`, wake)
    const heartbeat = setInterval(() => {
      response.write(': still here\n\n')
      void wake()
    }, heartbeatMs)
    this.#open.add(response)
    response.once('close', () => {
      clearInterval(heartbeat)
      forget()
      this.#open.delete(response)
    })
    response.write(`retry: 1000\nid: ${last}\n\n`)
    void wake()
  }

  /** Closes all streams; clients reconnect to another process. */
  close() {
    for (const response of this.#open) response.end()
  }

  #add(name: string, wake: () => Promise<void>) {
    const watchers = this.#watchers.get(name) ?? new Set()
    this.#watchers.set(name, watchers.add(wake))
    return () => {
      watchers.delete(wake)
      if (watchers.size === 0) this.#watchers.delete(name)
    }
  }

  #listen() {
    this.#subscription ??= this.#db.listen(eventChannel, {
      onNotification: (name) => {
        for (const wake of this.#watchers.get(name) ?? []) void wake()
      },
      // Events missed while the connection was lost are in the table.
      onListening: () => {
        for (const watchers of this.#watchers.values()) for (const wake of watchers) void wake()
      },
    })
    return this.#subscription.ready
  }
}
