import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test('a key is made, shown once, works, and stops working when it is revoked', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const { page, complaints } = await openConsole(t, here, acme, { at: '/keys' })
  await page.getByText('Current session').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Create a key' })
  await page.keyboard.press('Enter')
  await panel.locator('[aria-invalid=true]').waitFor()
  await panel.getByLabel('Name').fill('CRM sync')
  await panel.getByRole('radio', { name: /^Read/ }).click()
  await panel.getByRole('radio', { name: /^Selected pages/ }).click()
  await panel.getByRole('button', { name: 'Create key' }).click()
  await panel.getByText('Choose at least one.').waitFor()
  await panel.getByRole('button', { name: 'Choose a page' }).click()
  await page.getByRole('option', { name: 'Spring outreach' }).click()
  await panel.getByLabel('Ends').click()
  await page.getByRole('option', { name: 'In 90 days' }).click()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'keys-create')
  await panel.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: 'CRM sync is ready' })
  const secret = await made.getByText(/^foyer_/).innerText()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'keys-made')
  const sync = here.withKey(acme, secret)
  const me = (await sync.get('/v0/me')).body
  assert.deepEqual([me.scopes, me.pageIds], [['read'], [pageId]])
  await made.getByRole('button', { name: 'Done' }).click()
  await page.getByText('2 keys').waitFor()
  await page.getByRole('row', { name: /CRM sync.*1 page/ }).waitFor()
  assert.equal(await page.getByText(secret).count(), 0)
  await takePicture(page, 'keys')

  await page.getByRole('button', { name: 'Revoke CRM sync' }).click()
  await page.getByText('lose access within a second').waitFor()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('1 key', { exact: true }).waitFor()
  assert.equal((await acme.get('/v0/api_keys')).body.totalCount, 1)

  // The last admin key can't be revoked, and the reason is shown.
  await page.getByRole('button', { name: /^Revoke / }).click()
  await page.getByText('You are signed in with this key').waitFor()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('nobody could manage the keys').waitFor()
  assert.equal((await acme.get('/v0/api_keys')).body.totalCount, 1)

  // With another admin key it can be revoked, which signs out its users.
  const other = await here.withScope(acme, 'admin')
  await page.reload()
  await page
    .getByRole('row', { name: /Current session/ })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.waitForURL('**/console/sign-in')
  assert.equal((await other.get('/v0/api_keys')).body.totalCount, 1)
  // Revoking a key takes effect within a second.
  await eventually(async () => assert.equal((await sync.get('/v0/me')).status, 401))
  assert.deepEqual(
    complaints.filter((text) => !/status of (400|409)/.test(text)),
    [],
  )
})

test('keys and webhooks are offered to administrators only', options, async (t) => {
  const here = await world()
  const writer = await here.withScope(here.acme, 'publish')
  const { page, complaints } = await openConsole(t, here, writer, { at: '/keys', ...phone })
  await page.getByText('You don’t have access').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: 'Open menu' }).click()
  const rail = page.getByRole('dialog', { name: 'Menu' })
  await rail.getByRole('link', { name: 'Pages' }).waitFor()
  for (const name of ['Programs', 'Webhooks']) assert.equal(await rail.getByRole('link', { name }).count(), 0)
  assert.deepEqual(complaints, [])
})
