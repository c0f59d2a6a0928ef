import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 180_000 }

test('a field is defined, filled in on an account, checked, and deleted', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'vandelay.example', name: 'Vandelay' }))
    .body
  await acme.post('/v0/custom_fields', { owner: 'account', key: 'size', label: 'Employees', type: 'number' })
  const { page, complaints } = await openConsole(t, here, acme, { at: '/fields' })
  await page.getByRole('button', { name: 'Add field' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a field' })
  await panel.getByLabel('Name').fill('Renewal date')
  assert.equal(await panel.getByLabel('Key').inputValue(), 'renewal_date')
  await panel.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Date' }).click()
  await takePicture(page, 'field-new')
  await panel.getByRole('button', { name: 'Add field' }).click()
  await page.getByText('{{account.fields.renewal_date}}').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'fields')

  await page.goto(`/console/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Edit fields' }).click()
  await page.getByLabel('Employees').fill('many')
  await page.getByLabel('Renewal date').fill('2027-03-01')
  await page.getByRole('button', { name: 'Save fields' }).click()
  await page.getByText('Must be a number.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByLabel('Employees').fill('1200')
  await page.getByRole('button', { name: 'Save fields' }).click()
  const part = page.getByRole('region', { name: 'Fields' })
  await part.getByText('1,200').waitFor()
  await part.getByText('Mar 1, 2027').waitFor()
  await takePicture(page, 'account-fields')
  assert.deepEqual((await acme.get(`/v0/accounts/${accountId}/fields`)).body.fields, {
    size: 1200,
    renewal_date: '2027-03-01',
  })

  await acme.post('/v0/accounts', { domain: 'kruger.example', name: 'Kruger' })
  await acme.post('/v0/pages', { name: 'Renewals', pageType: 'outbound' })
  await page.goto('/console/accounts')
  await page.getByRole('row', { name: /Kruger/ }).waitFor()
  await page.getByRole('button', { name: 'Custom field' }).click()
  const filter = page.getByRole('dialog', { name: 'Filter by a custom field' })
  await filter.getByLabel('From').fill('1300')
  await filter.getByLabel('To', { exact: true }).fill('1000')
  await filter.getByText('From must not be greater than To.').waitFor()
  assert.equal(await filter.getByRole('button', { name: 'Apply' }).isDisabled(), true)
  await filter.getByLabel('From').fill('1000')
  await filter.getByLabel('To', { exact: true }).fill('')
  await takePicture(page, 'accounts-filter')
  await filter.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('1 account', { exact: true }).waitFor()
  await page.getByText('Employees: 1000 or more').waitFor()
  assert.equal(await page.getByRole('row', { name: /Kruger/ }).count(), 0)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'accounts-filtered')
  await page.getByRole('link', { name: 'Make pages for these' }).click()
  await page.getByText('All accounts with Employees: 1000 or more').waitFor()
  await page.getByRole('button', { name: /^Page/ }).click()
  await page.getByRole('option', { name: 'Renewals' }).click()
  await takePicture(page, 'batch-by-field')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByRole('tab', { name: /^All rows/ }).click()
  await page.getByRole('row', { name: /Vandelay/ }).waitFor()

  await page.goto('/console/fields')
  await page.getByRole('button', { name: 'Delete Employees' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete field' }).click()
  await page.getByText('Employees deleted').waitFor()
  assert.deepEqual(
    complaints.filter((one) => !/400/.test(one)),
    [],
  )
})
