import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../server/test/browser.ts'
import { onlyThorough } from '../server/test/environment.ts'
import { from, makeReport, openSite, visited } from '../server/test/visits.ts'
import { world } from '../server/test/world.ts'
import { openConsole } from './test/console.ts'
import { onePage } from './test/pages.ts'
import { ask } from './test/studio.ts'

const options = { skip: noBrowser || onlyThorough, timeout: 240_000 }

test(
  'a rep’s day: an account, a page made for it, a notice when it is read, and the follow-up',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    const pageId = await onePage(acme)
    await acme.post(`/v0/pages/${pageId}/publish`, {})
    const { page, complaints } = await openConsole(t, here, acme, { at: '/accounts?create=true' })
    const add = page.getByRole('dialog', { name: 'Add an account' })
    await add.getByLabel('Domain').fill('vandelay.example')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Vandelay', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Make a page' }).click()
    const make = page.getByRole('dialog', { name: 'Make a page for Vandelay' })
    await make.getByRole('button', { name: /Choose a page/ }).click()
    await page.getByRole('option', { name: 'Spring outreach' }).click()
    await make.getByRole('button', { name: 'Make page' }).click()
    await page.waitForURL(/\/audiences\/audience_\w+$/)
    const audienceId = /audience_\w+$/.exec(page.url())?.[0] ?? ''
    await page.getByRole('button', { name: /^Publish and share/ }).click()
    const share = page.getByRole('dialog')
    await share.getByRole('textbox', { name: 'Address' }).fill('for-vandelay')
    await share.getByRole('button', { name: /^Publish and copy link/ }).click()
    await share.getByRole('button', { name: 'Done' }).click()

    // A visitor from the account opens the link and reads the page.
    const path = '/for-vandelay'
    const site = openSite(here, acme)
    assert.equal((await site.ask(path)).status, 200)
    const { publishedVersion } = (await acme.get(`/v0/pages/${pageId}/audiences/${audienceId}`)).body
    const place = { tenantId: acme.tenantId, pageId, audienceId, versionId: publishedVersion.versionId }
    const seen = { age: 95_000, span: 95_000, visible: 90_000, scroll: 100 }
    assert.equal(await site.report(makeReport(here, place, seen), from('198.51.100.30')), 204)

    await page.getByRole('link', { name: /Notices\s*1 unread/ }).click()
    await page.getByRole('row', { name: /Vandelay opened Spring outreach for the first time/ }).click()
    await page.getByRole('row', { name: /Vandelay.*1 min 30 s.*100%/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open account' }).click()

    // The sales rep adds a note with the next step, which the agent uses for the next version.
    await page.getByRole('heading', { name: 'Vandelay', level: 1 }).waitFor()
    const note = 'They asked about single sign-on. Call on Tuesday.'
    await page.getByPlaceholder(/Add a note/).fill(note)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText(note).waitFor()
    await page
      .getByText(/opened/)
      .first()
      .waitFor()

    // The next version adds the notes, keeps existing texts, and is scheduled for tomorrow.
    await page.getByRole('link', { name: /^Spring outreach\s*Vandelay/ }).click()
    const stage = page.frameLocator('iframe')
    const headline = await stage.getByRole('heading', { level: 1 }).innerText()
    await ask(page, 'Personalise the page for them')
    await stage.getByText('You asked about single sign-on.').waitFor()
    assert.equal(await stage.getByRole('heading', { level: 1 }).innerText(), headline)
    await page.getByText(/I left out “Call on Tuesday\.”/).waitFor()
    await page.getByRole('button', { name: /^Publish changes/ }).click()
    const numbers = share.frameLocator('iframe').locator('.stage-number')
    await numbers.first().waitFor()
    assert.equal(await numbers.first().innerText(), '1')
    // The number has a label; numbers of sources are left out, as sources can't be opened here.
    assert.match(String(await numbers.first().getAttribute('aria-label')), /^Change 1: (Added|Changed) /)
    assert.equal(await share.frameLocator('iframe').locator('.stage-source').count(), 0)
    await share.getByRole('button', { name: 'Later' }).click()
    await share.getByRole('button', { name: /^Schedule for / }).click()
    await share.getByRole('button', { name: 'Done' }).click()
    await page
      .getByText(/^Live, changes /)
      .first()
      .waitFor()
    assert.doesNotMatch((await site.ask(path)).text, /single sign-on/)
    await page.getByRole('link', { name: 'Releases' }).click()
    await page.getByRole('row', { name: /Version \d for Vandelay.*Scheduled/ }).waitFor()
    assert.deepEqual(complaints, [])
  },
)
