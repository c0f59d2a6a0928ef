import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { type Scope, scopes } from '../../shared/roles.ts'
import { databaseNow } from '../database/clock.ts'
import { MinuteCounts, secondsLeft } from './minuteCounts.ts'
import { networkOf } from './network.ts'

export { type Scope, scopes }

export type Caller = {
  tenantId: string
  keyId: string
  scopes: Scope[]
  /** The signed-in user, or the owner of the personal key; undefined for keys of services. */
  userId?: string
  /** The pages that the key is limited to; undefined for all. */
  pageIds?: string[]
  /** The user's console session; undefined for keys. */
  sessionId?: string
  /** Whether an assistant acts through MCP. */
  isAssistant?: true
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    tenantId: string
    /** Checks again whether the caller is still authorised, for long-lived responses. */
    isStillAllowed(): Promise<boolean>
  }
  interface FastifyContextConfig {
    /** The scope that the caller's key needs. Every route under /v0 has one. */
    scope?: Scope
    /** Users must have confirmed their identity within the last ten minutes; keys are exempt. */
    confirms?: boolean
  }
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function allows(held: readonly Scope[], needed: Scope): boolean {
  return held.some((scope) => scopes.indexOf(scope) >= scopes.indexOf(needed))
}

/**
 * A valid secret is cached for this long, so that a revocation reaches every node within a second and a busy key costs
 * one query a second.
 */
const trustMs = 900
const mostTrusted = 10_000

/** Looks up secrets and caches valid ones for a moment. */
export class SecretCache<T> {
  readonly #lookUp: (hash: Buffer, secret: string) => Promise<T | undefined>
  readonly #good = new Map<string, { value: T; until: number }>()

  constructor(lookUp: (hash: Buffer, secret: string) => Promise<T | undefined>) {
    this.#lookUp = lookUp
  }

  async find(secret: string): Promise<T | undefined> {
    const hash = hashKey(secret)
    const name = hash.toString('base64')
    const known = this.#good.get(name)
    if (known && known.until > databaseNow()) return known.value
    const askedAt = databaseNow()
    const value = await this.#lookUp(hash, secret)
    this.#good.delete(name)
    if (value) {
      if (this.#good.size >= mostTrusted) this.#good.clear()
      this.#good.set(name, { value, until: askedAt + trustMs })
    }
    return value
  }

  forget(secret: string): void {
    this.#good.delete(hashKey(secret).toString('base64'))
  }
}

/** Failed attempts per minute and network; further ones get a 429. */
const mostWrongKeys = 60

export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>

/** Identifies callers by the key in their header; `findKey` looks up its hash. */
export function identifyByKey(
  findKey: (hash: Buffer, key: string) => Promise<Caller | undefined>,
  { limitFailures = true } = {},
): Identify {
  const trusted = new SecretCache(findKey)
  const failures = new MinuteCounts(mostWrongKeys)
  return async ({ headers, ip }) => {
    const key = keyIn(headers)
    if (key === undefined) throw new Problem('key_missing', 'The x-api-key header is missing.')
    const [network, now] = [networkOf(ip), databaseNow()]
    // Counted before the lookup, so that a burst can't pass the limit. A valid key is never limited by others of its
    // network.
    const isCounted = failures.take(network, now)
    const caller = await trusted.find(key)
    if (caller) {
      if (isCounted) failures.giveBack(network, now)
      return caller
    }
    if (limitFailures && !isCounted) throw tooManyWrongKeys(now)
    throw new Problem('key_unknown', 'The key in x-api-key is unknown or was revoked.')
  }
}

/** The key in `x-api-key`, or else in `Authorization: Bearer`. */
function keyIn(headers: FastifyRequest['headers']): string | undefined {
  const key = headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return typeof key === 'string' && key !== '' ? key : undefined
}

function tooManyWrongKeys(now: number): Problem {
  const detail = `There were ${mostWrongKeys} wrong keys from this network within a minute.`
  return new Problem('rate_limited', detail, {}, { 'retry-after': String(secondsLeft(now)) })
}

/** Requires an authorised caller for every request. */
export function requireCallers(app: FastifyInstance, identify: Identify) {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('tenantId', '')
  app.decorateRequest('isStillAllowed', async () => true)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} names no scope`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const caller = await identify(request, reply)
    const needed = request.routeOptions.config.scope as Scope
    if (!allows(caller.scopes, needed))
      throw new Problem(
        'scope_missing',
        `This key has the scopes ${caller.scopes.join(', ')}; ${needed} is required.`,
      )
    request.caller = caller
    request.tenantId = caller.tenantId
    request.isStillAllowed = async () => {
      try {
        return Boolean(await identify(request, reply))
      } catch (error) {
        if (error instanceof Problem) return false
        throw error
      }
    }
  })
}
