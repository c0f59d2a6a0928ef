import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '../ids.ts'
import { openVisits } from '../visits/open.ts'
import type { Report } from '../visits/schema.ts'
import { type Place, visitToken } from '../visits/token.ts'
import type { Client } from './client.ts'
import type { World } from './world.ts'

export const browserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** An audience of a page, for nobody, an account or a person, with what a rendered page would know of it. */
export async function makePlace(
  { db }: World,
  client: Client,
  given: { pageId?: string; personId?: string; accountId?: string } = {},
): Promise<Place> {
  const { tenantId } = client
  const { personId = null, accountId = null } = given
  const pageId =
    given.pageId ?? (await client.post('/v0/pages', { name: 'Visited', pageType: 'custom' })).body.pageId
  const audienceId = newId('audience')
  const personRouteKey = personId && randomBytes(5).toString('hex')
  const names = { computedName: '', nameFolded: '', searchText: '' }
  await db.inTransaction(
    (tx) =>
      tx`insert into audiences ${tx({ tenantId, audienceId, pageId, personId, accountId, personRouteKey, ...names })}`,
  )
  return { tenantId, pageId, audienceId, versionId: newId('version') }
}

export function newStay() {
  return randomBytes(16).toString('hex')
}

/** What the visit script would say of a short look at a page, changed as wanted. */
export function makeReport({ ground }: World, place: Place, changes: Partial<Report> = {}): Report {
  return {
    token: visitToken(ground.sign, place),
    stay: newStay(),
    age: 1000,
    span: 1000,
    views: 1,
    visible: 1000,
    scroll: 40,
    interactions: 0,
    actions: [],
    submits: 0,
    automated: false,
    ...changes,
  }
}

/**
 * A tenant's site as a bare HTTP server: reports and forms on a real port, and whatever else `serve` answers. Tests
 * name the visitor's address in a header, as a proxy would.
 */
export async function openSite(
  { ground }: World,
  tenantId: string,
  serve: (path: string) => string | undefined = () => undefined,
) {
  const visits = openVisits(ground)
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const address = String(request.headers['x-test-address'] ?? request.socket.remoteAddress)
    if (visits.handle(request, response, { path, tenantId, address })) return
    const page = serve(path)
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    if (page === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    visits,
    async send(body: unknown, headers: Record<string, string> = {}): Promise<number> {
      const response = await fetch(`${url}/_t`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': browserAgent, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as never) : JSON.stringify(body),
      })
      await response.arrayBuffer()
      return response.status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await visits.close()
    },
  }
}
