import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/** Each scope includes the ones before it. */
export const scopes = ['read', 'write', 'publish', 'admin'] as const
export type Scope = (typeof scopes)[number]

export type Caller = { tenantId: string; keyId: string; scopes: Scope[] }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
    tenantId: string
  }
  interface FastifyContextConfig {
    /** What the caller's key must be allowed to do. Every route under /v0 has one. */
    scope?: Scope
  }
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function allows(held: readonly Scope[], needed: Scope): boolean {
  return held.some((scope) => scopes.indexOf(scope) >= scopes.indexOf(needed))
}

/**
 * A key that was good is trusted for this long before it is looked up again, so that a revocation reaches every
 * node within a second and a busy key costs one query a second.
 */
const trustMs = 900
const mostTrusted = 10_000

/** Demands a good key with the right scope of every request; `findKey` looks one up by its hash. */
export function requireKeys(app: FastifyInstance, findKey: (hash: Buffer) => Promise<Caller | undefined>) {
  const trusted = new Map<string, { caller: Caller; until: number }>()

  async function findCaller(key: string): Promise<Caller | undefined> {
    const hash = hashKey(key)
    const name = hash.toString('base64')
    const known = trusted.get(name)
    if (known && known.until > Date.now()) return known.caller
    const askedAt = Date.now()
    const caller = await findKey(hash)
    trusted.delete(name)
    if (caller) {
      if (trusted.size >= mostTrusted) trusted.clear()
      trusted.set(name, { caller, until: askedAt + trustMs })
    }
    return caller
  }

  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('tenantId', '')
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} names no scope`)
  })
  app.addHook('onRequest', async (request) => {
    const key = request.headers['x-api-key']
    if (typeof key !== 'string' || key === '')
      throw new Problem('key_missing', 'The x-api-key header is missing.')
    const caller = await findCaller(key)
    if (!caller) throw new Problem('key_unknown', 'The key in x-api-key is unknown or was revoked.')
    const needed = request.routeOptions.config.scope as Scope
    if (!allows(caller.scopes, needed))
      throw new Problem(
        'scope_missing',
        `This key has the scopes ${caller.scopes.join(', ')}; ${needed} is needed.`,
      )
    request.caller = caller
    request.tenantId = caller.tenantId
  })
}
