import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage, validateDocument } from '../../document/index.ts'
import { somePage } from '../test/pages.ts'
import { world } from '../test/world.ts'
import { seedDemo } from './seed.ts'
import { alpenglow } from './stories/alpenglow.ts'
import { coldChain, home } from './stories/general.ts'
import { meridian } from './stories/meridian.ts'
import { nordwind } from './stories/nordwind.ts'

test('a newcomer finds a brand, pages of several types, and people that the pages are personalised for', async () => {
  const { acme, context, db } = await world()
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  const pages = (await acme.get('/v0/pages')).body.items
  assert.deepEqual(pages.map(({ pageType }: any) => pageType).sort(), [
    'call_followup',
    'inbound',
    'outbound',
    'sales_deck',
  ])
  assert.equal(pages.filter(({ status }: any) => status === 'published').length, 3)
  assert.deepEqual(pages.find(({ pageType }: any) => pageType === 'inbound').flags, ['home_page'])
  const [amara] = (await acme.get('/v0/audiences/search?query=amara')).body.items
  assert.equal(amara.effectiveName, 'Amara Okafor · Meridian Foods')
  const path = `/v0/pages/${amara.pageId}/audiences/${amara.audienceId}`
  const { publishedVersion } = (await acme.get(path)).body
  assert.equal(publishedVersion.versionNumber, 2)
  const document = (await acme.get(`${path}/versions/${publishedVersion.versionId}/document`)).body
  const [hero, heard] = document.blocks
  assert.match(hero.props.subheadline, /Amara/)
  assert.doesNotMatch(JSON.stringify(document), /\{\{/)
  assert.equal(heard.sources[0].kind, 'account_log')
  assert.equal(
    (await acme.get('/v0/page_links?path=/meridian')).body.items[0].target.audienceId,
    amara.audienceId,
  )
})

test('a newcomer finds four weeks of visits in the figures, and none of them today', async () => {
  const { acme, context, db } = await world()
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  const pages = (await acme.get('/v0/pages')).body.items
  const { pageId } = pages.find(({ flags }: any) => flags.includes('home_page'))
  const summary = (await acme.get(`/v0/pages/${pageId}/analytics/summary`)).body
  assert.ok(summary.totalSessions > 300, JSON.stringify(summary))
  assert.ok(summary.conversionRate > 0.05 && summary.conversionRate < 0.4)
  const { items } = (await acme.get(`/v0/pages/${pageId}/analytics/timeseries`)).body
  assert.equal(items.filter(({ totalSessions }: any) => totalSessions > 0).length, 28)
  assert.equal(items.at(-1).totalSessions, 0)
})

test('the root of the site shows the sample data until a page outside of it is live', async () => {
  const { acme, context, db } = await world()
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  const home = async () => (await acme.get('/v0/pages')).body.items.find(({ flags }: any) => flags.length > 0)
  const deck = (await acme.get('/v0/pages')).body.items.find(({ status }: any) => status === 'draft')
  assert.equal((await acme.post(`/v0/pages/${deck.pageId}/publish`, {})).status, 200)
  const own = (await acme.post('/v0/pages', { name: 'Mine', pageType: 'outbound' })).body
  assert.equal((await home()).name, 'Home')
  assert.equal((await acme.post(`/v0/pages/${own.pageId}/publish`, {})).status, 200)
  assert.equal(await home(), undefined)
  // A home page that was set explicitly is not replaced.
  await acme.patch(`/v0/pages/${deck.pageId}`, { flags: ['home_page'] })
  await acme.post(`/v0/pages/${own.pageId}/publish`, {})
  assert.equal((await home()).pageId, deck.pageId)
})

test('the brand of the sample data stays with its pages, and a page outside of it gets another brand', async () => {
  const { acme, context, db } = await world()
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  const [harbor] = (await acme.get('/v0/brands')).body.items
  assert.deepEqual([harbor.name, harbor.isDemo], ['Harbor', true])
  const { brandId } = (await acme.post('/v0/pages', { name: 'Mine', pageType: 'outbound' })).body
  assert.notEqual(brandId, harbor.brandId)
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.isDemo, false)
})

test('sample data is created once, for any number of requests', async () => {
  const { acme, context, db } = await world()
  await Promise.all([
    db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId)),
    db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId)),
  ])
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 3)
  assert.equal((await acme.get('/v0/pages')).body.totalCount, 4)
})

test('sample data is removed with its accounts and people, except an account with a page outside of it', async () => {
  const { acme, context, db } = await world()
  await db.inTransaction((tx) => seedDemo(context, tx, acme.tenantId))
  const { pageId } = (await acme.post('/v0/pages', { name: 'Mine', pageType: 'outbound' })).body
  const accounts = (await acme.get('/v0/accounts')).body.items
  const { accountId } = accounts.find(({ name }: any) => name === 'Nordwind Energy')
  await acme.post(`/v0/pages/${pageId}/audiences`, { accountId })
  assert.equal((await acme.delete('/v0/demo')).status, 204)
  const named = async (path: string) => (await acme.get(path)).body.items.map(({ name }: any) => name)
  assert.deepEqual(await named('/v0/pages'), ['Mine'])
  assert.deepEqual(await named('/v0/accounts'), ['Nordwind Energy'])
  assert.deepEqual(await named('/v0/persons'), ['Ingrid Solberg'])
  assert.equal((await acme.delete('/v0/demo')).status, 204, 'once more, nothing is left to remove')
})

test('the stories of the sample data differ in look, and weigh less than 70 KB', () => {
  const stories = [meridian, alpenglow, nordwind, home, coldChain]
  for (const { theme, blocks } of stories) {
    const { html } = renderPage(somePage(validateDocument({ theme, blocks })))
    assert.ok(Buffer.byteLength(html) < 70_000, `${theme.look}: ${Buffer.byteLength(html)}`)
  }
  assert.deepEqual([...new Set(stories.map(({ theme }) => theme.look))].sort(), [
    'bold',
    'editorial',
    'product',
  ])
})
