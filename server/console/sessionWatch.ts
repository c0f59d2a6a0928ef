import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, AppContext } from '../context.ts'
import type { Subscription } from '../database/listener.ts'
import { accessChannel, nameAccess } from '../tenants/accessChanges.ts'
import { findEnd } from '../tenants/keyQueries.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import type { Caller } from '../web/auth.ts'
import type { Sessions } from './sessions.ts'

/** Also the maximum time until a window notices that its session expired. */
const heartbeatMs = 20_000

/**
 * Notifies open windows of the console when their session ends.
 * absent → open: the window is shown; `open` is sent
 * open → open: the access of its key changed and the session still works; `changed` is sent
 * open → absent: the session has ended; `ended` is sent with the reason. Or either side closes the stream
 */
class SessionWatch {
  readonly #context: Pick<AppContext, 'db' | 'log'>
  readonly #sessions: Sessions
  readonly #places = new FairQueue({ of: 'open windows', waiting: 0, atOnce: 2_000, ofTenant: 300 })
  readonly #windows = new Map<string, Set<() => void>>()
  readonly #open = new Set<ServerResponse>()
  #subscription: Subscription | undefined

  constructor(context: Pick<AppContext, 'db' | 'log'>, sessions: Sessions) {
    this.#context = context
    this.#sessions = sessions
  }

  async watch(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    const response = reply.raw
    response.once('close', this.#places.enterNow(caller.tenantId))
    await this.#listen()
    reply.hijack()
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
    // If the window was closed in the meantime, `close` is not emitted again.
    if (response.destroyed) return
    const look = (event: string) => void this.#look(request, response, caller, event)
    const forget = this.#add(nameAccess(caller), () => look('event: changed\ndata: {}\n\n'))
    const heartbeat = setInterval(() => look(': still here\n\n'), heartbeatMs)
    this.#open.add(response)
    response.once('close', () => {
      clearInterval(heartbeat)
      forget()
      this.#open.delete(response)
    })
    // The session may have ended before the stream was registered.
    look('retry: 1000\nevent: open\ndata: {}\n\n')
  }

  /** Closes all streams; windows reconnect to another process. */
  close(): void {
    for (const response of this.#open) response.end()
  }

  async #look(request: FastifyRequest, response: ServerResponse, caller: Caller, event: string) {
    try {
      if (await this.#sessions.isValid(request)) return void response.write(event)
      const data = JSON.stringify({ reason: await findEnd(this.#context.db.read, caller) })
      response.end(`event: ended\ndata: ${data}\n\n`)
    } catch (error) {
      this.#context.log.warn({ err: error }, 'a session could not be looked up')
      response.end()
    }
  }

  #add(name: string, look: () => void): () => void {
    const windows = this.#windows.get(name) ?? new Set()
    this.#windows.set(name, windows.add(look))
    return () => {
      windows.delete(look)
      if (windows.size === 0) this.#windows.delete(name)
    }
  }

  #listen(): Promise<void> {
    const lookAtAll = () => {
      for (const windows of this.#windows.values()) for (const look of windows) look()
    }
    this.#subscription ??= this.#context.db.listen(accessChannel, {
      onNotification: (name) => {
        for (const look of this.#windows.get(name) ?? []) look()
      },
      // Notifications were missed while the connection was lost.
      onListening: lookAtAll,
    })
    return this.#subscription.ready
  }
}

export function sessionWatchRoute(app: App, context: AppContext, sessions: Sessions): void {
  const watch = new SessionWatch(context, sessions)
  app.addHook('preClose', async () => watch.close())
  app.get(
    '/console/api/session/events',
    {
      schema: { hide: true },
      onRequest: async (request, reply) => sessions.guard(request, reply),
    },
    async (request, reply) => watch.watch(request, reply, await sessions.identify(request, reply)),
  )
}
