import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { openMailbox } from '../../server/test/mailbox.ts'
import { newAudience, newLink, newPage } from '../../server/test/sites.ts'
import { from, makePlace, makeReport, openSite, visited } from '../../server/test/visits.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 180_000 }
const mailbox = openMailbox()
after(async () => (await mailbox).close())

test(
  'the bell counts new notices, the list shows them, and channels send them by e-mail and to Slack',
  options,
  async (t) => {
    const box = await mailbox
    const here = await world({ ...visited, ...box.settings })
    const { acme, sink } = here
    await acme.post('/v0/accounts', { domain: 'vandelay.example', name: 'Vandelay' })
    const { personId } = (
      await acme.post('/v0/persons', { name: 'Art Vandelay', email: 'art@vandelay.example' })
    ).body
    const place = await makePlace(here, acme, { personId })
    const { page, complaints } = await openConsole(t, here, acme, { at: '/notices' })
    await page.getByText('No notices yet').waitFor()
    await page.getByRole('tab', { name: 'Channels' }).click()
    await page.getByRole('button', { name: /Console.*Everything · all pages.*On/ }).waitFor()
    await page.getByRole('button', { name: 'Add your first channel' }).waitFor()
    await takePicture(page, 'channels-none')
    await page.getByRole('tab', { name: 'Notices' }).click()
    await page.getByRole('button', { name: 'Send notices to e-mail, Slack or Teams' }).click()
    const panel = page.getByRole('dialog', { name: 'Add a channel' })
    await panel.getByLabel('Addresses').fill('not an address')
    await panel.getByRole('button', { name: 'Add channel' }).click()
    await panel.getByText(/e-mail address such as/).waitFor()
    await panel.getByLabel('Addresses').fill('rep@acme.example, boss@acme.example')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'channel-new')
    await panel.getByRole('button', { name: 'Add channel' }).click()
    for (const address of ['rep@acme.example', 'boss@acme.example']) {
      const [asked] = await box.waitFor(1, address)
      const recipient = await page.context().newPage()
      await recipient.goto(/http\S+\/recipients\/confirm\/\S+/.exec(asked?.text ?? '')?.[0] ?? '')
      assert.deepEqual(await findBarriersInBothSchemes(recipient), [])
      await recipient.getByRole('button', { name: 'Confirm' }).click()
      await recipient.getByRole('heading', { name: /^Confirmed/ }).waitFor()
      await recipient.close()
    }
    await page
      .getByRole('button', { name: /E-mail.*rep@acme.example, boss@acme.example.*Everything · all pages/ })
      .click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test sent').waitFor()
    await box.waitFor(2, 'boss@acme.example')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add channel' }).click()
    await panel.getByText('Slack', { exact: true }).click()
    await panel.getByLabel('Webhook address').fill(`${sink.url}/slack-${personId}`)
    await panel.getByText('Selected pages').click()
    await panel.getByRole('button', { name: 'Choose a page' }).click()
    await page.getByRole('option', { name: 'Visited' }).click()
    await panel.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('button', { name: /Slack.*Everything · 1 page · immediately/ }).waitFor()

    await page.goto('/console/pages')
    const report = makeReport(here, place, { actions: ['book'], interactions: 1 })
    assert.equal(await openSite(here, acme).report(report, from('198.51.100.9')), 204)
    const bell = page.getByRole('link', { name: /Notices\s*2 unread/ })
    await bell.waitFor()
    await takePicture(page, 'bell')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('link', { name: 'Notices, 2 unread' }).waitFor()
    await takePicture(page, 'bell-390')
    await page.setViewportSize({ width: 1280, height: 800 })
    await bell.click()
    await page
      .getByRole('row', { name: /New: Art Vandelay · Vandelay opened Visited for the first time/ })
      .waitFor()
    await page
      .getByRole('row', { name: /New: Art Vandelay · Vandelay clicked “Book a call” on Visited/ })
      .waitFor()
    await page.getByRole('link', { name: /^Notices(?!.*unread)/ }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    for (const width of [1440, 1024, 768, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await takePicture(page, `notices-${width}-${colorScheme}`)
      }
    const [mail] = (await box.waitFor(3, 'rep@acme.example')).slice(-1)
    assert.match(mail?.text ?? '', /Art Vandelay · Vandelay clicked “Book a call” on Visited/)
    await sink.waitFor(1, `/slack-${personId}`)
    await page.setContent(mail?.html ?? '')
    await page.setViewportSize({ width: 768, height: 620 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `notice-email-${colorScheme}`)
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/console/notices?tab=channels')
    await page.getByText(/Sent/).first().waitFor()
    await takePicture(page, 'channels')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('button', { name: /Slack/ }).click()
    await page.getByRole('button', { name: 'Remove channel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove channel' }).click()
    await page.getByText('Channel removed').waitFor()

    await page.getByRole('button', { name: /Console.*Everything · all pages.*On/ }).click()
    const bellPanel = page.getByRole('dialog', { name: 'Console' })
    assert.equal(await bellPanel.getByRole('button', { name: 'Remove channel' }).count(), 0)
    for (const kind of ['First visit', 'Return visit', 'Form sent'])
      await bellPanel.getByRole('checkbox', { name: kind }).click()
    await bellPanel.getByText('Selected pages').click()
    await bellPanel.getByRole('button', { name: 'Choose a page' }).click()
    await page.getByRole('option', { name: 'Visited' }).click()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'channel-console')
    await bellPanel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Console.*Click on an action · 1 page.*On/ }).waitFor()
    await takePicture(page, 'channels-console')
    const elaine = (await acme.post('/v0/persons', { name: 'Elaine', email: 'elaine@pendant.example' })).body
    const hers = await makePlace(here, acme, { pageId: place.pageId, personId: elaine.personId })
    const again = makeReport(here, hers, { actions: ['book'], interactions: 1 })
    assert.equal(await openSite(here, acme).report(again, from('198.51.100.10')), 204)
    await page.getByRole('link', { name: /Notices\s*1 unread/ }).waitFor()
    assert.equal((await acme.get('/v0/notices')).body.totalCount, 3)
    await page.getByRole('button', { name: /Console/ }).click()
    await bellPanel.getByRole('switch', { name: 'Active' }).click()
    await bellPanel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Console.*Off/ }).waitFor()
    await acme.delete(`/v0/persons/${personId}`)
    await acme.delete(`/v0/persons/${elaine.personId}`)
    await page.goto('/console/notices')
    await page.getByText('Notices are off in the console').waitFor()
    await takePicture(page, 'notices-off')
    const reader = await openConsole(t, here, await here.withScope(acme, 'read'), { at: '/notices' })
    await reader.page.getByText('Ask an administrator to turn them on.').waitFor()
    await page.getByRole('button', { name: 'Change settings' }).click()
    await bellPanel.getByRole('switch', { name: 'Active' }).waitFor()
    assert.deepEqual(
      complaints.filter((one) => !/400/.test(one)),
      [],
    )
  },
)

test('a link is restricted to certain people, who enter a code from their e-mail', options, async (t) => {
  const box = await mailbox
  const here = await world({ ...visited, ...box.settings })
  const { acme, baseUrl } = here
  const pageId = await newPage(acme, 'Your plan for spring')
  const { audienceId } = await newAudience(acme, pageId)
  await newLink(acme, '/invited', audienceId)
  const { page, complaints } = await openConsole(t, here, acme, { at: '/links' })
  await page.getByRole('button', { name: 'Actions for /invited' }).click()
  await page.getByRole('menuitem', { name: 'Protect' }).click()
  const panel = page.getByRole('dialog', { name: 'Protect /invited' })
  await panel.getByRole('radio', { name: /by e-mail code/ }).click()
  await panel.getByLabel('Allowed addresses and domains').fill('jane')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText(/neither an e-mail address nor a domain/).waitFor()
  await panel.getByLabel('Allowed addresses and domains').fill('jane@initech.example\nhooli.example')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'link-gate-email')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Link protection saved').waitFor()

  const visitor = await page.context().newPage()
  const address = `http://${acme.slug}.localhost:${new URL(baseUrl).port}/invited`
  await visitor.goto(address)
  assert.deepEqual(await findBarriersInBothSchemes(visitor), [])
  await takePicture(visitor, 'gate-email')
  await visitor.getByLabel('E-mail address').fill('jane@initech.example')
  await visitor.getByRole('button', { name: 'Send the code' }).click()
  await visitor.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const [mail] = await box.waitFor(1, 'jane@initech.example')
  const code = /^(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  await visitor.getByLabel('Code').fill('12')
  await visitor.getByRole('button', { name: 'Open the page' }).click()
  await visitor.getByText('wrong or has expired').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(visitor), [])
  await takePicture(visitor, 'gate-code')
  await visitor.getByLabel('Code').fill(code)
  await visitor.getByRole('button', { name: 'Open the page' }).click()
  await visitor.getByRole('heading', { name: 'Your plan for spring' }).waitFor()
  await visitor.goto('about:blank')
  await visitor.setContent(mail?.html ?? '')
  await takePicture(visitor, 'mail-code')
  assert.deepEqual(
    complaints.filter((one) => !/400/.test(one)),
    [],
  )
})
