import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test('notes are written, edited in place, removed and restored', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com', name: 'Initech' })).body
  const entries = async () => (await acme.get(`/v0/accounts/${accountId}/activity`)).body.items
  const { page, complaints } = await openConsole(t, here, acme, { at: `/accounts/${accountId}` })
  await page.getByLabel('Add a note about Initech').fill('They use <b>nine</b> spreadsheets.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').getByText('They use <b>nine</b> spreadsheets.').waitFor()
  // The note may appear before its request is answered.
  await eventually(async () =>
    assert.equal(await page.getByLabel('Add a note about Initech').inputValue(), ''),
  )
  assert.equal((await entries())[0].payload.text, 'They use <b>nine</b> spreadsheets.')

  await page.getByRole('button', { name: 'Edit note' }).click()
  await page.getByLabel('Note text').fill('They use ten.')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('They use ten.').waitFor()
  await page.getByText('Edited').waitFor()
  assert.equal((await entries())[0].payload.text, 'They use ten.')

  await page.getByRole('button', { name: 'Edit note' }).click()
  await page.getByLabel('Note text').fill('Never mind')
  await page.keyboard.press('Escape')
  await page.getByText('They use ten.').waitFor()

  await page.getByRole('button', { name: 'Remove note' }).click()
  await page.getByText('No activity yet').waitFor()
  await page.getByText('Note removed').waitFor()
  assert.deepEqual(await entries(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('They use ten.').waitFor()
  assert.equal((await entries()).length, 1)
  assert.deepEqual(complaints, [])
})

test(
  'the timeline describes events in words, grouped by day in the reader’s time zone',
  options,
  async (t) => {
    const here = await world()
    const { acme, db } = here
    const make = async (path: string, body: object) => (await acme.post(path, body)).body
    const { accountId } = await make('/v0/accounts', { domain: 'initech.com', name: 'Initech' })
    const { personId } = await make('/v0/persons', { name: 'Peter Gibbons', email: 'peter@initech.com' })
    const { pageId, actions } = await make('/v0/pages', {
      name: 'Spring outreach',
      pageType: 'outbound',
      actions: [
        { purpose: 'call', buttonTitle: 'Book a call', actionType: 'link', url: 'https://cal.example/x' },
      ],
    })
    const record = (type: string, payload: object, more: object = { personId }) =>
      make(`/v0/accounts/${accountId}/activity`, { type, source: 'visitor', payload, ...more })
    await record('crm.deal_opened', { stage: 'Demo' }, {})
    for (let i = 0; i < 3; i++) await record('page.viewed', { pageId })
    await record('action.clicked', { pageId, actionId: actions[0].actionId })
    await record('form.submitted', { pageId, formId: 'f' })
    await record('page.viewed', { pageId: 'page_01kb5w3x8ef0arv2m9n4t6q7zc' }, {})
    await record('version.published', { pageId, versionNumber: 4 })
    // 11:30 pm in Berlin is 10:30 pm in London, and 4 am of the next day in Delhi.
    await db.inTransaction(
      (tx) => tx`
      update activity set created_at = '2026-03-03T22:30:00Z', updated_at = '2026-03-03T22:30:00Z'
      where tenant_id = ${acme.tenantId} and type = 'crm.deal_opened'`,
    )
    const { page, complaints } = await openConsole(t, here, acme, {
      at: `/accounts/${accountId}`,
      timezoneId: 'Asia/Kolkata',
      locale: 'en-GB',
    })
    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await today.getByText('Peter Gibbons opened Spring outreach 3 times').waitFor()
    await today.getByText('Peter Gibbons clicked “Book a call” on Spring outreach').waitFor()
    await today.getByText('Peter Gibbons submitted the form on Spring outreach').waitFor()
    await today.getByText('Someone at Initech opened a deleted page').waitFor()
    await today.getByText('Version 4 of Spring outreach was published for Peter Gibbons').waitFor()
    assert.equal(await today.count(), 5)
    const before = page.getByRole('region', { name: '4 March' })
    assert.match(await before.innerText(), /Crm deal opened · stage Demo\s+04:00/)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.goto(`/console/persons/${personId}`)
    await page.getByText('Peter Gibbons opened Spring outreach 3 times').waitFor()
    assert.equal(await page.getByText('Crm deal opened').count(), 0)
    assert.deepEqual(
      complaints.filter((text) => !text.includes('status of 404')),
      [],
    )
  },
)
