import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { hero } from './refusals.ts'
import { visit } from './visitor.ts'
import { world } from './world.ts'

export const saying = (headline: string) => ({ theme: {}, blocks: [hero({ headline })] })

/** A published page with helpers for its audiences. */
export async function newPage(client: Client, headline = 'Hello', more: object = {}) {
  const { pageId } = (await client.post('/v0/pages', { name: 'Spring', pageType: 'custom', ...more })).body
  assert.equal((await client.put(`/v0/pages/${pageId}/document`, saying(headline))).status, 200)
  assert.equal((await client.post(`/v0/pages/${pageId}/publish`, {})).status, 200)
  return pageId as string
}

export async function newAudience(client: Client, pageId: string, body: object = {}) {
  const made = await client.post(`/v0/pages/${pageId}/audiences`, { publish: true, ...body })
  assert.equal(made.status, 201)
  return made.body as { audienceId: string; personRouteKey: string | null; publishedVersion: any }
}

export async function newLink(client: Client, path: string, audienceId: string, more: object = {}) {
  const target = { targetType: 'audience', audienceId }
  const made = await client.post('/v0/page_links', { path, target, ...more })
  assert.equal(made.status, 201)
  return made.body.pageLinkId as string
}

export async function publish(client: Client, pageId: string, audienceId: string, headline: string) {
  const versions = `/v0/pages/${pageId}/audiences/${audienceId}/versions`
  const { versionId } = (await client.post(versions, { document: saying(headline) })).body
  assert.equal((await client.post(`${versions}/${versionId}/publish`, {})).status, 200)
  return versionId as string
}

/** A world with a visitor of acme's site. */
export async function site(settings: Record<string, string> = {}) {
  const here = await world(settings)
  const host = `${here.acme.slug}.localhost:${new URL(here.baseUrl).port}`
  const get = (path: string, options?: Parameters<typeof visit>[3]) =>
    visit(here.baseUrl, host, path, options)
  return { ...here, host, get }
}
