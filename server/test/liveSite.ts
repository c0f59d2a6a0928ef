import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
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
 * A page with a password for an account, which protects the pages of its persons too; with the open page of a person
 * without an account; and with a link for one e-mail address, beside a link without a gate to the same audience.
 */
async function makeGuardedPage(client: Client) {
  const pageId = await newPage(client, 'Guarded')
  const newAccount = async (domain: string) =>
    (await client.post('/v0/accounts', { domain })).body.accountId as string
  const [accountId, invitedId] = [await newAccount('guarded.example'), await newAccount('invited.example')]
  const personIds = {
    guarded: await newPerson(client, 'Kim', 'kim@guarded.example'),
    late: await newPerson(client, 'Lee', 'lee@late.example'),
    invited: await newPerson(client, 'Vic', 'vic@vip.example'),
  }
  const everyone = await newAudience(client, pageId)
  await newLink(client, '/guarded', everyone.audienceId)
  const account = await newAudience(client, pageId, { accountId })
  const linkId = await newLink(client, '/guarded-account', account.audienceId)
  const kim = await newAudience(client, pageId, { personId: personIds.guarded })
  const lee = await newAudience(client, pageId, { personId: personIds.late })
  const invited = await newAudience(client, pageId, { accountId: invitedId })
  const invitedLinkId = await newLink(client, '/invited', invited.audienceId)
  await newLink(client, '/invited-too', invited.audienceId)
  for (const [id, gate] of [
    [linkId, { password: 'open sesame' }],
    [invitedLinkId, { allowedEmails: ['vic@vip.example'] }],
  ] as const)
    assert.equal((await client.patch(`/v0/page_links/${id}/gate`, gate)).status, 200)
  const closed = ['/guarded-account', `/guarded/${kim.personRouteKey}`, '/invited', '/invited-too']
  return {
    ...{ pageId, accountId, linkId, personIds, closed },
    paths: [...closed, '/guarded', `/guarded/${lee.personRouteKey}`],
  }
}

/**
 * Everything that visitors can see: a page with links, a home page, personal pages with and without an account, their
 * previews, pages behind gates, an image, a brand; and objects that are not live yet or no longer.
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
  const guarded = await makeGuardedPage(acme)
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
  const addresses = [
    ...pages,
    ...guarded.paths,
    ...['/archived', '/quiet', '/sitemap.xml', `/_s/f/${fileId}`],
  ]
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
      // A difference between hashes can be read in the output of a test.
      hash: createHash('sha256').update(bytes).digest('base64url'),
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
    guardedPageId: guarded.pageId,
    ...{ guardedAccountId: guarded.accountId, guardedLinkId: guarded.linkId },
    personIds: { ...personIds, ...guarded.personIds },
    personRouteKey: keys[0] as string,
    personAudienceId: person.audienceId,
    notLiveAudienceId: notLive.audienceId,
    archivedAudienceId: archived.audienceId,
    homeAudienceId: home.audienceId,
    homeNotLiveAudienceId: homeNotLive.audienceId,
    /** Paths at which visitors are asked for something first. */
    closed: guarded.closed,
    visit: (path: string, options?: Parameters<typeof visit>[3]) => visit(baseUrl, host, path, options),
    /** The responses of all URLs. Pages contain the URL of their preview, which changes with its content. */
    snapshot: () => Promise.all(addresses.map(serve)),
    previews: () => Promise.all(previews.map(serve)),
  }
}
