import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'

test('an audience of which no version was published is called not live wherever it is shown', {
  skip: noBrowser,
  timeout: 180_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { accountId })).body
  await acme.post('/v0/page_links', { path: '/initech', target: { targetType: 'audience', audienceId } })
  const viewport = { width: 1920, height: 900 }
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}`, viewport })

  const row = page.getByRole('row', { name: /Initech/ })
  await row.getByText('Not live yet').last().waitFor()
  await page.getByText('Not live yet. Once a version is published, visitors find it at').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Open page' }).count(), 0)
  assert.equal(await page.getByText('Version 1 published').count(), 0)
  await page.getByRole('button', { name: 'Actions for Initech' }).click()
  await page.getByRole('menuitem', { name: 'Copy the public link' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Open the public page' }).count(), 0)
  await page.keyboard.press('Escape')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'audiences-not-live')

  for (const at of [`/pages/${pageId}?tab=links`, '/links']) {
    await page.goto(`/console${at}`)
    await page
      .getByRole('row', { name: /initech/ })
      .getByText('Not live yet')
      .waitFor()
  }
  await takePicture(page, 'links-not-live')
  await page.goto(`/console/accounts/${accountId}`)
  await page.getByText('Not live yet').waitFor()

  await page.goto(`/console/pages/${pageId}/audiences/${audienceId}`)
  await page.getByRole('button', { name: /Version 1 Not live yet/ }).waitFor()
  await page.getByText('Not public: no version is published').waitFor()
  await takePicture(page, 'studio-not-live')
  await page.getByRole('button', { name: /^Publish version 1/ }).click()
  await page.getByRole('button', { name: /Version 1 Published/ }).waitFor()
  await page.getByRole('link', { name: 'Spring outreach' }).click()
  await row.getByText('Version 1 published').waitFor()
  await page.getByText('Visitors find it at').waitFor()
  await page.getByRole('link', { name: 'Open page' }).waitFor()
  assert.equal(await page.getByText('Not live yet').count(), 0)

  // Where no address leads to a page, nothing says that it is public.
  const other = (await acme.post('/v0/pages', { name: 'Autumn', pageType: 'outbound' })).body.pageId
  await acme.post(`/v0/pages/${other}/publish`, {})
  const everyone = (await acme.post(`/v0/pages/${other}/audiences`, {})).body.audienceId
  await page.goto(`/console/pages/${other}/audiences/${everyone}`)
  await page.getByRole('button', { name: /^Publish version 1/ }).click()
  await page.getByText('Published version 1', { exact: true }).waitFor()
  await page.getByText('No link leads to it yet.').waitFor()
  assert.equal(await page.getByText('is live').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Open the public page' }).count(), 0)
  await takePicture(page, 'studio-no-link')
  await page.goto(`/console/pages/${other}`)
  await page.getByText('No link yet.').waitFor()
  assert.equal(await page.getByText(/[Vv]isitors find it/).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Open page' }).count(), 0)
  assert.deepEqual(complaints, [])
})
