import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../test/eventually.ts'
import { newAudience, newLink, newPage, publish, site } from '../test/sites.ts'

const secret = 'Margins of the Meridian deal'
const password = 'see you in March'

/** All URLs of an audience in the site or the API, and those that visitors can guess. */
async function protectedPages() {
  const here = await site()
  const { acme } = here
  const pageId = await newPage(acme, 'Welcome', { flags: ['home_page'] })
  const account = async (domain: string) =>
    (await acme.post('/v0/accounts', { domain, name: domain })).body.accountId as string
  const [accountId, otherAccountId] = [await account('initech.example'), await account('hooli.example')]
  const person = async (name: string, account: string) =>
    (await acme.post('/v0/persons', { name, accountId: account })).body.personId as string
  const everyone = await newAudience(acme, pageId)
  const forAccount = await newAudience(acme, pageId, { accountId })
  const forPerson = await newAudience(acme, pageId, { personId: await person('Jane', accountId) })
  const forOther = await newAudience(acme, pageId, { personId: await person('Gavin', otherAccountId) })
  for (const { audienceId } of [everyone, forAccount, forPerson, forOther])
    await publish(acme, pageId, audienceId, secret)
  const links = {
    '/all': await newLink(acme, '/all', everyone.audienceId),
    '/all-too': await newLink(acme, '/all-too', everyone.audienceId),
    '/initech': await newLink(acme, '/initech', forAccount.audienceId),
    '/initech-too': await newLink(acme, '/initech-too', forAccount.audienceId),
    '/jane': await newLink(acme, '/jane', forPerson.audienceId),
  }
  const gate = (path: keyof typeof links, body: object) =>
    acme.patch(`/v0/page_links/${links[path]}/gate`, body)
  const audiences = { everyone, forAccount, forPerson, forOther }
  return { ...here, pageId, audiences, links, gate }
}

type Pages = Awaited<ReturnType<typeof protectedPages>>

/** All paths to an audience's content: links, home, keyed paths below each link, image, previews, lists, files. */
async function waysTo({ acme, pageId, links, audiences, get }: Pages, name: keyof Pages['audiences']) {
  const { audienceId, personRouteKey, publishedVersion } = audiences[name]
  const at = `/v0/pages/${pageId}/audiences/${audienceId}`
  const [share, preview] = [
    await acme.get(`${at}/share`),
    await acme.get(`${at}/versions/${publishedVersion.versionId}/preview`),
  ]
  const unsigned = new URL(preview.body.url).pathname.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`)
  const paths = ['/', ...Object.keys(links), unsigned]
  if (personRouteKey)
    for (const above of ['', ...Object.keys(links)])
      paths.push(
        `${above}/${personRouteKey}`,
        `${above}/dear-reader/${personRouteKey}`,
        `${above}/?k=${personRouteKey}`,
      )
  if (share.body.picture) paths.push(new URL(share.body.picture.url).pathname)
  for (const path of Object.keys(links)) {
    const image = /property="og:image" content="[^"]*?(\/_s\/og\/[^"]+)"/.exec((await get(path)).text)?.[1]
    if (image?.includes(audienceId)) paths.push(image)
  }
  return paths
}

/** Which of these paths show the audience: its image, or a page that counts visits for it. */
async function openWays({ get, audiences }: Pages, name: keyof Pages['audiences'], paths: string[]) {
  const { audienceId } = audiences[name]
  const open: string[] = []
  for (const path of paths) {
    let answer = await get(path)
    if (answer.status === 308) answer = await get(String(answer.headers.location))
    const isImage = path.startsWith('/_s/og/') && answer.status === 200
    if (isImage || (answer.text.includes(secret) && answer.text.includes(audienceId))) open.push(path)
  }
  return open
}

const cases = [
  { gated: '/all', closes: ['everyone', 'forPerson', 'forOther'], leaves: ['forAccount'] },
  { gated: '/initech', closes: ['forAccount', 'forPerson'], leaves: ['everyone', 'forOther'] },
  { gated: '/jane', closes: ['forPerson'], leaves: ['everyone', 'forAccount', 'forOther'] },
] as const

for (const { gated, closes, leaves } of cases)
  test(`the gate of ${gated} closes every path to the protected pages, and no other`, async () => {
    const here = await protectedPages()
    const names = [...closes, ...leaves]
    const ways = new Map<string, string[]>()
    for (const name of names) {
      ways.set(name, await waysTo(here, name))
      const open = await openWays(here, name, ways.get(name) ?? [])
      assert.ok(
        open.some((path) => path.startsWith('/_s/og/')),
        `${name} has an image`,
      )
      assert.ok(
        open.some((path) => !path.startsWith('/_')),
        `${name} has an address`,
      )
    }
    const before = (await here.get('/sitemap.xml')).text
    assert.equal((await here.gate(gated, { password })).status, 200)
    for (const name of closes)
      await eventually(async () =>
        assert.deepEqual(await openWays(here, name, ways.get(name) ?? []), [], `${name} is open`),
      )
    for (const name of leaves) {
      const paths = (ways.get(name) ?? []).filter(
        (path) => !path.startsWith(gated) || path === `${gated}-too`,
      )
      assert.ok((await openWays(here, name, paths)).length > 1, `${name} is closed`)
    }
    assert.match(before, /\/all-too</)
    if (gated === '/all') assert.doesNotMatch((await here.get('/sitemap.xml')).text, /<loc>/)
  })

test('a pass opens the page under every path that leads to it, and its image', async () => {
  const here = await protectedPages()
  const { get, links, audiences } = here
  const ways = await waysTo(here, 'forPerson')
  await here.gate('/all', { password })
  const path = `/initech-too/${audiences.forPerson.personRouteKey}`
  await eventually(async () => assert.equal((await get(path)).status, 403))
  const action = /action="([^"]+)"/.exec((await get(path)).text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.ok(action.startsWith(`/_g/${links['/all']}?`), action)
  const answer = await get(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ password }).toString(),
  })
  assert.deepEqual([answer.status, answer.headers.location], [303, path])
  const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0] as string }
  for (const way of [path, '/jane', '/all', '/all-too', '/'])
    assert.equal((await get(way, { headers })).status, 200, way)
  const image = ways.find((way) => way.startsWith('/_s/og/')) as string
  const shown = await get(image, { headers })
  assert.deepEqual([shown.status, shown.headers['cache-control']], [200, 'private, no-store'])
  assert.equal((await get(image)).status, 404)
})

test('a sibling link opens the page again when the gated link is deleted or leads elsewhere', async () => {
  for (const change of ['delete', 'move'] as const) {
    const { acme, get, gate, links, audiences } = await protectedPages()
    await gate('/all', { password })
    await eventually(async () => assert.equal((await get('/all-too')).status, 403))
    const link = `/v0/page_links/${links['/all']}`
    if (change === 'delete') await acme.delete(link)
    else
      await acme.patch(link, {
        target: { targetType: 'audience', audienceId: audiences.forAccount.audienceId },
      })
    await eventually(async () => assert.equal((await get('/all-too')).status, 200))
    await eventually(async () =>
      assert.equal((await get('/initech')).status, change === 'delete' ? 200 : 403),
    )
  }
})
