import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import { databaseNow } from '../database/clock.ts'
import { boundedFetch, discover, type SsoContext } from './client.ts'
import type { Provider } from './queries.ts'

/** A logout token ends sessions of a subject, or one session at the provider. */
type Logout = { subject: string | undefined; sid: string | undefined; tokenId: string }

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Maximum age of a logout token. Used tokens are stored for longer, so that each works only once. */
export const logoutMinutes = 10

/** Validates a logout token as specified by OpenID Connect Back-Channel Logout 1.0; undefined if it is invalid. */
export async function readLogout(
  context: SsoContext,
  provider: Provider,
  token: string,
): Promise<Logout | undefined> {
  const config = await discover(context, provider)
  const keys = keysOf(context, config)
  if (!keys) return undefined
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: provider.clientId,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: logoutMinutes * 60,
      clockTolerance: 30,
      currentDate: new Date(databaseNow()),
    })
    const { sub, sid, jti, nonce, events } = payload
    const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, event)
    const session = typeof sid === 'string' ? sid : undefined
    if (!isLogout || nonce !== undefined || (sub === undefined && session === undefined)) return undefined
    return { subject: sub, sid: session, tokenId: jti as string }
  } catch (error) {
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return undefined
    throw error
  }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>
/** A key set is fetched at most every 30 s, whatever tokens arrive. */
const keySets = new WeakMap<Configuration, KeySet>()

function keysOf({ config: { oidcAllowPrivate } }: SsoContext, config: Configuration): KeySet | undefined {
  const url = config.serverMetadata().jwks_uri
  if (url === undefined) return undefined
  const send = boundedFetch(oidcAllowPrivate)
  const keys =
    keySets.get(config) ??
    createRemoteJWKSet(new URL(url), {
      [customFetch]: (address, options) => send(address, options as unknown as Parameters<typeof send>[1]),
    })
  keySets.set(config, keys)
  return keys
}
