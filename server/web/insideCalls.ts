import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './auth.ts'

export type InsideRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Buffer | string
}

const header = 'x-foyer-ticket'

/**
 * Calls by the service to its own routes, for callers identified in another way. Each call has a random ticket that
 * identifies its caller and is valid until the response, so that the routes check, limit and record it like any other
 * request.
 */
export class InsideCalls {
  readonly #callers = new Map<string, Caller>()

  callerOf({ headers }: FastifyRequest): Caller | undefined {
    const ticket = headers[header]
    return typeof ticket === 'string' ? this.#callers.get(ticket) : undefined
  }

  /** `outer` is the request on whose behalf the call is made; the call has its id, address and user agent. */
  async send(
    app: FastifyInstance,
    caller: Caller,
    outer: FastifyRequest,
    { method, url, headers, body }: InsideRequest,
  ) {
    const ticket = randomBytes(32).toString('base64url')
    this.#callers.set(ticket, caller)
    try {
      return await app.inject({
        method,
        url,
        remoteAddress: outer.ip,
        headers: {
          ...headers,
          [header]: ticket,
          'x-request-id': outer.id,
          'user-agent': outer.headers['user-agent'] ?? '',
        },
        ...(body !== undefined && { payload: body }),
      })
    } finally {
      this.#callers.delete(ticket)
    }
  }
}
