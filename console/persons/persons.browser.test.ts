import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test('a person is added and edited with errors beside their fields', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com', name: 'Initech' })).body
  const { personId: other } = (
    await acme.post('/v0/persons', { name: 'Milton', email: 'milton@initech.com' })
  ).body
  const { page, complaints } = await openConsole(t, here, acme, { at: '/persons' })
  await page.getByText('1 person', { exact: true }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  // The import from a file is found here and from anywhere.
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'Import accounts and people', level: 1 })
  await heading.waitFor()
  await page.getByRole('main').getByRole('link', { name: 'People' }).click()
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import')
  await page.getByRole('option', { name: 'Import accounts and people' }).click()
  await heading.waitFor()
  await page.goto('/console/persons')
  await page.getByText('1 person', { exact: true }).waitFor()
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Add a person' })
  await panel.getByLabel('Name').fill('Peter Gibbons')
  await panel.getByLabel('E-mail address', { exact: true }).fill('peter@')
  await page.keyboard.press('Enter')
  await panel.getByText('Must be an e-mail address such as jane@acme.com.').waitFor()
  assert.equal(
    await panel
      .getByLabel('E-mail address', { exact: true })
      .evaluate((field) => field === document.activeElement),
    true,
  )
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await panel.getByLabel('E-mail address', { exact: true }).fill('Milton@initech.com')
  await page.keyboard.press('Enter')
  const existing = panel.getByRole('link', { name: 'Open Milton' })
  assert.equal(await existing.getAttribute('href'), `/console/persons/${other}`)
  await panel.getByLabel('E-mail address', { exact: true }).fill('peter@initech.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Peter Gibbons', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Initech', exact: true }).waitFor()

  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Edit Peter Gibbons' })
  await edit.getByLabel('Phone').fill('030 12')
  await page.keyboard.press('Enter')
  await edit.getByText(/Must be a phone number with its country code/).waitFor()
  await edit.getByLabel('Phone').fill('+49 30 123456')
  await edit.getByLabel('E-mail address', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '+4930123456' }).waitFor()
  const personId = page.url().match(/person_\w+/)?.[0]
  const { name, email, phoneNumber } = (await acme.get(`/v0/persons/${personId}`)).body
  assert.deepEqual([name, email, phoneNumber], ['Peter Gibbons', null, '+4930123456'])

  await page.keyboard.press('e')
  await edit.getByRole('button', { name: /^Account/ }).click()
  await page.getByPlaceholder('Name or domain').fill('initech')
  await page.getByRole('option', { name: /Initech/ }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await edit.waitFor({ state: 'detached' })
  assert.equal((await acme.get(`/v0/persons/${personId}`)).body.accountId, accountId)
  assert.deepEqual(
    complaints.filter((text) => !/status of (400|409)/.test(text)),
    [],
  )
})

test(
  'erasing a person lists what is erased and requires typing their name; afterwards no data is left',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { personId } = (await acme.post('/v0/persons', { name: 'Bill Lumbergh' })).body
    await acme.post(`/v0/persons/${personId}/logs`, { text: 'Wants reports.' })
    const { page, complaints } = await openConsole(t, here, acme, { at: `/persons/${personId}`, ...phone })
    await page.getByText('Wants reports.').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('button', { name: 'Actions for Bill Lumbergh' }).click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Erase Bill Lumbergh?' })
    await dialog.getByText('This can’t be undone.').waitFor()
    const erase = dialog.getByRole('button', { name: 'Erase permanently' })
    assert.equal(await erase.isDisabled(), true)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await dialog.getByLabel(/Type “Bill Lumbergh”/).fill('bill lumbergh')
    await erase.click()
    await page.getByText('No people yet').waitFor()
    assert.equal((await acme.get(`/v0/persons/${personId}`)).status, 404)
    assert.deepEqual(complaints, [])
  },
)

test('the URL filters people by account', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com', name: 'Initech' })).body
  for (const email of ['a@initech.com', 'b@initech.com', 'c@elsewhere.com'])
    await acme.post('/v0/persons', { email })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/persons?accountId=${accountId}` })
  await page.getByText('2 people').waitFor()
  await page.getByRole('button', { name: 'Account Initech' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: 'Show every account' }).click()
  await page.getByText('3 people').waitFor()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('option', { name: /Initech/ }).click()
  await page.getByText('2 people').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('accountId'), accountId)
  assert.deepEqual(complaints, [])
})
