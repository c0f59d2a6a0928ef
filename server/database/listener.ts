import pg from 'pg'
import { clockStatement, measureClock } from './clock.ts'
import { Connection, type ConnectionOptions, clientConfig } from './connection.ts'
import { DatabaseHosts } from './hosts.ts'
import { withTimeout } from './timeout.ts'

export type Subscriber = {
  onNotification(payload: string): void
  /** Listening has started. Called again after each reconnect; notifications sent in between were missed. */
  onListening?(): void
  /** The connection was lost; notifications are missed until `onListening`. */
  onLost?(): void
}

export type Subscription = {
  /** Resolves when listening has started, or when the subscription is closed before that. */
  ready: Promise<void>
  close(): Promise<void>
}

/** Interval of the connection check, and its timeout. */
const checkMs = 2_000
const connectMs = 10_000
const retryMs = 100

/**
 * One connection that listens for all subscribers:
 *
 *   idle → connecting → listening → (lost) → waiting `retryMs` → connecting → …
 *
 * It connects with the first subscription. A check every `checkMs` finds a connection that died silently.
 */
export class DatabaseListener {
  readonly #options: ConnectionOptions
  readonly #channels = new Map<string, Set<Subscriber>>()
  #connection: Connection | undefined
  #running: Promise<void> | undefined
  #isClosed = false
  readonly #onClose = new Set<() => void>()
  #wake = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = { ...options, applicationName: 'foyer listener', onWaiting: undefined }
  }

  subscribe(channel: string, subscriber: Subscriber): Subscription {
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const own: Subscriber = {
      onNotification: (payload) => subscriber.onNotification(payload),
      onLost: () => subscriber.onLost?.(),
      onListening() {
        subscriber.onListening?.()
        resolve()
      },
    }
    const subscribers = this.#channels.get(channel)
    if (subscribers) subscribers.add(own)
    else this.#channels.set(channel, new Set([own]))
    const connection = this.#connection
    // On failure, drop the connection: the next one listens on all channels.
    if (connection) this.#listen(connection, channel, [own]).catch(() => connection.destroy())
    this.#running ??= this.#run()
    this.#onClose.add(resolve)
    void ready.then(() => this.#onClose.delete(resolve))
    return {
      ready,
      close: async () => {
        resolve()
        await this.#unsubscribe(channel, own)
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const resolve of this.#onClose) resolve()
    this.#wake()
    this.#connection?.destroy()
    await this.#running
  }

  async #unsubscribe(channel: string, subscriber: Subscriber) {
    const subscribers = this.#channels.get(channel)
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return
    this.#channels.delete(channel)
    await this.#connection?.execute(`unlisten ${channel}`).catch(() => {})
  }

  async #run() {
    while (!this.#isClosed) {
      await this.#serveOneConnection().catch(() => {})
      // Reconnects after a pause: an administrator who closed the connection may need a moment without it.
      if (!this.#isClosed) await this.#pause(retryMs)
    }
  }

  /** Settles when the connection is lost. */
  async #serveOneConnection() {
    const hosts = DatabaseHosts.of(this.#options.url)
    const host = hosts.current
    const client = new pg.Client(clientConfig(this.#options))
    const connection = new Connection(client, this.#options)
    connection.onLost = () => this.#wake()
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotification } of this.#channels.get(channel) ?? []) onNotification(payload)
    })
    try {
      await withTimeout(
        connectMs,
        client.connect().then(() => hosts.demandWrites(client)),
      ).catch((error: unknown) => {
        hosts.moveOn(host)
        throw error
      })
      await withTimeout(
        connectMs,
        measureClock(() => askTime(connection)),
      )
      this.#connection = connection
      for (const [channel, subscribers] of this.#channels)
        await withTimeout(connectMs, this.#listen(connection, channel, subscribers))
      while (!this.#isClosed && !connection.lost) {
        await this.#pause(checkMs)
        if (!this.#isClosed)
          await withTimeout(
            checkMs,
            measureClock(() => askTime(connection)),
          )
      }
    } finally {
      const wasListening = this.#connection !== undefined
      this.#connection = undefined
      connection.onLost = undefined
      void client.end().catch(() => {})
      connection.destroy()
      if (wasListening) this.#notifyLost()
    }
  }

  async #listen(connection: Connection, channel: string, subscribers: Iterable<Subscriber>) {
    const listening = [...subscribers]
    await connection.execute(`listen ${channel}`)
    for (const { onListening } of listening) onListening?.()
  }

  #notifyLost() {
    for (const subscribers of this.#channels.values()) for (const { onLost } of subscribers) onLost?.()
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

async function askTime(connection: Connection): Promise<number> {
  const [row] = await connection.query({ text: clockStatement, values: [] })
  return row?.ms as number
}
