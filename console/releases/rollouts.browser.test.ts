import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { openReleasedPage, pageSaying } from '../../server/test/releases.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const hour = 3_600_000

test('rollouts are one list, and each is moved, cancelled, reopened, undone and found on its page', {
  skip: noBrowser,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const released = await openReleasedPage(acme, pageSaying('Hello'))
  const { path, pageId } = released
  const ids = [await released.add('Ada Example'), await released.add('Ben Example')]
  await released.edit(ids[1] as string, pageSaying('For Ben'))
  await released.save(pageSaying('Hello again'))
  const finished = await released.release({ note: 'New prices' })
  await released.save(pageSaying('Hello for later'))
  const publishAt = Date.now() + 26 * hour
  const later = (
    await acme.post(`${path}/releases`, {
      kind: 'base',
      audiences: { all: true },
      publishAt: `+${publishAt}`,
    })
  ).body
  const draft = await released.edit(ids[0] as string, pageSaying('Single'), { publish: false })
  const single = {
    action: 'publishVersion',
    audienceId: ids[0],
    versionId: draft,
    runAt: `+${publishAt + hour}`,
  }
  const { scheduleId } = (await acme.post(`${path}/schedules`, single)).body
  const csvFileId = (
    await acme.upload('people.csv', 'name,email\nCleo,cleo@x.test\nBroken,nonsense\n', 'text/csv')
  ).body.fileId
  const { batchId } = (await acme.post(`${path}/audiences/bulk`, { csvFileId })).body
  await eventually(
    async () => assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.status, 'finished'),
    30_000,
  )

  // Home shows that live audiences lack the newest revision, with a link to publish it.
  const { page, complaints } = await openConsole(t, here, acme, {
    at: '/home',
    viewport: { width: 1440, height: 900 },
  })
  const waits = page.getByRole('region', { name: 'Waits for you' })
  await waits.getByText(/^audiences? behind/).waitFor()
  await waits.getByRole('link', { name: 'Publish changes' }).click()
  await page.getByRole('dialog', { name: 'Publish page version 4' }).waitFor()

  // The former URL of batches redirects to the list of releases.
  await page.goto('/console/batches')
  await page.getByRole('row', { name: /Batch of 2 rows/ }).waitFor()
  assert.match(page.url(), /\/releases\?kind=batch$/)
  await page.getByRole('button', { name: 'Show every kind' }).click()
  const row = (name: RegExp) => page.getByRole('row', { name })
  await row(/Page version 4/).waitFor()
  assert.equal(await row(/^(Scheduled|Finished)/).count(), 2, 'the stages have headings')
  await row(/Page version 3.*need/).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Needs you 2' }).count(), 1)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'releases-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'releases')

  // By keyboard: to the first scheduled item, one day later, Enter.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('m')
  const form = page.getByRole('dialog', { name: 'Move Page version 4' })
  await form.getByRole('button', { pressed: true }).first().focus()
  await page.keyboard.press('ArrowRight')
  await row(/Page version 4/)
    .locator('s')
    .last()
    .waitFor()
  await takePicture(page, 'releases-move')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await form.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(/^Moved to/).waitFor()
  const moved = Number((await acme.get(`/v0/releases/${later.releaseId}`)).body.publishAt)
  assert.ok(Math.abs(moved - publishAt - 24 * hour) <= hour, 'a day later, by the clock on the wall')

  // The single version is cancelled.
  await page.getByRole('button', { name: /^Cancel: Version \d for Ada Example/ }).click()
  await page.getByRole('button', { name: 'Cancel it' }).click()
  await row(/Version \d for Ada Example.*Cancelled/).waitFor()
  const schedules = (await acme.get(`${path}/schedules`)).body.items
  assert.equal(schedules.find((one: any) => one.scheduleId === scheduleId).status, 'cancelled')

  // The finished release can be opened again and previews what undoing it does.
  await row(/Page version 3/).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'What happened' }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo: Page version 3' }).click()
  await panel.getByText('go back to what they saw before').waitFor()
  await takePicture(page, 'release-undo')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await panel.getByRole('button', { name: 'Undo for 1' }).click()
  await panel.getByText(/^Undone\. 1 audience is back/).waitFor()
  assert.equal(await panel.getByRole('button', { name: /^Published/ }).count(), 0)
  assert.equal((await acme.get(`/v0/releases/${finished.releaseId}`)).body.status, 'undone')
  await panel.getByRole('button', { name: 'Close' }).click()
  await row(/Page version 3.*Undone/).waitFor()

  // The same list is a tab of the page and fits a phone.
  await page.setViewportSize(phone.viewport)
  await page.goto(`/console/pages/${pageId}?tab=releases`)
  await row(/Page version 4/).waitFor()
  await takePicture(page, 'releases-phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  assert.deepEqual(complaints, [])
})
