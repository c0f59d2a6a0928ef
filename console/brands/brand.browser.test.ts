import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { lumenly, openCompanySite } from '../../server/test/companySite.ts'
import { eventually } from '../../server/test/eventually.ts'
import { png } from '../../server/test/images.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'
import { swatchesOf } from './words.ts'

test('the brand screen saves each change, shows it on pages, and says where a colour is suitable', {
  skip: noBrowser,
  timeout: 120_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const site = await openCompanySite(lumenly)
  t.after(site.close)
  const { page, complaints } = await openConsole(t, here, acme, {
    at: '/brand',
    viewport: { width: 1440, height: 900 },
  })
  const brandOf = async (index = 0) => (await acme.get('/v0/brands')).body.items[index]
  const saved = () => page.getByText(/^Saved /).waitFor()
  await page.frameLocator('iframe').first().getByRole('heading', { level: 1 }).waitFor()

  await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill('#5b2be0')
  await page.getByText('7.3 : 1 on white, good for text').waitFor()
  await page.getByRole('button', { name: 'Add second colour' }).click()
  await page.getByRole('textbox', { name: 'Second colour', exact: true }).fill('#f5a623')
  await page.getByText('2.0 : 1 on white, for surfaces only').waitFor()
  await page.getByRole('button', { name: 'Bold Like a campaign' }).click()
  await saved()
  await eventually(async () => {
    const { primaryColor, secondaryColor, look } = await brandOf()
    assert.deepEqual([primaryColor, secondaryColor, look], ['#5b2be0', '#f5a623', 'bold'])
  }, 10_000)
  await page.getByRole('heading', { name: 'Live preview' }).click()
  await page.keyboard.press('Control+z')
  await eventually(async () => assert.equal((await brandOf()).look, null), 10_000)

  const upload = (label: string, name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel(`Upload an image: ${label}`, { exact: true }).setInputFiles({ name, mimeType, buffer })
  await upload('logo', 'people.csv', 'image/png', Buffer.from('name\nJane\n'))
  await page.getByText('Logo was not uploaded').waitFor()
  await upload('logo', 'night-logo.png', 'image/png', await png(240, 60))
  await page.getByRole('button', { name: 'Replace logo' }).waitFor()
  await page.getByText('Logo was not uploaded').waitFor({ state: 'detached', timeout: 4_000 })
  await upload('icon', 'night-icon.png', 'image/png', await png(64, 64))
  await page.getByRole('button', { name: 'Replace icon' }).waitFor()
  await eventually(async () => {
    const { logoAssetId, faviconAssetId } = await brandOf()
    assert.ok(logoAssetId && faviconAssetId)
  }, 10_000)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])

  // Differences between the site and the brand are listed and accepted one by one.
  await page.getByRole('textbox', { name: 'Your domain' }).fill(site.domain)
  await page.getByRole('button', { name: 'Read site' }).click()
  const found = page.getByRole('list', { name: 'Found on your site' })
  await found.getByText('Lumenly plans and fits lighting').waitFor()
  await found.getByRole('button', { name: 'Use name from the site' }).click()
  await eventually(async () => {
    const { name, description, domain } = await brandOf()
    assert.deepEqual([name, description, domain], ['Lumenly', null, site.domain])
  }, 10_000)
  await page.mouse.move(0, 0)
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'brand')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await takePicture(page, 'brand-dark-preview')
  await page.setViewportSize(phone.viewport)
  await takePicture(page, 'brand-390')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.viewport.width)

  // A brand added in a page's settings is assigned to the page, and its blocks get the brand's colours.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/console/pages/${pageId}?tab=settings`)
  const look = page.getByRole('region', { name: 'Appearance' })
  await look.getByRole('button', { name: 'Add brand' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a brand' })
  await panel.getByRole('textbox', { name: 'Your domain' }).fill(site.domain)
  await panel.getByRole('button', { name: 'Read site' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Night')
  await takePicture(page, 'brand-add')
  await panel.getByRole('button', { name: 'Use this brand' }).click()
  await look.getByRole('radio', { name: /Night/, checked: true }).waitFor()
  const { logoAssetId, headingFont } = await brandOf()
  assert.ok(logoAssetId)
  assert.equal(headingFont, 'inter')
  await page.getByRole('button', { name: 'Save appearance' }).click()
  await eventually(async () => {
    assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.brandId, (await brandOf()).brandId)
  }, 10_000)
  await page.goto(`/console/pages/${pageId}?tab=content`)
  await page
    .getByRole('button', { name: /^Hero|^Opening/ })
    .first()
    .click()
  const swatch = page.getByRole('button', { name: 'Brand', exact: true }).locator('span').first()
  const [, ...parts] = /^#(..)(..)(..)$/.exec(swatchesOf(await brandOf()).bold ?? '') ?? []
  assert.equal(
    await swatch.evaluate((node) => getComputedStyle(node).backgroundColor),
    `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`,
  )
  assert.deepEqual(
    complaints.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  )
})
