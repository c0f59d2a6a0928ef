import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { enterKey, findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { onePage, pastVisits, someAudiences } from '../test/pages.ts'

const options = { skip: noBrowser, timeout: 300_000 }

test(
  'everything is reached by keyboard: search at once, rows by arrows, shortcuts by ?, panels by Ctrl+Enter',
  options,
  async (t) => {
    const here = await world()
    await onePage(here.acme)
    const { page, complaints } = await openConsole(t, here, here.acme, { signedOut: true })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.route(/\/Palette-[^/]+\.js/, async (route) => {
      await sleep(1_500)
      await route.continue()
    })
    const loads = page.waitForRequest(/\/Palette-[^/]+\.js/)
    await enterKey(page, here.acme.key)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
    // The palette loads by itself and keeps what is typed meanwhile.
    await loads
    await page.keyboard.press('Control+K')
    await page.keyboard.type('spring')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.waitFor()
    await page.keyboard.type(' outreach')
    assert.equal(await palette.getByRole('combobox').inputValue(), 'spring outreach')
    await palette.getByRole('option', { name: /Spring outreach/ }).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })

    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('row', { name: /Spring outreach/ })
      .and(page.locator(':focus'))
      .waitFor()

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Create a page').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'shortcuts')
    await page.keyboard.press('Escape')

    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    await page.keyboard.press('c')
    const panel = page.getByRole('dialog', { name: 'Add an account' })
    await panel.getByLabel(/Domain/).fill('initech.example')
    await panel.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Control+Enter')
    await panel.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Initech' }).first().waitFor()
    // Enter opens the result for the whole text, not for its first letter.
    await here.acme.post('/v0/pages', { name: 'Summer fair', pageType: 'outbound' })
    await page.route(/search\?.*query=spring(\+|%20)o/, async (route) => {
      await sleep(600)
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    const search = palette.getByRole('combobox')
    await search.fill('s')
    await palette.getByRole('option', { name: 'Summer fair', selected: true }).waitFor()
    await search.fill('spring o')
    await search.press('Enter')
    await page.waitForURL(/pages\/page_/)
    await page.getByRole('heading', { name: 'Spring outreach' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'at 1024 and 768 pixels, names and columns stay readable; a notice covers no button of a panel',
  options,
  async (t) => {
    const here = await world()
    const pageId = await onePage(here.acme)
    const ids = await someAudiences(here.acme, pageId, 'Vandelay Industries Europe', 'Globex Corporation')
    await pastVisits(here, here.acme, pageId, ids)
    const viewport = { width: 1024, height: 768 }
    const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages', viewport })
    const name = page.getByRole('link', { name: 'Spring outreach' })
    const compared = page.getByRole('region', { name: 'Audience comparison' })
    for (const width of [1024, 768]) {
      await page.setViewportSize({ width, height: 768 })
      await page.goto('/console/pages')
      await name.waitFor()
      assert.equal(await name.evaluate((link) => link.scrollWidth - link.clientWidth), 0, `pages at ${width}`)
      await takePicture(page, `pages-${width}`)
      await page.goto(`/console/pages/${pageId}?tab=analytics`)
      const audience = compared.getByRole('rowheader', { name: 'Vandelay Industries Europe' })
      await audience.waitFor()
      assert.equal(
        await audience.evaluate((cell) => cell.scrollWidth - cell.clientWidth),
        0,
        `names at ${width}`,
      )
      const edge = await compared.evaluate((part) => part.getBoundingClientRect().right)
      for (const cell of await compared.getByRole('columnheader').all()) {
        const box = await cell.boundingBox()
        assert.ok(!box || box.x + box.width <= edge + 1, `columns at ${width}`)
      }
      await takePicture(page, `analytics-${width}`)
    }

    for (const [size, verb] of [
      [viewport, 'Take offline'],
      [phone.viewport, 'Restore as a draft'],
    ] as const) {
      await page.setViewportSize(size)
      await page.goto('/console/pages')
      await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
      await page.getByRole('menuitem', { name: verb }).click()
      const notice = page.locator('[data-sonner-toast]').first()
      await notice.waitFor()
      await page.keyboard.press('c')
      const panel = page.getByRole('dialog', { name: 'Create a page' })
      await panel.waitFor()
      const button = await panel.getByRole('button', { name: /^Use this example/ }).boundingBox()
      const box = await notice.boundingBox()
      if (!button || !box) throw new Error('a notice and a button are in sight')
      await takePicture(page, `notice-${size.width}`)
      const isBeside = box.x + box.width <= button.x || box.x >= button.x + button.width
      const isAboveOrBelow = box.y + box.height <= button.y || box.y >= button.y + button.height
      assert.ok(isBeside || isAboveOrBelow, `${JSON.stringify(box)} covers ${JSON.stringify(button)}`)
    }
    assert.deepEqual(complaints, [])
  },
)
