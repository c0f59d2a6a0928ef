import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../../server/test/browser.ts'
import { world } from '../../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../../test/console.ts'
import { onePage } from '../../test/pages.ts'

const options = { skip: noBrowser, timeout: 180_000 }

test('settings are saved group by group, and errors are shown beside their fields', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}?tab=settings` })
  const read = async () => (await acme.get(`/v0/pages/${pageId}`)).body
  const basics = page.getByRole('region', { name: 'Basics' })
  await basics.getByLabel('Name').fill('Autumn outreach')
  await basics.getByRole('button', { name: /^Save basics/ }).click()
  await page.getByRole('heading', { name: 'Autumn outreach' }).waitFor()
  assert.equal((await read()).name, 'Autumn outreach')
  await takePicture(page, 'page-settings-top')

  const actions = page.getByRole('region', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Add action' }).click()
  await actions.getByLabel('Button', { exact: true }).fill('Book a call')
  await actions.getByLabel('URL', { exact: true }).fill('javascript:alert(1)')
  await actions.getByRole('button', { name: /^Save actions/ }).click()
  await actions.getByText(/Must be an https:, mailto: or tel: address/).waitFor()
  assert.equal(await actions.getByLabel('URL', { exact: true }).getAttribute('aria-invalid'), 'true')
  complaints.length = 0

  // Leaving with unsaved changes needs a confirmation.
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await actions.getByLabel('URL', { exact: true }).fill('https://cal.example/acme')
  await actions.getByRole('button', { name: /^Save actions/ }).click()
  await page.getByText('Actions saved').waitFor()
  const [action] = (await read()).actions
  assert.deepEqual([action.buttonTitle, action.url], ['Book a call', 'https://cal.example/acme'])

  const look = page.getByRole('region', { name: 'Appearance' })
  await look.getByRole('button', { name: 'Add brand' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a brand' })
  await panel.getByRole('button', { name: 'I’ll enter it myself' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Night')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'page-brand')
  await panel.getByRole('button', { name: 'Use this brand' }).click()
  await look.getByRole('radio', { name: /Night/, checked: true }).waitFor()
  await look.getByLabel('Home page').click()
  await look.getByRole('button', { name: /^Save appearance/ }).click()
  await page.getByText('Appearance saved').waitFor()
  const { flags, brandId } = await read()
  assert.deepEqual(flags, ['home_page'])
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.name, 'Night')

  const sharing = page.getByRole('region', { name: 'Search and sharing' })
  await sharing.getByLabel('Keywords').fill('pages, outreach')
  await sharing.getByLabel('Show in search results').click()
  await sharing.getByRole('button', { name: /^Save search/ }).click()
  await page.getByText('Search and sharing saved').waitFor()
  assert.deepEqual((await read()).metadata, { keywords: ['pages', 'outreach'], robots: ['noindex'] })
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'page-settings')
  assert.deepEqual(complaints, [])
})
