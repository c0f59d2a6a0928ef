import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test(
  'a webhook is added with some events, tried, watched, resent, switched off and removed',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { page, complaints } = await openConsole(t, here, acme, { at: '/webhooks' })
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('c')
    const panel = page.getByRole('dialog', { name: 'Add a webhook' })
    await panel.getByLabel('Address').fill('nowhere')
    await panel.getByRole('radio', { name: /^Selected events/ }).click()
    await panel.getByRole('button', { name: 'Add webhook' }).click()
    await panel
      .locator('[aria-invalid=true]')
      .or(panel.getByText('Choose at least one event.'))
      .first()
      .waitFor()
    await panel.getByLabel('Address').fill(`${here.sink.url}/console`)
    await panel.getByRole('button', { name: 'All of Visits' }).click()
    await panel.getByRole('checkbox', { name: /^Person added/ }).click()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'webhooks-create')
    await panel.getByRole('button', { name: 'Add webhook' }).click()
    const ready = page.getByRole('dialog', { name: 'The webhook is ready' })
    const secret = await ready.getByText(/^whsec_/).innerText()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'webhooks-secret')
    const [made] = (await acme.get('/v0/webhook_subscriptions')).body.items
    assert.deepEqual(made.events.toSorted(), [
      'action.clicked',
      'form.submitted',
      'person.created',
      'visit.ended',
      'visit.started',
    ])
    await ready.getByRole('link', { name: 'Open the webhook' }).click()

    await page.getByText('No deliveries yet').waitFor()
    assert.equal(await page.getByText(secret).count(), 0)
    await page.keyboard.press('t')
    await page.getByRole('row', { name: /^webhook\.test Delivered 2\d\d in/ }).waitFor()
    await acme.post('/v0/persons', { name: 'Peter' })
    await page
      .getByRole('row', { name: /^webhook\.test/ })
      .getByRole('button')
      .click()
    await page.getByRole('row', { name: /^person\.created Delivered/ }).waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'webhook')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('row', { name: /^person\.created/ }).press('Enter')
    await page.getByRole('dialog', { name: 'person.created' }).getByText('webhook-id').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('Escape')

    await page.getByRole('switch', { name: /^On/ }).click()
    await page.getByRole('switch', { name: /^Off/ }).waitFor()
    assert.equal((await acme.get(`/v0/webhook_subscriptions/${made.subscriptionId}`)).body.active, false)
    assert.equal(await page.getByRole('button', { name: 'Send test' }).isDisabled(), true)

    const choose = async (what: string) => {
      await page.getByRole('button', { name: 'Actions for this webhook' }).click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    await choose('Replace secret')
    await page.getByRole('button', { name: 'Replace secret' }).click()
    const renewed = page.getByRole('dialog', { name: 'The new secret' })
    assert.notEqual(await renewed.getByText(/^whsec_/).innerText(), secret)
    await renewed.getByRole('button', { name: 'Done' }).click()
    await choose('Remove')
    await page.getByRole('button', { name: 'Remove webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
    // The row disappears at once, the webhook a moment later.
    await eventually(async () =>
      assert.equal((await acme.get('/v0/webhook_subscriptions')).body.totalCount, 0),
    )
    assert.deepEqual(
      complaints.filter((text) => !/status of 400/.test(text)),
      [],
    )
  },
)

test(
  'the list of webhooks says how the last delivery went, and one is edited, on a phone too',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const subscriptionId = await here.subscribe(acme, '/phone')
    await acme.post('/v0/persons', { name: 'Peter' })
    const { page, complaints } = await openConsole(t, here, acme, { at: '/webhooks' })
    await page.getByRole('row', { name: /All events On (Delivered|Waiting)/ }).waitFor()
    await takePicture(page, 'webhooks')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('row').nth(1).click()
    await page.getByRole('button', { name: 'Actions for this webhook' }).waitFor()
    await page.getByRole('row', { name: /^person\.created/ }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'webhook-phone-dark')
    await page.getByRole('button', { name: 'Actions for this webhook' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit webhook' })
    await panel.getByLabel('Address').fill(`${here.sink.url}/elsewhere`)
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await panel.waitFor({ state: 'detached' })
    const { url } = (await acme.get(`/v0/webhook_subscriptions/${subscriptionId}`)).body
    assert.equal(url, `${here.sink.url}/elsewhere`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    assert.deepEqual(complaints, [])
  },
)
