import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { eventually } from '../test/eventually.ts'
import { signedIn } from '../test/members.ts'
import { openAuthorisingBrowser, publicUrl, publishApp, redirectUri } from '../test/oauth.ts'
import { type World, world } from '../test/world.ts'
import { hashKey } from '../web/auth.ts'

const settings = { PUBLIC_URL: publicUrl, OIDC_ALLOW_PRIVATE: 'true' }

function newChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

function addressOf(clientId: string, challenge: string, more: Record<string, string> = {}) {
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'read write publish',
    resource: `${publicUrl}/mcp`,
    state: 'kept',
    ...more,
  }
  return `${publicUrl}/oauth/authorize?${new URLSearchParams(query)}`
}

async function token({ baseUrl }: World, fields: Record<string, string>) {
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

const listTools = ({ baseUrl }: World, bearer: string) =>
  fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

async function toolsOf(here: World, bearer: string): Promise<string[]> {
  const text = await (await listTools(here, bearer)).text()
  return [...text.matchAll(/"name":"(\w+)","title"/g)].map(([, name = '']) => name)
}

/** Signs in an app as a new person, and returns its tokens. */
async function connect(
  here: World,
  clientId: string,
  scope: string,
  role: 'editor' | 'publisher' = 'publisher',
) {
  const person = await signedIn(here, here.acme, { role })
  const browser = openAuthorisingBrowser(here.baseUrl, person.cookie())
  const { verifier, challenge } = newChallenge()
  const { location } = await browser.decide(await browser.open(addressOf(clientId, challenge)), scope)
  const fields = {
    grant_type: 'authorization_code',
    code: location?.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: verifier,
  }
  return { ...(await token(here, fields)).body, fields, user: person.user } as {
    access_token: string
    refresh_token: string
    scope: string
    fields: Record<string, string>
    user: { userId: string }
  }
}

/** What a client keeps between the steps of signing in. */
function keepTokens(clientMetadataUrl: string) {
  const saved: Record<string, unknown> = {}
  const save = (name: string) => (value: unknown) => {
    saved[name] = value
  }
  const read = (name: string) => () => saved[name] as never
  const authProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Fieldnote', redirect_uris: [redirectUri] },
    clientMetadataUrl,
    clientInformation: read('client'),
    saveClientInformation: save('client'),
    tokens: read('tokens'),
    saveTokens: save('tokens'),
    codeVerifier: read('verifier'),
    saveCodeVerifier: save('verifier'),
    discoveryState: read('discovery'),
    saveDiscoveryState: save('discovery'),
    redirectToAuthorization: save('opened'),
  }
  return { authProvider, opened: () => String(saved.opened) }
}

test('an official client signs a person in by its metadata URL, and acts for them with the access they selected', async () => {
  const here = await world(settings)
  const { acme, baseUrl } = here
  const app = await publishApp()
  const person = await signedIn(here, acme, { role: 'publisher', name: 'Lena Brandt' })
  const browser = openAuthorisingBrowser(baseUrl, person.cookie())
  const { authProvider, opened } = keepTokens(app.clientId)
  const redirected = ((url: string | URL, init?: RequestInit) =>
    fetch(String(url).replace(publicUrl, baseUrl), init)) as typeof fetch
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { authProvider, fetch: redirected })
  const transport = open()
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(transport), UnauthorizedError)
  const request = await browser.open(opened())
  const { body } = await browser.read(request)
  assert.equal(body.name, 'Fieldnote')
  assert.deepEqual(
    [body.isConfirmed, body.host.split(':')[0], body.user.name],
    [true, 'localhost', 'Lena Brandt'],
  )
  const { location } = await browser.decide(request, 'write')
  assert.equal(location?.searchParams.get('iss'), publicUrl)
  await transport.finishAuth(location?.searchParams as URLSearchParams)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(open())
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('create_page') && !names.includes('publish'))
  const made = await client.callTool({
    name: 'create_page',
    arguments: { name: 'By Lena', pageType: 'custom' },
  })
  assert.ok(!made.isError, JSON.stringify(made))
  await client.close()

  const { items } = (await acme.get('/v0/audit_events?limit=5')).body
  const row = items.find(({ action }: { action: string }) => action === 'createPage')
  assert.deepEqual([row.way, row.actor.name], ['mcp', 'Lena Brandt'])
  assert.ok(items.some(({ action }: { action: string }) => action === 'app.connected'))
  const [connection] = (await acme.get('/v0/app_connections')).body.items
  assert.deepEqual(
    [connection.name, connection.scope, connection.userName],
    ['Fieldnote', 'write', 'Lena Brandt'],
  )
  app.close()
})

test('a token stops working when it expires, the connection ends, the role is reduced, the person leaves or a refresh token is reused', async () => {
  const here = await world(settings)
  const { acme } = here
  const made = await acme.post('/v0/apps', { name: 'Relay', redirectUris: ['http://127.0.0.1/done'] })
  const clientId = made.body.appId
  const [ended, demoted, gone, stolen, expired] = await Promise.all(
    Array.from({ length: 5 }, () => connect(here, clientId, 'publish')),
  )
  assert.ok(ended && demoted && gone && stolen && expired)
  assert.equal(ended.scope, 'read write publish')
  assert.ok((await toolsOf(here, demoted.access_token)).includes('publish'))
  const { items } = (await acme.get('/v0/app_connections')).body
  const { connectionId } = items.find(({ userId }: { userId: string }) => userId === ended.user.userId)
  await acme.delete(`/v0/app_connections/${connectionId}`)
  await acme.patch(`/v0/members/${demoted.user.userId}`, { role: 'editor' })
  await acme.delete(`/v0/members/${gone.user.userId}`)
  assert.equal((await listTools(here, expired.access_token)).status, 200)
  await here.db.inTransaction(
    (tx) => tx`
      update oauth_records set expires_at = now()
      where model = 'AccessToken' and hash = ${hashKey(expired.access_token)}`,
  )
  const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: stolen.refresh_token }
  const first = await token(here, refresh)
  assert.equal(first.status, 200)
  assert.equal((await token(here, refresh)).status, 400)
  await eventually(async () => {
    for (const bearer of [
      ended.access_token,
      gone.access_token,
      stolen.access_token,
      first.body.access_token,
      expired.access_token,
    ]) {
      const answer = await listTools(here, bearer)
      assert.equal(answer.status, 401)
      const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`
      const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`
      assert.equal(answer.headers.get('www-authenticate'), challenge)
    }
    const tools = await toolsOf(here, demoted.access_token)
    assert.ok(tools.includes('create_page') && !tools.includes('publish'))
  }, 5_000)
  assert.equal((await token(here, ended.fields)).status, 400, 'a code works once')
  const rows = await here.db.read<
    { payload: object; text: string }[]
  >`select payload::text as text from oauth_records`
  for (const { access_token, refresh_token } of [demoted])
    for (const { text } of rows) assert.ok(!text.includes(access_token) && !text.includes(refresh_token))
})

test('an authorisation needs PKCE, the service’s resource, a registered redirect URI, a person, and that person’s browser', async () => {
  const here = await world(settings)
  const { acme, globex, baseUrl } = here
  const made = await acme.post('/v0/apps', { name: 'Relay', redirectUris: [redirectUri] })
  const clientId = made.body.appId
  const { challenge } = newChallenge()
  const person = await signedIn(here, acme, { role: 'editor' })
  const browser = openAuthorisingBrowser(baseUrl, person.cookie())
  const refusals: Record<string, string>[] = [
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
    { resource: 'https://other.example/mcp' },
    { redirect_uri: 'https://evil.example/done' },
    { client_id: 'app_00000000000000000000000000' },
    { client_id: 'https://169.254.169.254/app.json' },
    { response_type: 'token' },
  ]
  for (const more of refusals)
    await assert.rejects(browser.open(addressOf(clientId, challenge, more)), JSON.stringify(more))

  const request = await browser.open(addressOf(clientId, challenge))
  const asked = (await browser.read(request)).body
  assert.deepEqual([asked.scopes, asked.isConfirmed], [['read', 'write'], false])
  assert.equal((await browser.decide(request, 'publish')).status, 403)
  const lured = openAuthorisingBrowser(baseUrl, person.cookie())
  assert.equal((await lured.read(request)).status, 401)
  assert.equal((await lured.decide(request, 'read')).status, 401)
  const refused = await browser.decide(request, null)
  assert.equal(refused.location?.searchParams.get('error'), 'access_denied')
  assert.equal(refused.location?.searchParams.get('state'), 'kept')

  const unscoped = await browser.decide(
    await browser.open(addressOf(clientId, challenge, { scope: '' })),
    'write',
  )
  assert.ok(unscoped.location?.searchParams.get('code'), String(unscoped.location))

  const stranger = await signedIn(here, globex, { role: 'editor' })
  const other = openAuthorisingBrowser(baseUrl, stranger.cookie())
  const foreign = await other.open(addressOf(clientId, challenge))
  assert.equal((await other.read(foreign)).body.isForeign, true)
  assert.equal((await other.decide(foreign, 'read')).status, 404)
  assert.equal((await acme.post('/v0/apps', { name: 'x', redirectUris: ['http://x.example'] })).status, 400)
})

test('the metadata contain the endpoints for clients, and are absent without a public address', async () => {
  const here = await world(settings)
  const read = async (path: string) => (await fetch(here.baseUrl + path)).json()
  const server = await read('/.well-known/oauth-authorization-server')
  assert.equal(server.issuer, publicUrl)
  assert.equal(server.token_endpoint, `${publicUrl}/oauth/token`)
  assert.equal(server.client_id_metadata_document_supported, true)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  assert.ok(server.token_endpoint_auth_methods_supported.includes('none'))
  const resource = await read('/.well-known/oauth-protected-resource/mcp')
  assert.deepEqual(resource.authorization_servers, [publicUrl])
  const plain = await world()
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize'])
    assert.equal((await fetch(plain.baseUrl + path)).status, 404)
})
