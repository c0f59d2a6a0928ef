import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedDemo } from '../../server/demo/seed.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { lumenly, openCompanySite } from '../../server/test/companySite.ts'
import { eventually } from '../../server/test/eventually.ts'
import { makeReport, openSite } from '../../server/test/visits.ts'
import { world } from '../../server/test/world.ts'
import { firstTeamName } from '../../shared/firstTeam.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

test('a newcomer goes from the domain of the company to a page of their own, and Home then says who read it', {
  skip: noBrowser,
  timeout: 400_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  await here.db.inTransaction((tx) => seedDemo(here.context, tx, acme.tenantId))
  await acme.patch('/v0/tenant_settings', { name: firstTeamName })
  const site = await openCompanySite(lumenly)
  t.after(site.close)
  const { page, complaints } = await openConsole(t, here, acme, { viewport: { width: 1440, height: 1000 } })
  page.setDefaultTimeout(90_000)
  const ownBrands = async () => (await acme.get('/v0/brands')).body.items.filter(({ isDemo }: any) => !isDemo)

  // Pages of the demo don't count as the tenant's.
  await page.getByText('0 of 5 done').waitFor()
  await page
    .getByRole('region', { name: 'Demo' })
    .getByRole('link', { name: 'Cold-chain outreach' })
    .waitFor()
  // Any step can be opened and names its requirements.
  const guide = page.getByRole('region', { name: 'First steps' })
  await guide.getByRole('button', { name: /^Publish and share/ }).click()
  await guide.getByText('It needs your first page, which is step 2.').waitFor()
  await guide.getByRole('button', { name: /^See who reads it/ }).click()
  await guide.getByRole('link', { name: 'Open visits' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await guide.getByRole('button', { name: /^Your brand/ }).click()
  await page.getByRole('textbox', { name: 'Your domain' }).fill('127.0.0.1:9')
  await page.getByRole('button', { name: 'Read site' }).click()
  await page.getByText(/We couldn’t read 127\.0\.0\.1:9/).waitFor()
  await page.getByRole('textbox', { name: 'Your domain' }).fill(site.domain)
  const found = page.getByRole('form', { name: `Found on ${site.domain}` })
  // On a busy machine, the first attempt may exceed the time limit for reading a site.
  await eventually(async () => {
    await page.getByRole('button', { name: 'Read again' }).click()
    await found.waitFor({ timeout: 25_000 })
  }, 120_000)
  assert.equal(await found.getByRole('textbox', { name: 'Name' }).inputValue(), 'Lumenly')
  const sample = page.frameLocator('iframe[title="A page in these colours"]')
  await sample.locator('header .us img[src^="data:"]').waitFor()
  assert.deepEqual(await ownBrands(), [], 'nothing is saved before it is used')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'home-found')
  // The brand is saved, but the response is lost: a second attempt updates it instead of creating another one.
  const lost = new Promise<void>((resolve) => {
    void page.route('**/v0/brands', async (route) => {
      if (route.request().method() !== 'POST') return await route.fallback()
      await route.fetch()
      await route.fulfill({ status: 502, body: '' })
      resolve()
    })
  })
  const use = found.getByRole('button', { name: 'Use this brand' })
  await use.click()
  await lost
  await page.unroute('**/v0/brands')
  assert.equal((await ownBrands()).length, 1)
  await use.click()
  await page.getByText('1 of 5 done').waitFor()
  assert.match(complaints.splice(0).join(' '), /502/)
  const [brand, ...others] = await ownBrands()
  assert.deepEqual(others, [])
  // A team without a name gets the name of its brand.
  await page.getByRole('button', { name: /^Lumenly ?: account/ }).waitFor()
  assert.ok(brand.logoAssetId && brand.primaryColor === '#5b2be0', JSON.stringify(brand))

  await page.getByRole('link', { name: 'Choose an example' }).click()
  const gallery = page.getByRole('dialog', { name: 'Create a page' })
  await gallery.getByRole('searchbox', { name: 'Search examples' }).fill('dentists')
  await gallery.getByText('No example for “dentists” yet').waitFor()
  await gallery.getByRole('button', { name: 'Show all' }).click()
  assert.equal(await gallery.getByRole('list', { name: 'Examples' }).getByRole('listitem').count(), 12)
  await gallery.getByRole('button', { name: /^Solar/ }).click()
  await gallery.getByRole('switch', { name: 'In Lumenly’s colours' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'examples')
  await page.keyboard.press('Control+Enter')

  const questions = page.getByRole('dialog', { name: 'Make it yours' })
  await questions.getByText('1 of 8').waitFor()
  assert.match(await questions.getByRole('textbox', { name: 'What you sell' }).inputValue(), /^Lumenly plans/)
  // The page doesn't keep the name of the example.
  const name = questions.getByRole('textbox', { name: 'Name of the page' })
  assert.equal(await name.inputValue(), 'Lumenly: sales deck')
  await name.fill('Roofs that pay rent')
  await questions.getByRole('textbox', { name: 'What you sell' }).focus()
  await page.keyboard.press('Control+Enter')
  await questions.getByRole('textbox', { name: 'Who it is for' }).fill('Owners of large roofs')
  await questions.getByRole('button', { name: /^Next/ }).click()
  await questions.getByRole('textbox', { name: 'Address' }).fill('cal.example/lumenly')
  await questions.getByRole('button', { name: /^Next/ }).click()
  await questions.getByText('4 of 8').waitFor()
  await questions.getByRole('button', { name: /^Your roof is the largest/ }).click()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'questions')
  await questions.getByRole('button', { name: /^Next/ }).click()
  await questions.getByText('5 of 8').waitFor()
  await questions.getByRole('button', { name: 'Keep the default' }).click()
  await questions.getByText('6 of 8').waitFor()
  await takePicture(page, 'questions-proof')
  await questions.getByRole('button', { name: 'Leave the section out' }).click()
  await questions.getByText('7 of 8').waitFor()
  await questions.getByText('Left out').waitFor()
  await takePicture(page, 'questions-left-out')
  await questions.getByRole('button', { name: 'Finish later' }).click()
  await page.getByRole('heading', { name: 'Roofs that pay rent', level: 1 }).waitFor()
  const pageId = /page_\w+/.exec(page.url())?.[0] ?? ''
  const made = (await acme.get(`/v0/pages/${pageId}`)).body
  assert.deepEqual([made.brandId, made.actions[0].url], [brand.brandId, 'https://cal.example/lumenly'])
  assert.match(made.pageContext, /Owners of large roofs/)
  assert.deepEqual(
    [made.name, made.title],
    ['Roofs that pay rent', 'Lumenly'],
    'the name is not for visitors',
  )
  const { blocks } = (await acme.get(`/v0/pages/${pageId}/document`)).body
  assert.equal(
    blocks[0].props.subheadline,
    'Your roof is the largest in the valley, and it earns nothing yet.',
  )
  const isHidden = ({ hidden }: { hidden?: boolean }) => hidden === true
  assert.equal(blocks.filter(isHidden).length, 1)

  // A step is done when its object exists.
  await page.goto('/console/home')
  await page.getByText('2 of 5 done').waitFor()
  const { accountId } = (
    await acme.post('/v0/accounts', {
      domain: 'brightstone.example',
      name: `Brightstone ${'Logistics '.repeat(12)}`,
    })
  ).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { accountId, publish: true })).body
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  await page.reload()
  await page.getByText('Nobody came in seven days. 1 page is live.').waitFor()
  // The remaining steps stay visible.
  const left = page.getByRole('region', { name: 'First steps' })
  await left.getByText('4 of 5 done. Next: See who reads it').waitFor()
  await takePicture(page, 'home-steps-left')
  const versionId = (await acme.get(`/v0/pages/${pageId}/audiences/${audienceId}`)).body.publishedVersion
    .versionId
  const place = { tenantId: acme.tenantId, pageId, audienceId, versionId }
  const report = makeReport(here, place, {
    actions: ['primary'],
    scroll: 95,
    visible: 70_000,
    age: 80_000,
    span: 80_000,
  })
  assert.equal(await openSite(here, acme).report(report), 204)
  await page.reload()
  await page.getByText('1 visit by 1 company, compared with the seven days before.').waitFor()
  assert.equal(await left.count(), 0)
  const hot = page.getByRole('region', { name: /^Hot accounts/ })
  await hot.getByRole('cell', { name: 'Click' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'home')
  await page.setViewportSize(phone.viewport)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.viewport.width)
  await takePicture(page, 'home-390')
  // Sample rows are marked at any width.
  await page.goto('/console/links')
  await page
    .getByRole('row', { name: /\/cold-chain/ })
    .getByText('Demo', { exact: true })
    .waitFor()
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.getByRole('button', { name: /theme, shortcuts, sign out/ }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await page.getByText('5 of 5 done').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByText('1 visit by 1 company').waitFor()
  assert.deepEqual(complaints, [])
})
