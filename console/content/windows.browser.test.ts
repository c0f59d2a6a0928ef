import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { takePicture } from '../test/console.ts'
import { openContent, untilSaved } from '../test/content.ts'

const skip = noBrowser

async function openText(page: Page) {
  await page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: 'Hero', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.click()
  return field
}

test('windows of one browser keep their unsaved edits apart, and a new window restores those of a closed one', {
  skip,
}, async (t) => {
  const here = await world()
  const { page: first, path } = await openContent(t, here)
  const stored = async () => (await here.acme.get(path)).body.blocks[0].props.subheadline as string
  const before = await stored()
  await first.route('**/document/operations', (route) => route.abort())
  await openText(first)
  await first.keyboard.press('Control+a')
  await first.keyboard.type('From the first window.')
  await first.getByText(/^Not saved/).waitFor()

  const open = async () => {
    const page = await first.context().newPage()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(first.url())
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const second = await open()
  await second.waitForTimeout(1_500)
  const field = await openText(second)
  assert.ok(!(await field.textContent())?.includes('From the first window.'))
  assert.equal(await stored(), before, 'the second window saves nothing of the first')
  await second.close()
  await first.close({ runBeforeUnload: false })
  const third = await open()
  await untilSaved(third)
  assert.equal(await stored(), 'From the first window.')
  await third.close()
})

test('a word becomes a link and is shown as one', { skip }, async (t) => {
  const here = await world()
  const { page, path, stage } = await openContent(t, here)
  await openText(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('See prices')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  const address = page.getByRole('textbox', { name: 'Link URL' })
  await address.fill('javascript:alert(1)')
  assert.ok(await page.getByRole('button', { name: 'Set link' }).isDisabled())
  await address.fill('https://example.com/prices')
  await takePicture(page, 'content-link')
  await address.press('Enter')
  await untilSaved(page)
  const { subheadline } = (await here.acme.get(path)).body.blocks[0].props
  assert.equal(subheadline, 'See [prices](https://example.com/prices)')
  await stage.getByRole('link', { name: 'prices' }).waitFor()
})
