import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAudience, newLink, newPage } from '../test/sites.ts'
import { visit } from '../test/visitor.ts'
import { world } from '../test/world.ts'

async function setUp() {
  const here = await world()
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Enterprise')
  const everyone = await newAudience(acme, pageId)
  await newLink(acme, '/enterprise', everyone.audienceId)
  const persons = []
  for (const email of ['priya@one.example', 'priya@two.example']) {
    const { personId, slug } = (await acme.post('/v0/persons', { name: 'Priya Nair', email })).body
    persons.push({ slug, ...(await newAudience(acme, pageId, { personId })) })
  }
  const host = `${acme.slug}.localhost:${new URL(baseUrl).port}`
  const list = async () => (await acme.get(`/v0/pages/${pageId}/addresses`)).body
  const status = async (url: string) => {
    const { pathname, search, host: named } = new URL(url)
    assert.equal(named, host)
    return (await visit(baseUrl, host, pathname + search)).status
  }
  return { ...here, pageId, persons, host, list, status }
}

test('persons of the same name have different addresses, which also differ from the page’s', async () => {
  const { list, persons, host, status } = await setUp()
  const [first, second] = persons
  const { items, publicUrl, personalLinks, totalCount } = await list()
  assert.deepEqual([publicUrl, personalLinks, totalCount], [`http://${host}/enterprise`, 'path', 3])
  assert.deepEqual(
    items.map(({ madeFor, url }: any) => [madeFor, url]),
    [
      ['person', `http://${host}/enterprise/priya-nair-2/${second?.personRouteKey}`],
      ['person', `http://${host}/enterprise/priya-nair/${first?.personRouteKey}`],
      ['everyone', `http://${host}/enterprise`],
    ],
  )
  for (const { url } of items) assert.equal(await status(url), 200)
})

test('the key may be in the path, in a parameter, or alone; without it a person’s page is not shown', async () => {
  const { acme, pageId, list, persons, host, status } = await setUp()
  const key = persons[0]?.personRouteKey
  for (const [personalLinks, path] of [
    ['query', `/enterprise/priya-nair?k=${key}`],
    ['key', `/enterprise/${key}`],
    ['path', `/enterprise/priya-nair/${key}`],
  ] as const) {
    assert.equal((await acme.put(`/v0/pages/${pageId}/link_settings`, { personalLinks })).status, 200)
    assert.equal((await list()).items[1].url, `http://${host}${path}`)
    assert.equal(await status(`http://${host}${path}`), 200)
    // From the cache too.
    assert.equal(await status(`http://${host}${path}`), 200)
  }
  for (const wrong of ['priya-nair', 'priya-nair?k=0123456789abcdef', 'priya-nair/0123456789abcdef'])
    assert.equal(await status(`http://${host}/enterprise/${wrong}`), 404)
  // A foreign `k` parameter is not taken for a key.
  assert.equal(await status(`http://${host}/enterprise?utm_source=x&k=0123456789`), 200)
  assert.equal((await acme.put(`/v0/pages/${pageId}/link_settings`, { personalLinks: 'none' })).status, 400)
})

test('names and links are exported for a mail merge', async () => {
  const { acme, pageId, persons, host } = await setUp()
  const csv = await acme.get<string>(`/v0/pages/${pageId}/addresses/export`)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  const [header, , line] = csv.body.split('\r\n')
  assert.equal(header, 'name,email,company,link,madeFor,isLive,audienceId')
  const link = `http://${host}/enterprise/priya-nair/${persons[0]?.personRouteKey}`
  assert.equal(line, `Priya Nair,priya@one.example,,${link},person,yes,${persons[0]?.audienceId}`)
})

test('the addresses of a page without a link are null', async () => {
  const { acme } = await world()
  const pageId = await newPage(acme, 'Alone')
  const { personId } = (await acme.post('/v0/persons', { name: 'Ada' })).body
  await newAudience(acme, pageId, { personId })
  const { items, publicUrl } = (await acme.get(`/v0/pages/${pageId}/addresses`)).body
  assert.deepEqual([items[0].url, publicUrl], [null, null])
})
