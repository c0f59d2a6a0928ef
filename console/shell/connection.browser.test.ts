import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { type World, world } from '../../server/test/world.ts'
import { takePicture } from '../test/console.ts'
import { ask, openStudio } from '../test/studio.ts'

async function stop({ app: { server } }: World) {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function start({ app: { server }, baseUrl }: World) {
  server.listen(Number(new URL(baseUrl).port), '127.0.0.1')
  await once(server, 'listening')
}

/** The notice moves what is below it, and covers nothing. */
async function standsAbove(notice: Locator, other: Locator) {
  await eventually(async () => {
    const [upper, lower] = [await notice.boundingBox(), await other.boundingBox()]
    assert.ok(upper && lower && upper.y + upper.height <= lower.y, JSON.stringify([upper, lower]))
  })
}

test('while the service is unreachable, every screen stays, unsent input is kept, and work resumes automatically', {
  skip: noBrowser,
  timeout: 300_000,
}, async (t) => {
  // A separate service, as the test stops it.
  const here = await world({ LOG_LEVEL: 'error', PORT: '0' })
  const { page, stage } = await openStudio(t, here)
  await stage.getByRole('heading', { level: 1 }).waitFor()
  const version = page.getByRole('button', { name: /^Version 2/ })
  await version.waitFor()
  const notice = page.getByText('Foyer can’t be reached. Trying again…')

  await stop(here)
  await ask(page, 'Change the headline to "Chilled all the way"')
  await notice.waitFor()
  await standsAbove(notice, version)
  await page.getByRole('log').getByText('Chilled all the way').waitFor()
  const composer = page.getByRole('textbox', { name: /^Ask for a change to/ })
  await composer.fill('Half a thought')
  await takePicture(page, 'studio-away')
  await start(here)
  await stage.getByRole('heading', { name: 'Chilled all the way' }).waitFor()
  await notice.waitFor({ state: 'detached' })
  assert.equal(await composer.inputValue(), 'Half a thought')
  assert.equal(await page.getByRole('log').getByText('Change the headline to').count(), 1)

  // A screen that was never opened needs its script, a form its response.
  await stop(here)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await notice.waitFor()
  await composer.waitFor()
  await start(here)
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Add an account' })
  await panel.getByLabel(/Domain/).fill('initech.example')
  await stop(here)
  await page.keyboard.press('Control+Enter')
  await notice.waitFor()
  await standsAbove(notice, panel.getByRole('heading', { name: 'Add an account' }))
  assert.equal(await panel.getByLabel(/Domain/).inputValue(), 'initech.example')
  await takePicture(page, 'account-away')
  await start(here)
  await notice.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Enter')
  await panel.waitFor({ state: 'detached' })
})
