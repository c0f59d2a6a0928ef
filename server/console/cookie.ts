import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseNow } from '../database/clock.ts'
import { toMilliseconds } from '../time.ts'

/** Reads and writes the one cookie there is. It reaches neither scripts nor other sites; the API does not read it. */
export class SessionCookie {
  readonly #publicUrl: () => string

  constructor(publicUrl: () => string) {
    this.#publicUrl = publicUrl
  }

  /**
   * What the browser sent; undefined without one, and also when there are several: a neighbouring host may have put
   * one there, and which of them is ours can't be told.
   */
  read(request: FastifyRequest): string | undefined {
    const start = `${this.#nameFor(request)}=`
    const found = (request.headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(start))
    return found.length === 1 ? found[0]?.slice(start.length) : undefined
  }

  write(request: FastifyRequest, reply: FastifyReply, secret: string, expiresAt: string): void {
    const seconds = Math.max(0, Math.floor((toMilliseconds(expiresAt) - databaseNow()) / 1000))
    this.#send(request, reply, secret, seconds)
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    this.#send(request, reply, '', 0)
  }

  #send(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void {
    const secure = this.#isSecure(request) ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${this.#nameFor(request)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`,
    )
  }

  /** Browsers take a cookie whose name begins so over TLS alone, from this very host alone, and for all of its paths. */
  #nameFor(request: FastifyRequest): string {
    return this.#isSecure(request) ? '__Host-foyer-console' : 'foyer-console'
  }

  #isSecure({ protocol }: FastifyRequest): boolean {
    return protocol === 'https' || this.#publicUrl().startsWith('https:')
  }
}
