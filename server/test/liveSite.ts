import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { newAudience, newLink, newPage, publish } from './sites.ts'
import { visit } from './visitor.ts'

export type LiveSite = Awaited<ReturnType<typeof makeLiveSite>>

/** A page and an audience that are not live, as targets of links. */
async function makeDraft(client: Client) {
  const { pageId } = (await client.post('/v0/pages', { name: 'Draft', pageType: 'custom' })).body
  return { pageId, audienceId: (await newAudience(client, pageId, { publish: false })).audienceId }
}

async function newPerson(client: Client, name: string, email: string): Promise<string> {
  const made = await client.post('/v0/persons', { name, email })
  assert.equal(made.status, 201)
  return made.body.personId
}

/**
 * Everything that visitors can see: a page with links, a home page, personal pages with and without an account, their
 * previews, an image, a brand; and objects that are not live yet or no longer.
 */
export async function makeLiveSite(acme: Client, baseUrl: string) {
  const picture = await acme.upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const { fileId } = picture.body
  const asset = { assetType: 'image', name: 'Seen', purpose: '', fileId }
  const { assetId } = (await acme.post('/v0/assets', asset)).body
  const { brandId } = (await acme.post('/v0/brands', { name: 'Seen', logoAssetId: assetId })).body
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'seen.example', name: 'Seen' })).body
  const actions = [{ actionId: 'book', buttonTitle: 'Book', url: 'https://seen.example/book' }]
  const pageId = await newPage(acme, 'Seen by all', { brandId, actions, headerActionId: 'book' })
  const { audienceId } = await newAudience(acme, pageId)
  const versionId = await publish(acme, pageId, audienceId, 'Seen by all, again')
  const linkId = await newLink(acme, '/seen', audienceId)

  const personIds = {
    linked: await newPerson(acme, 'Jane Doe', 'jane@seen.example'),
    ofNewAccount: await newPerson(acme, 'Ann', 'ann@new-account.example'),
    ofGivenAccount: await newPerson(acme, 'Bob', 'bob@given.example'),
    ofBatch: await newPerson(acme, 'Cleo', 'cleo@batch.example'),
  }
  const personal = await Promise.all(
    Object.values(personIds).map((personId) => newAudience(acme, pageId, { personId })),
  )
  const keys = personal.map(({ personRouteKey }) => personRouteKey as string)
  const [person] = personal as [(typeof personal)[0]]
  const account = await newAudience(acme, pageId, { accountId })
  await newLink(acme, '/account', account.audienceId)

  const notLive = await newAudience(acme, pageId, { publish: false })
  const quietLinkId = await newLink(acme, '/quiet', notLive.audienceId)
  const archived = await newAudience(acme, pageId)
  await newLink(acme, '/archived', archived.audienceId)
  await acme.post(`/v0/pages/${pageId}/audiences/${archived.audienceId}/archive`, {})
  const draft = await makeDraft(acme)

  const homeId = await newPage(acme, 'Home', { brandId, flags: ['home_page'] })
  await newAudience(acme, homeId)
  const home = await newAudience(acme, homeId)
  await publish(acme, homeId, home.audienceId, 'Another home')
  await acme.patch(`/v0/pages/${homeId}/audiences/${home.audienceId}`, { flags: ['home_page'] })
  const homeNotLive = await newAudience(acme, homeId, { publish: false })

  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const pages = ['/seen', ...keys.map((key) => `/seen/${key}`), '/account', `/quiet/${keys[0]}`, '/']
  const addresses = [...pages, '/archived', '/quiet', '/sitemap.xml', `/_s/f/${fileId}`]
  // Read once: a changed page has a new preview URL, but shared ones must stay available.
  const previews: string[] = []
  for (const path of pages) {
    const { text } = await visit(baseUrl, host, path)
    const url = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1]
    assert.ok(url, `${path} has no preview`)
    previews.push(new URL(url).pathname)
  }
  const serve = async (path: string) => {
    const { status, headers, bytes } = await visit(baseUrl, host, path)
    return {
      path,
      status,
      etag: headers.etag,
      robots: headers['x-robots-tag'],
      bytes: bytes.toString('base64'),
    }
  }
  return {
    ...{
      assetId,
      brandId,
      accountId,
      pageId,
      audienceId,
      versionId,
      linkId,
      homeId,
      fileId,
      draft,
      quietLinkId,
    },
    personIds,
    personRouteKey: keys[0] as string,
    personAudienceId: person.audienceId,
    notLiveAudienceId: notLive.audienceId,
    archivedAudienceId: archived.audienceId,
    homeAudienceId: home.audienceId,
    homeNotLiveAudienceId: homeNotLive.audienceId,
    visit: (path: string, options?: Parameters<typeof visit>[3]) => visit(baseUrl, host, path, options),
    /** The responses of all URLs. Pages contain the URL of their preview, which changes with its content. */
    snapshot: () => Promise.all(addresses.map(serve)),
    previews: () => Promise.all(previews.map(serve)),
  }
}
