import type { FastifyRequest } from 'fastify'

/**
 * Running requests that clients of the 2025 version can cancel. Without sessions, their notification is a separate
 * request, so it is matched by caller, client and id. It only works if it reaches the process that runs the request.
 */
export class Running {
  readonly #controllers = new Map<string, AbortController>()

  /** Aborted when the client cancels the request; forgotten when the response ends. */
  begin(request: FastifyRequest, id: string | number): AbortSignal {
    const name = nameOf(request, id)
    const controller = new AbortController()
    this.#controllers.set(name, controller)
    request.raw.once('close', () => {
      if (this.#controllers.get(name) === controller) this.#controllers.delete(name)
    })
    return controller.signal
  }

  cancelBy(request: FastifyRequest, message: unknown): void {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } }
    const id = params?.requestId
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number'))
      this.#controllers.get(nameOf(request, id))?.abort()
  }
}

function nameOf({ caller, ip, headers }: FastifyRequest, id: string | number): string {
  return JSON.stringify([caller.keyId, ip, headers['user-agent'], id])
}
