import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { type Agent, fetch as fetchThrough, type RequestInit } from 'undici'
import type { AppContext } from '../context.ts'
import { providerSecretPurpose } from '../secrets/encryptedColumns.ts'
import { DecryptionError } from '../secrets/encryption.ts'
import { DnsError } from '../web/dns.ts'
import { AddressRefused, faultOfUrl, openOutbound } from '../web/outbound.ts'
import type { Provider } from './queries.ts'

export type SsoContext = Pick<AppContext, 'config' | 'encryption' | 'publicUrl'>

/** The provider can't be used; the message is written for admins. */
export class ProviderError extends Error {}

const timeoutSeconds = 8
const mostBytes = 1024 * 1024
const outbound = new Map<boolean, Agent>()
/** Discovery documents and key sets are refreshed after ten minutes. */
const known = new LRUCache<string, oidc.Configuration>({ max: 500, ttl: 10 * 60_000 })

/** The provider's client configuration, with its metadata from discovery. */
export async function discover(context: SsoContext, provider: Provider): Promise<oidc.Configuration> {
  const name = `${provider.tenantId} ${provider.providerId} ${provider.updatedAt}`
  const found = known.get(name) ?? (await discoverAgain(context, provider))
  known.set(name, found)
  return found
}

export async function discoverAgain(
  { config, encryption }: SsoContext,
  { tenantId, issuer, clientId, encryptedSecret }: Provider,
): Promise<oidc.Configuration> {
  const allowPrivate = config.oidcAllowPrivate
  const fault = faultOfIssuer(issuer, allowPrivate)
  if (fault) throw new ProviderError(`The issuer ${fault}.`)
  const secret =
    encryptedSecret &&
    (await encryption.decrypt(providerSecretPurpose(tenantId), encryptedSecret).catch(explain))
  const execute = [oidc.enableNonRepudiationChecks, ...(allowPrivate ? [oidc.allowInsecureRequests] : [])]
  return await oidc
    .discovery(new URL(issuer), clientId, undefined, secret ? authenticateWith(secret) : oidc.None(), {
      [oidc.customFetch]: boundedFetch(allowPrivate),
      timeout: timeoutSeconds,
      execute,
    })
    .catch(explain)
}

/** Rejects the URL of a discovery document, with which the library would skip checking the issuer. */
export function faultOfIssuer(issuer: string, allowPrivate: boolean): string | undefined {
  const fault = faultOfUrl(issuer, { allowPrivate })
  if (fault) return fault
  const { pathname, search, hash } = new URL(issuer)
  if (search || hash) return 'must not contain a query or a fragment'
  if (pathname.includes('/.well-known/')) return 'must be given without /.well-known/openid-configuration'
}

function authenticateWith(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    return (isBasic ? basic : post)(server, client, body, headers)
  }
}

/** All URLs, including those in the discovery document, are checked at connect time. */
export function boundedFetch(allowPrivate: boolean): oidc.CustomFetch {
  return async (url, options) => {
    if (faultOfUrl(url, { allowPrivate })) throw new AddressRefused()
    const dispatcher = outbound.get(allowPrivate) ?? openOutbound({ allowPrivate })
    outbound.set(allowPrivate, dispatcher)
    const init = { ...options, redirect: 'manual', dispatcher } as RequestInit
    const response = await fetchThrough(url, init)
    const bytes = await readBounded(response.body)
    const { status, headers } = response
    return new Response(bytes.length > 0 ? bytes : null, { status, headers: [...headers] })
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new ProviderError('The provider’s response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Throws a readable problem for an error of a request to a provider. */
export function explain(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderError) throw cause
    if (cause instanceof AddressRefused) throw new ProviderError('The provider’s address is not public.')
    if (cause instanceof DnsError) throw new ProviderError(`${cause.message}.`)
    if (cause instanceof DecryptionError)
      throw new ProviderError('The stored client secret can’t be read. Enter it again.')
    const { code, name } = cause as { code?: unknown; name: string }
    if (code === 'ENOTFOUND') throw new ProviderError('The provider’s host does not exist.')
    if (name === 'TimeoutError' || name === 'AbortError')
      throw new ProviderError(`The provider did not respond within ${timeoutSeconds} s.`)
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code))
      throw new ProviderError(`The connection to the provider failed (${code}).`)
  }
  if (error instanceof oidc.ResponseBodyError)
    throw new ProviderError(`The provider refused the request (${error.error}).`)
  throw new ProviderError(`The provider’s response is not valid: ${(error as Error).message}.`, {
    cause: error,
  })
}
