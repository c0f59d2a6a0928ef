import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseNow } from '../database/clock.ts'
import { toMilliseconds } from '../time.ts'
import { cookiesNamed } from '../web/cookies.ts'

/**
 * The cookie of a session, or of a sign-in at a provider. Scripts and other sites can't read it, and the API ignores
 * it.
 */
export class SessionCookie {
  readonly #publicUrl: () => string
  readonly #name: string

  constructor(publicUrl: () => string, name: 'foyer-console' | 'foyer-sign-in' = 'foyer-console') {
    this.#name = name
    this.#publicUrl = publicUrl
  }

  /**
   * The cookie's value; undefined without one, and also with several: a sibling host may have set one, and ours can't
   * be distinguished.
   */
  read(request: FastifyRequest): string | undefined {
    const [value, ...others] = cookiesNamed(this.#nameFor(request), request.headers.cookie)
    return others.length === 0 ? value : undefined
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

  /** Browsers accept a cookie with this name prefix only over TLS, from this exact host, and for all paths. */
  #nameFor(request: FastifyRequest): string {
    return this.#isSecure(request) ? `__Host-${this.#name}` : this.#name
  }

  #isSecure({ protocol }: FastifyRequest): boolean {
    return protocol === 'https' || this.#publicUrl().startsWith('https:')
  }
}
