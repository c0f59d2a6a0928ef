import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../server/test/browser.ts'
import { until } from '../../server/test/eventually.ts'
import { newAudience, newLink, newPage } from '../../server/test/sites.ts'
import { world } from '../../server/test/world.ts'
import { pasted, watchCopies } from '../test/clipboard.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const skip = noBrowser

async function exported(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return await readFile(await file.path(), 'utf8')
}

test('pages are chosen one by one, in a range or all that match, and archived, restored and exported together', {
  skip,
}, async (t) => {
  const here = await world()
  const { acme } = here
  for (let number = 10; number < 70; number++)
    await acme.post('/v0/pages', { name: `=Page ${number}`, pageType: 'custom' })
  const [newest] = (await acme.get('/v0/pages?limit=1')).body.items
  await newAudience(acme, newest.pageId, { customName: 'Guests', publish: false })
  const { page, complaints } = await openConsole(t, here, acme, { at: '/pages' })
  const box = (number: number) => page.getByRole('checkbox', { name: `Select =Page ${number}`, exact: true })
  const bar = page.getByRole('region', { name: 'Selection' })
  const statuses = async () => {
    const counts: Record<string, number> = {}
    for (const status of ['draft', 'published', 'archived'])
      counts[status] = (await acme.get(`/v0/pages/search?status=${status}&limit=1`)).body.totalCount
    return counts
  }
  await box(69).click()
  await box(65).click({ modifiers: ['Shift'] })
  await bar.getByText('5 selected').waitFor()
  await box(67).click()
  await bar.getByText('4 selected').waitFor()
  await takePicture(page, 'bulk-pages')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  // A name that a spreadsheet would run as a formula is exported as text.
  const lines = (await exported(page)).trim().split('\r\n')
  assert.equal(lines.length, 5)
  assert.match(lines[1] ?? '', /^'=Page 69,draft,/)

  await bar.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('4 pages published, with the newest version of every audience').waitFor()
  assert.deepEqual(await statuses(), { draft: 56, published: 4, archived: 0 })
  await until('its audience is live', async () => (await acme.get('/v0/audiences')).body.items[0].isLive)

  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar.getByText('50 selected').waitFor()
  await bar.getByRole('button', { name: 'Select all 60 matching' }).click()
  await bar.getByText('60 selected').waitFor()
  await bar.getByRole('button', { name: 'Take offline' }).click()
  await page.getByText('60 pages taken offline').waitFor()
  assert.deepEqual(await statuses(), { draft: 0, published: 0, archived: 60 })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await bar.getByText(/^Undoing/).waitFor()
  await bar.waitFor({ state: 'detached' })
  assert.deepEqual(await statuses(), { draft: 56, published: 4, archived: 0 })

  // By keyboard: x selects the focused row, Esc clears the selection.
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

test('audiences are released, published and archived together, and links are copied, exported and removed', {
  skip,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await newPage(acme, 'Keep it cold')
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const { audienceId } = await newAudience(acme, pageId, { customName: name, publish: false })
    await newLink(acme, `/${name.toLowerCase()}`, audienceId)
    ids.push(audienceId)
  }
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  const bar = page.getByRole('region', { name: 'Selection' })
  const choose = async (...names: string[]) => {
    for (const name of names)
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  }
  const live = async () => {
    const { items } = (await acme.get('/v0/audiences')).body
    return items.filter(({ isLive }: { isLive: boolean }) => isLive).length
  }
  await choose('One', 'Two')
  assert.match(await exported(page), /One,[^,]*,[^,]*,http[^,]*\/one/)
  await bar.getByRole('button', { name: 'Publish' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('2 audiences').first().waitFor()
  await takePicture(page, 'bulk-publish')
  await panel.getByRole('button', { name: /^Publish 2 drafts/ }).click()
  await panel.getByText('2 drafts published.').waitFor()
  assert.equal(await live(), 2)
  await panel.getByRole('button', { name: 'Done' }).click()
  await bar.getByRole('button', { name: 'Take offline' }).click()
  await page.getByText('2 audiences taken offline').waitFor()
  await takePicture(page, 'bulk-audiences')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('checkbox', { name: 'Select One', exact: true }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 4)

  await page.getByRole('tab', { name: 'Links' }).click()
  await choose('/one', '/two')
  await watchCopies(page)
  await bar.getByRole('button', { name: 'Copy links' }).click()
  await page.getByText('2 links copied').waitFor()
  const copied = await pasted(page)
  assert.deepEqual(
    copied
      .split('\n')
      .map((address) => new URL(address).pathname)
      .sort(),
    ['/one', '/two'],
  )
  await bar.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('2 links removed').waitFor()
  assert.equal((await acme.get(`/v0/page_links?pageId=${pageId}`)).body.totalCount, 2)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('checkbox', { name: 'Select /one', exact: true }).waitFor()
  assert.equal((await acme.get(`/v0/page_links?pageId=${pageId}`)).body.totalCount, 4)

  const small = await openConsole(t, here, acme, { at: `/pages/${pageId}`, ...phone })
  await small.page.getByRole('checkbox', { name: 'Select Two', exact: true }).click()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  await takePicture(small.page, 'bulk-390-dark')
  assert.deepEqual([...complaints, ...small.complaints], [])
})
