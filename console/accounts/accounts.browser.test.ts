import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test('an account is added by its domain, found again, renamed, and never made twice', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { page, complaints } = await openConsole(t, here, acme, { at: '/accounts' })
  await page.getByText('No accounts yet').waitFor()
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Add an account' })
  await panel.getByLabel('Domain').fill('nodot')
  await page.keyboard.press('Enter')
  await panel.getByText(/Must be a domain/i).waitFor()
  await panel.getByLabel('Domain').fill('https://www.Initech.com/about')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Initech', level: 1 }).waitFor()
  const { items } = (await acme.get('/v0/accounts')).body
  assert.deepEqual([items.length, items[0].domain, items[0].name], [1, 'initech.com', 'Initech'])
  assert.ok(page.url().endsWith(`/console/accounts/${items[0].accountId}`))

  await page.getByRole('button', { name: 'Rename account' }).click()
  await page.getByLabel('Account name').fill('Initech Ltd')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Initech Ltd', exact: true, level: 1 }).waitFor()
  assert.equal((await acme.get(`/v0/accounts/${items[0].accountId}`)).body.name, 'Initech Ltd')

  await page.goto('/console/accounts?create=true')
  await panel.getByLabel('Domain').fill('initech.com')
  await panel.getByRole('button', { name: 'Add account' }).click()
  await panel.getByText('An account with this domain already exists.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await panel.getByRole('link', { name: 'Open Initech Ltd' }).click()
  await page.getByRole('heading', { name: 'Initech Ltd', exact: true, level: 1 }).waitFor()

  // Imports a file: errors are shown before it starts, and the import can be found again.
  await page.goto('/console/accounts')
  await page.getByRole('link', { name: 'Import' }).click()
  assert.equal(await page.getByRole('button', { name: 'Import' }).isDisabled(), true)
  await page.getByLabel('CSV file').setInputFiles({
    name: 'crm.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Company,Website,Notes\nInitech,initech.com,x\nHooli,hooli.example,\nBad,bad,\n'),
  })
  await page.getByText('3 rows: 1 new, 1 already in Foyer, 1 can’t be used.').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Map “Notes” to' }).innerText(), 'Skip column')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'accounts-import')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
  await page.getByText('1 needs you').waitFor()
  await page.getByRole('tab', { name: /^All rows/ }).click()
  await page.getByRole('link', { name: 'Hooli' }).waitFor()
  await takePicture(page, 'accounts-imported')
  await page.getByRole('link', { name: 'See accounts' }).click()
  await page.getByRole('row', { name: /Hooli/ }).waitFor()
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('link', { name: /3 rows 1 needs you/ }).waitFor()
  assert.deepEqual(refusalsAside(complaints, 400, 409), [])
})

test('the logo of an account is uploaded where it is shown, and removed again', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'nordwind.example', name: 'Nordwind' }))
    .body
  const { page, complaints } = await openConsole(t, here, acme, { at: `/accounts/${accountId}` })
  await page.getByText('No logo: pages show initials').waitFor()
  await page.getByLabel('Upload an image: logo').setInputFiles({
    name: 'nordwind.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><circle cx="9" cy="9" r="9"/></svg>',
    ),
  })
  await page.getByRole('button', { name: 'Remove logo' }).waitFor()
  const { logoAssetId } = (await acme.get(`/v0/accounts/${accountId}/logo`)).body
  assert.equal((await acme.get(`/v0/assets/${logoAssetId}`)).body.data.type, 'logo')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'account-logo')
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByText('No logo: pages show initials').waitFor()
  assert.equal((await acme.get(`/v0/accounts/${accountId}/logo`)).body.logoAssetId, null)
  assert.deepEqual(complaints, [])
})

test(
  'the table is searched from the URL, navigated by keyboard, and opens an account',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    for (const name of ['Globex', 'Initech', 'Umbrella'])
      await acme.post('/v0/accounts', { domain: `${name.toLowerCase()}.com`, name })
    await acme.post('/v0/persons', { name: 'Peter', email: 'peter@initech.com' })
    const { page, complaints } = await openConsole(t, here, acme, { at: '/accounts' })
    const rows = page.getByRole('grid', { name: 'Accounts' }).getByRole('row')
    await page.getByText('3 accounts').waitFor()
    assert.match(await rows.nth(2).innerText(), /Initech\s+initech\.com\s+1\s+(–\s+){3}none yet/)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('/')
    await page.keyboard.type('umbr')
    await page.getByText('1 account', { exact: true }).waitFor()
    // The account is found before its name is typed completely.
    await page.waitForURL(/[?&]query=umbr(&|$)/)
    await page.reload()
    await page.getByText('1 account', { exact: true }).waitFor()
    await rows.nth(1).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Umbrella', level: 1 }).waitFor()
    await page.getByText('No activity yet').waitFor()
    await page.goBack()
    await page.getByRole('searchbox').fill('nothing like it')
    await page.getByText('No matching accounts').waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('an account shows its people, the pages made for them, and works on a phone', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'globex.com', name: 'Globex' })).body
  const { personId } = (await acme.post('/v0/persons', { name: 'Hank Scorpio', email: 'hank@globex.com' }))
    .body
  const { pageId } = (await acme.post('/v0/pages', { name: 'Spring outreach', pageType: 'outbound' })).body
  const { audienceId } = (await acme.post(`/v0/pages/${pageId}/audiences`, { personId })).body
  const at = `/accounts/${accountId}?tab=about`
  const { page, complaints } = await openConsole(t, here, acme, { at, ...phone })
  await page.getByRole('link', { name: /Hank Scorpio hank@globex.com/ }).waitFor()
  const made = page.getByRole('link', { name: /Spring outreach/ })
  assert.equal(await made.getAttribute('href'), `/console/pages/${pageId}/audiences/${audienceId}`)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing sticks out')
  await takePicture(page, 'account-phone')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByPlaceholder(/Add a note/).waitFor()
  await page.getByRole('tab', { name: 'About' }).click()
  await page.getByRole('link', { name: 'Add person' }).click()
  await page
    .getByRole('dialog', { name: 'Add a person' })
    .getByRole('button', { name: /Account Globex/ })
    .waitFor()
  assert.deepEqual(complaints, [])
})

test('the accounts screens offer no write actions to a read-only key', options, async (t) => {
  const here = await world()
  const { accountId } = (await here.acme.post('/v0/accounts', { domain: 'globex.com', name: 'Globex' })).body
  await here.acme.post(`/v0/accounts/${accountId}/logs`, { text: 'Only to be read' })
  const reader = await here.withScope(here.acme, 'read')
  const { page, complaints } = await openConsole(t, here, reader, { at: `/accounts/${accountId}` })
  await page.getByText('Only to be read').waitFor()
  for (const name of ['Rename account', 'Edit note', 'Remove note', 'Add note'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  await page.goto('/console/accounts')
  await page.getByText('1 account', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add account' }).count(), 0)
  assert.deepEqual(complaints, [])
})

/** Leaves out the errors that browsers log for responses with these statuses, which the test provokes. */
function refusalsAside(complaints: string[], ...statuses: number[]) {
  return complaints.filter((text) => !statuses.some((status) => text.includes(`status of ${status}`)))
}
