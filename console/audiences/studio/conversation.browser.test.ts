import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../../server/test/browser.ts'
import { world } from '../../../server/test/world.ts'
import { takePicture } from '../../test/console.ts'
import { ask, openStudio } from '../../test/studio.ts'

/** How many pixels the document is taller than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => (document.scrollingElement as HTMLElement).scrollHeight - innerHeight)

const isAtEnd = (page: Page) =>
  page.waitForFunction(() => {
    const chat = document.querySelector('[role="log"]')?.parentElement as HTMLElement
    return chat.scrollHeight - chat.scrollTop - chat.clientHeight < 2
  })

test('the chat follows a long conversation, stays where the reader scrolled to, and the studio never scrolls away', {
  skip: noBrowser,
  timeout: 300_000,
}, async (t) => {
  const { page, complaints, stage } = await openStudio(t, await world(), {
    viewport: { width: 1440, height: 800 },
  })
  await stage.getByRole('heading', { level: 1 }).waitFor()
  const headlines = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  for (const headline of headlines) {
    await ask(page, `Change the headline to "${headline} frozen lorries"`)
    await page
      .getByRole('log')
      .getByRole('button', { name: `Version ${headlines.indexOf(headline) + 3}`, exact: true })
      .waitFor()
    await isAtEnd(page)
  }
  assert.equal(await overflow(page), 0)
  await takePicture(page, 'studio-long-chat')

  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -600)
  await page.waitForFunction(() => {
    const chat = document.querySelector('[role="log"]')?.parentElement as HTMLElement
    return chat.scrollHeight - chat.scrollTop - chat.clientHeight > 300
  })
  assert.equal(await overflow(page), 0)

  // Sending scrolls to the end; a message without changes doesn't appear among the versions.
  await ask(page, 'What is the weather like?')
  await page.getByText('No changes made.').waitFor()
  await isAtEnd(page)
  await ask(page, 'Change the headline to "Seven frozen lorries"')
  await page.getByRole('button', { name: /^Version 10 Draft/ }).click()
  await page.getByRole('menuitem', { name: /^Version 8/ }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: /^Version 9/ }).count(), 0)
  assert.equal(await page.getByRole('menuitem', { name: /^Version \d+/ }).count(), 9)
  await takePicture(page, 'studio-version-menu')
  assert.deepEqual(complaints, [])
})
