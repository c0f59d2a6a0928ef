import { randomBytes } from 'node:crypto'
import { insertAudience } from '../audiences/queries.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import type { PageIdentity } from '../site/draw.ts'
import type { Report } from '../visits/schema.ts'
import { visitToken } from '../visits/token.ts'
import type { Client } from './client.ts'
import { visit } from './visitor.ts'
import type { World } from './world.ts'

export const browserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

/** A public, account or personal audience, with the token and identity of its rendered page. */
export async function makePlace(
  { db }: World,
  client: Client,
  given: { pageId?: string; personId?: string; accountId?: string } = {},
): Promise<PageIdentity> {
  const { tenantId } = client
  const { personId = null, accountId = null } = given
  const pageId = given.pageId ?? (await makeVisitedPage(client))
  const audienceId = await db.inTransaction(async (tx) => {
    const audienceId = newId('audience')
    await insertAudience(tx, tenantId, { audienceId, pageId }, { personId, accountId })
    count(tx, tenantId, { [`page:${pageId}:audiences`]: 1 })
    await tx`update audiences set live_at = now() where tenant_id = ${tenantId} and audience_id = ${audienceId}`
    return audienceId
  })
  return { tenantId, pageId, audienceId, versionId: newId('version') }
}

/** A published page with one action, `book`. */
async function makeVisitedPage(client: Client): Promise<string> {
  const actions = [{ actionId: 'book', buttonTitle: 'Book a call', url: 'https://acme.example/call' }]
  const made = await client.post('/v0/pages', { name: 'Visited', pageType: 'custom', actions })
  await client.post(`/v0/pages/${made.body.pageId}/publish`, {})
  return made.body.pageId
}

export function newStay() {
  return randomBytes(16).toString('hex')
}

/** A report of a short visit, with overrides. */
export function makeReport(
  { context }: Pick<World, 'context'>,
  place: PageIdentity,
  changes: Partial<Report> = {},
): Report {
  return {
    token: visitToken(context.sign, place),
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

/** Requests to a tenant's host; the client address is sent as by a proxy. */
export function openSite({ baseUrl }: World, { slug }: Client) {
  const host = `${slug}.localhost:${new URL(baseUrl).port}`
  const headers = { 'user-agent': browserAgent }
  const ask = (path: string, { headers: more, ...options }: Parameters<typeof visit>[3] = {}) =>
    visit(baseUrl, host, path, { ...options, headers: { ...headers, ...more } })
  return {
    host,
    ask,
    /** Sends a report and returns the status. */
    async report(body: unknown, more: Record<string, string> = {}): Promise<number> {
      const isBytes = typeof body === 'string' || body instanceof Uint8Array
      const sent = await ask('/_t', {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', ...more },
        body: isBytes ? body : JSON.stringify(body),
      })
      return sent.status
    },
    /** Posts a form like a browser without scripts. */
    post: (path: string, fields: [string, string][] | string, more: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
  }
}

/** Settings with which tests choose the addresses of visitors. */
export const visited = { TRUST_PROXY: 'true' }
export const from = (address: string) => ({ 'x-forwarded-for': address })
