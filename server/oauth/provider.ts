import { exportJWK, generateKeyPair } from 'jose'
import Provider, { errors, interactionPolicy } from 'oidc-provider'
import { fetch } from 'undici'
import type { AppContext } from '../context.ts'
import { openOutbound } from '../web/outbound.ts'
import { drawErrorPage, errorPolicy } from './errorPage.ts'
import { OauthRecords } from './records.ts'
import { appScopes } from './schema.ts'

type KoaContext = { type: string; body: string; set(name: string, value: string): void }
type OauthErrorDetails = { error: string; error_description?: string }

const hour = 3600
const day = 24 * hour

/** Tokens are opaque, so that ending a connection takes effect immediately. A refresh token can be used once. */
const ttl = {
  AccessToken: hour,
  AuthorizationCode: 60,
  Grant: 365 * day,
  Interaction: 15 * 60,
  RefreshToken: 30 * day,
  Session: 15 * 60,
}

/** The authorisation server for clients of `/mcp` (OAuth 2.1). */
export async function openProvider({ db, sign, config, publicUrl }: AppContext): Promise<Provider> {
  const outbound = openOutbound({ allowPrivate: config.oidcAllowPrivate })
  const resource = `${publicUrl()}/mcp`
  // Not used, as tokens are opaque and there are no id tokens, but the library requires a key.
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const provider = new Provider(publicUrl(), {
    adapter: (model: string) => new OauthRecords(db, model),
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'private_key_jwt'],
    cookies: { keys: [sign('oauth_cookies', 'key')], short: { sameSite: 'lax' } },
    expiresWithSession: async () => false,
    features: {
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx: unknown, indicator: string) => {
          if (indicator.replace(/\/$/, '') !== resource) throw new errors.InvalidTarget()
          return {
            scope: appScopes.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: ttl.AccessToken,
          }
        },
      },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch: (url: string, options: object) => fetch(url, { ...options, dispatcher: outbound } as never),
    findAccount: async (_ctx: unknown, subject: string) => ({
      accountId: subject,
      claims: async () => ({ sub: subject }),
    }),
    interactions: {
      policy: interactionPolicy.base(),
      url: (_ctx: unknown, { uid }: { uid: string }) => `/console/api/connect/${uid}`,
    },
    issueRefreshToken: async () => true,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'unused' }] },
    pkce: { required: () => true },
    renderError: async (ctx: KoaContext, { error, error_description: description }: OauthErrorDetails) => {
      ctx.type = 'html'
      ctx.set('content-security-policy', errorPolicy)
      ctx.body = drawErrorPage({ error, ...(description && { description }) })
    },
    rotateRefreshToken: true,
    routes: {
      authorization: '/oauth/authorize',
      jwks: '/oauth/jwks',
      revocation: '/oauth/revoke',
      token: '/oauth/token',
    },
    scopes: ['offline_access'],
    ttl,
  } as never)
  // URLs are based on PUBLIC_URL, which the routes put into these headers.
  provider.proxy = true
  return provider
}
