import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { Client } from './client.ts'
import { openBrowser } from './console.ts'
import type { World } from './world.ts'

export type ProviderAccount = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

const clientSecret = 'a-secret-of-the-tests'

const opened = new Map<string, ReturnType<typeof startProvider>>()

/**
 * A real OpenID Connect provider on its own port. It signs in the user that the test names, without a password. Tests of
 * one file share it; tests that run in parallel need one each.
 */
export function openIdentityProvider({ context, baseUrl }: World, { own = false } = {}) {
  if (own) return startProvider(context.publicUrl())
  const provider = opened.get(baseUrl) ?? startProvider(context.publicUrl())
  opened.set(baseUrl, provider)
  return provider
}

async function startProvider(publicUrl: string) {
  const accounts = new Map<string, ProviderAccount>()
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'k', alg: 'ES256', use: 'sig' }
  const held: Held = { current: { sub: 'nobody' }, grants: [] }
  const server = createServer((request, response) => void answer(held, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Nothing waits for it when the tests are done.
  server.unref().on('connection', (socket) => socket.unref())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'foyer',
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/console/sign-in/provider`],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, RefreshToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'offline_access'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: async (_, id) => {
      const account = accounts.get(id)
      return account && { accountId: id, claims: async () => ({ ...account }) }
    },
  })
  held.provider = provider
  return {
    issuer,
    input: { name: 'Harbor ID', issuer, clientId: 'foyer', clientSecret },
    provider,
    /** From now on, this is who is signed in at the provider. */
    become(account: ProviderAccount) {
      accounts.set(account.sub, account)
      held.current = account
    },
    /** A token signed with the provider's key, or another one. */
    async sign(claims: object, key = jwk) {
      const signer = new SignJWT({ ...claims }).setProtectedHeader({
        alg: 'ES256',
        kid: 'k',
        typ: 'logout+jwt',
      })
      return await signer.sign(await importJWK(key, 'ES256'))
    },
    /** The provider no longer renews what it has granted. */
    async withdrawGrants() {
      for (const grantId of held.grants) await (await provider.Grant.find(grantId))?.destroy()
    },
  }
}

type Held = { current: ProviderAccount; provider?: Provider; grants: string[] }

async function answer(
  { provider, current, grants }: Held,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (!provider) return response.writeHead(503).end()
  if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: current.sub, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const grantId = await grant.save()
  grants.push(grantId)
  const result = { login: { accountId: current.sub }, consent: { grantId } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** Follows the redirects of the provider, as a browser does, and returns the query that it comes back with. */
export async function visitProvider(address: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = address
  for (let hop = 0; hop < 8; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
    if (new URL(url).pathname === '/console/sign-in/provider') return new URL(url).search
  }
  throw new Error('the provider redirects too often')
}

type Browser = ReturnType<typeof openBrowser>
let networks = 0

/** A browser in a network of its own, as sign-ins are limited by network. Needs TRUST_PROXY. */
export function openAnywhere({ baseUrl }: World): Browser {
  networks++
  return openBrowser(baseUrl, { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1` })
}

/** Signs in with a provider, in a browser of its own unless one is given. */
export async function signInAt(
  here: World,
  key: string,
  { browser = openAnywhere(here), to }: { browser?: Browser; to?: string } = {},
) {
  const begun = await browser.send('/sign_in/provider', { method: 'POST', body: { key, ...(to && { to }) } })
  if (begun.status !== 200) return { ...browser, answer: begun }
  const query = await visitProvider(begun.body.url)
  const answer = await browser.send('/sign_in/provider/finish', { method: 'POST', body: { query } })
  return { ...browser, answer }
}

/** The tenant has a TXT record for the domain, and verifies it. */
export async function proveDomain({ context }: World, client: Client, hostname: string): Promise<void> {
  const { tenantDomainId, verification } = (await client.post('/v0/tenant_domains', { hostname })).body
  const { resolveTxt } = context
  context.resolveTxt = async (name) =>
    name === verification.record ? [verification.value] : await resolveTxt(name)
  const { status, body } = await client.post(`/v0/tenant_domains/${tenantDomainId}/verify`, {})
  if (status !== 200) throw new Error(`not verified: ${JSON.stringify(body)}`)
}
