import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { noBrowser, openPersonal } from '../server/test/browser.ts'
import { onlyThorough } from '../server/test/environment.ts'
import { eventually } from '../server/test/eventually.ts'
import { emptyFolder, launch } from '../server/test/launch.ts'
import { pasted, watchCopies } from './test/clipboard.ts'
import { findBarriersInBothSchemes, takePicture } from './test/console.ts'
import { ask, wide } from './test/studio.ts'

test('a newcomer follows the printed link, has the sample page changed, publishes it and sees a visit arrive', {
  skip: noBrowser || onlyThorough,
}, async (t) => {
  const service = await launch({ DATA_DIR: await emptyFolder(), FOYER_DEMO: 'true' })
  t.after(() => service.stop())
  // A browser without signs of automation, as visits of automated ones are not counted.
  const context = await openPersonal(wide)
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/console/api/session'))
      complaints.push(`${message.text()} (${message.location().url})`)
  })

  // The bare address links to the console and to a sample page.
  await page.goto(service.url)
  assert.equal(await page.getByRole('link', { name: /Open the console/ }).getAttribute('href'), '/console')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'welcome')
  await page.getByRole('link', { name: /See a sample page/ }).click()
  await page.getByText('Amara').first().waitFor()
  await page.goto(service.console)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.getByText('0 of 5 done').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Pages' }).click()
  // Sample data is marked.
  await page.getByText('Pages of the demo, Harbor, are listed here too.').waitFor()
  await page
    .getByRole('row', { name: /Cold-chain outreach/ })
    .getByText('Demo', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Cold-chain outreach' }).click()
  await page.getByRole('link', { name: /^Amara Okafor/ }).click()
  const stage = page.frameLocator('iframe')
  await stage.getByRole('heading', { level: 1 }).waitFor()
  const before = await readSessions(service)

  await ask(page, 'Change the headline to "Chilled, all the way to the shelf"')
  await stage.getByRole('heading', { level: 1, name: 'Chilled, all the way to the shelf' }).waitFor()
  await page.getByRole('button', { name: /^Publish changes/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()

  const [site] = await Promise.all([
    context.waitForEvent('page'),
    panel.getByRole('link', { name: 'Open' }).click(),
  ])
  await site.getByRole('heading', { level: 1, name: 'Chilled, all the way to the shelf' }).waitFor()
  await site.mouse.wheel(0, 2_000)
  const address = site.url()
  await site.close()

  // The newcomer’s own visit isn't counted; another visitor's is.
  const visitor = await openPersonal(wide)
  t.after(() => visitor.close())
  const visited = await visitor.newPage()
  await visited.goto(address)
  await visited.mouse.wheel(0, 2_000)
  await visited.close()
  await eventually(async () => assert.equal(await readSessions(service), before + 1), 20_000)

  await page.keyboard.press('Escape')
  // The visit appears in the account's activity.
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('link', { name: 'Meridian Foods' }).click()
  const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await today
    .filter({ hasText: /Amara Okafor opened/ })
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
})

test('from the printed link of a first start, a newcomer has a working link of their own after at most ten clicks', {
  skip: noBrowser || onlyThorough,
}, async (t) => {
  const service = await launch({ DATA_DIR: await emptyFolder() })
  t.after(() => service.stop())
  const context = await openPersonal(wide)
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await watchCopies(page)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await page.goto(service.console)
  await page.getByLabel('Name', { exact: true }).fill('Ida Kranholm')
  await click(page.getByRole('button', { name: 'Continue' }))
  // The company's site can’t be read, so name and description are typed.
  await page.getByLabel('Your domain').fill('kranholm.example')
  await click(page.getByRole('button', { name: 'Read site' }))
  await page.getByText(/^We couldn’t read kranholm\.example\./).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Kranholm Rail')
  await page.getByLabel('In one sentence').fill('We maintain the switches of freight yards.')
  await click(page.getByRole('button', { name: 'Use this brand' }))
  await click(page.getByRole('link', { name: 'Choose an example' }))
  const gallery = page.getByRole('dialog', { name: 'Create a page' })
  await click(gallery.getByRole('list', { name: 'Examples' }).getByRole('button', { name: /^Solar/ }))
  await click(gallery.getByRole('button', { name: /^Use this example/ }))
  const questions = page.getByRole('dialog', { name: 'Make it yours' })
  const sell = questions.getByRole('textbox', { name: 'What you sell' })
  await sell.waitFor()
  assert.equal(await sell.inputValue(), 'We maintain the switches of freight yards.')
  await click(questions.getByRole('button', { name: 'Finish later' }))
  await click(page.getByRole('button', { name: /^Publish and share/ }))
  const panel = page.getByRole('dialog', { name: 'Publish and share' })
  await click(panel.getByRole('button', { name: /^Publish (with the example’s facts|and copy link)/ }))
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.ok(clicks <= 10, `${clicks} clicks`)

  const address = await pasted(page)
  const visitor = await openPersonal(wide)
  t.after(() => visitor.close())
  const visited = await visitor.newPage()
  assert.equal((await visited.goto(address))?.status(), 200)
  await visited.getByText('Kranholm Rail').first().waitFor()
  // The root of the site no longer shows the demo.
  assert.equal((await visited.goto(new URL('/', address).href))?.status(), 404)

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const left = page.getByRole('region', { name: 'First steps' })
  // The visit may have been counted already.
  await left.getByText(/^[34] of 5 done\. Next: Somebody to send it to/).waitFor()
  await takePicture(page, 'newcomer-home')
  await left.getByRole('button', { name: 'Go on' }).click()
  const guide = page.getByRole('heading', { name: 'Your first page in five steps' })
  await guide.waitFor()
  // Dismissed steps are hidden; opened again from the menu, they stay.
  await page.getByRole('button', { name: 'Skip' }).click()
  await left.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /theme, shortcuts, sign out/ }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await guide.waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await left.getByText(/^[34] of 5 done\. Next:/).waitFor()
})

async function readSessions({ url, key = '' }: { url: string; key?: string }): Promise<number> {
  const headers = { 'x-api-key': key }
  const found = await fetch(`${url}/v0/audiences/search?query=amara`, { headers })
  const { items } = (await found.json()) as { items: { pageId: string }[] }
  const summary = await fetch(`${url}/v0/pages/${items[0]?.pageId}/analytics/summary`, { headers })
  return ((await summary.json()) as { totalSessions: number }).totalSessions
}
