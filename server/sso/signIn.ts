import * as oidc from 'openid-client'
import { discover, explain, type SsoContext } from './client.ts'
import type { Provider } from './queries.ts'

/** Stored between the start and the end of a sign-in, out of the browser's reach. */
export type StartedSignIn = { state: string; nonce: string; verifier: string }

export type Claims = {
  issuer: string
  subject: string
  /** The id of the session at the provider. */
  sid: string | undefined
  email: string | undefined
  isEmailRefused: boolean
  name: string | undefined
  /** Undefined if the provider sends no groups. */
  groups: string[] | undefined
  /** The time of the last sign-in at the provider, if it sends it. */
  authenticatedMs: number | undefined
}
export type Proof = { claims: Claims; refreshToken: string | undefined }

/** Derived from the settings, never from the Host header. */
export function redirectUri({ publicUrl }: Pick<SsoContext, 'publicUrl'>): string {
  return `${publicUrl()}/console/sign-in/provider`
}

export async function beginAtProvider(
  context: SsoContext,
  provider: Provider,
  { loginHint, isFresh }: { loginHint: string | undefined; isFresh: boolean },
): Promise<StartedSignIn & { url: string }> {
  const config = await discover(context, provider)
  const begun = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const offered = config.serverMetadata().scopes_supported ?? []
  const optional = ['offline_access', 'groups'].filter((scope) => offered.includes(scope))
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(context),
    scope: ['openid', 'email', 'profile', ...optional].join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
    ...(loginHint && { login_hint: loginHint }),
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  })
  return { ...begun, url: url.href }
}

/** Redeems the code of a redirect. Undefined if the provider or the user declined. */
export async function finishAtProvider(
  context: SsoContext,
  provider: Provider,
  { state, nonce, verifier }: StartedSignIn,
  query: string,
): Promise<Proof | undefined> {
  const config = await discover(context, provider)
  const current = new URL(redirectUri(context))
  current.search = query
  try {
    const tokens = await oidc.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims() as oidc.IDToken
    const lacks = claims.email === undefined || claims[provider.groupClaim] === undefined
    const asks = lacks && config.serverMetadata().userinfo_endpoint !== undefined
    const info = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
    return { claims: readClaims({ ...info, ...claims }, provider), refreshToken: tokens.refresh_token }
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) return undefined
    explain(error)
  }
}

function readClaims(claims: oidc.IDToken & Record<string, unknown>, { groupClaim }: Provider): Claims {
  const named = claims[groupClaim]
  const groups = typeof named === 'string' ? [named] : named
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    sid: text(claims.sid),
    email: text(claims.email),
    // Some providers send it as text, and some don't send it.
    isEmailRefused: claims.email_verified !== undefined && String(claims.email_verified) !== 'true',
    name: text(claims.name) ?? text([claims.given_name, claims.family_name].filter(Boolean).join(' ')),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : undefined,
    authenticatedMs: typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : undefined,
  }
}

/** Whether the provider still confirms a session. Throws if the provider can't be reached. */
export async function renewAtProvider(
  context: SsoContext,
  provider: Provider,
  refreshToken: string,
): Promise<{ refreshToken: string } | undefined> {
  const config = await discover(context, provider)
  try {
    const tokens = await oidc.refreshTokenGrant(config, refreshToken)
    return { refreshToken: tokens.refresh_token ?? refreshToken }
  } catch (error) {
    const isRefused = error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
    return isRefused ? undefined : explain(error)
  }
}
