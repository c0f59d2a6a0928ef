import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../../server/test/browser.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { visit } from '../../../server/test/visitor.ts'
import { world } from '../../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../../test/console.ts'
import { ask, openStudio, wide } from '../../test/studio.ts'

const skip = noBrowser

test('a change is requested, reviewed, published, visited and rolled back', { skip }, async (t) => {
  const here = await world()
  const { page, complaints, stage, path } = await openStudio(t, here)
  const site = async () => {
    const host = `${here.acme.slug}.localhost:${new URL(here.baseUrl).port}`
    return (await visit(here.baseUrl, host, '/meridian')).text
  }
  await stage.getByRole('heading', { level: 1, name: /Gdańsk/ }).waitFor()
  assert.match(await page.title(), /Amara Okafor/)
  await page.getByRole('button', { name: /^Version 2 Live/ }).waitFor()
  await page.getByRole('button', { name: 'Use a serif font' }).waitFor()
  await takePicture(page, 'studio-empty')

  await ask(page, 'Change the headline to "Chilled all the way" and move the call to action to the top')
  await stage.getByRole('heading', { name: 'Chilled all the way' }).waitFor()
  await page.getByText('Changed the headline of the hero').waitFor()
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  await takePicture(page, 'studio-drafted')
  assert.doesNotMatch(await site(), /Chilled all the way/)

  await page.getByText('Live, newer draft').waitFor()
  await page.getByRole('button', { name: /^Publish changes/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('version 3 replaces version 2').waitFor()
  await panel.getByText(/Changed the hero/).waitFor()
  await takePicture(page, 'share-changes')
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
  await panel.getByRole('heading', { name: /is live$/ }).waitFor()
  assert.match(await site(), /Chilled all the way/)
  await panel.getByRole('button', { name: 'Done' }).click()
  assert.equal(await page.getByRole('link', { name: 'Open', exact: true }).count(), 1)

  await page.getByRole('button', { name: /^Version 3 Live/ }).click()
  // A long message is cut, not the menu.
  const isWhole = 'menu.scrollWidth <= menu.clientWidth'
  assert.equal(
    await page.getByRole('menu').evaluate(new Function('menu', `return ${isWhole}`) as () => boolean),
    true,
  )
  // The first version may never have been live.
  await page.getByRole('menuitem', { name: /^Version 1\s*Earlier, replaced/ }).waitFor()
  await page.getByRole('menuitem', { name: /^Version 2\s*Earlier, replaced/ }).click()
  await stage.getByRole('heading', { level: 1, name: /Gdańsk/ }).waitFor()
  assert.match(page.url(), /version=version_/)
  await page.getByRole('button', { name: /^Publish again/ }).click()
  await panel.getByText('version 2 replaces version 3').waitFor()
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
  await panel.getByRole('heading', { name: /is live$/ }).waitFor()
  assert.doesNotMatch(await site(), /Chilled all the way/)
  await page.keyboard.press('u')
  await page.getByText('Undone. Visitors see what they saw before.').waitFor()
  await page.keyboard.press('Escape')
  assert.match(await site(), /Chilled all the way/)

  // A message without changes appears in the chat, not in the list of versions.
  await ask(page, 'Thank you, this looks great')
  await eventually(
    async () => assert.equal((await here.acme.get(`${path}/versions`)).body.totalCount, 4),
    20_000,
  )
  await page.getByRole('button', { name: /^Version 3 Live/ }).click()
  await page.getByRole('menuitem', { name: /^Version 3\s*Live/ }).waitFor()
  await page.getByText('Change the headline to').last().waitFor()
  // A version is listed while the agent works on it.
  await page.getByRole('menuitem', { name: /^Version 4/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  assert.deepEqual(complaints, [])
})

test('a clicked element becomes the selection, a text is changed by hand, and changes are shown word by word', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, complaints, stage, path } = await openStudio(t, here)
  const subheadline = stage.locator('[data-path="/subheadline"]')
  await subheadline.click()
  await page.getByText('Subheadline of the hero', { exact: true }).waitFor()
  await ask(page, 'Change it to "Ready on the first morning."')
  await stage.getByText('Ready on the first morning.').waitFor()
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  assert.equal(await page.getByText('Subheadline of the hero', { exact: true }).count(), 0)

  await stage.getByText('Ready on the first morning.').dblclick()
  const field = stage.getByRole('textbox', { name: 'Subheadline' })
  await field.press('Control+End')
  await field.pressSequentially(' And ')
  for (const part of ['every', ' one after.']) {
    await field.press('Control+b')
    await field.pressSequentially(part)
  }
  await field.press('Enter')
  await page.getByText('Saved as draft version 4').waitFor()
  await stage.locator('strong', { hasText: 'every' }).waitFor()
  const { latestVersion } = (await here.acme.get(path)).body
  const { blocks } = (await here.acme.get(`${path}/versions/${latestVersion.versionId}/document`)).body
  assert.equal(blocks[0].props.subheadline, 'Ready on the first morning. And **every** one after.')

  // A rejected text stays in the editor, to be corrected.
  await page.getByRole('button', { name: 'Edit texts' }).click()
  await stage.getByText('For Amara Okafor').click()
  const eyebrow = stage.getByRole('textbox', { name: 'Eyebrow' })
  await eyebrow.fill('x'.repeat(90))
  await eyebrow.press('Enter')
  await page
    .getByText(/At most 80 characters/)
    .first()
    .waitFor()
  assert.equal(await eyebrow.textContent(), 'x'.repeat(90))
  await eyebrow.press('Escape')
  await stage.getByText('For Amara Okafor').waitFor()

  await page.getByRole('button', { name: 'Changes', exact: true }).click()
  await page.getByText('Changed the hero').waitFor()
  await page.locator('ins', { hasText: 'And every one after.' }).waitFor()
  assert.equal(await page.locator('del').count(), 0)
  const compared = page.getByRole('combobox', { name: 'Version 4 compared with' })
  assert.match(await compared.innerText(), /Version 3/)
  await compared.click()
  await page.getByRole('option', { name: 'Version 2' }).click()
  await page.locator('ins', { hasText: 'Ready on the first morning. And every one after.' }).waitFor()
  await takePicture(page, 'studio-changes')
  const refusals = complaints.filter((text) => !/status of 400/.test(text))
  assert.deepEqual(refusals, [])
})

test('a statement shows its sources on hover and on keyboard focus', { skip }, async (t) => {
  const here = await world()
  const { page, complaints, stage } = await openStudio(t, here)
  const mark = stage.getByRole('button', { name: /source/ }).first()
  await mark.hover()
  const card = page.getByRole('region', { name: 'Sources' })
  await card.getByText(/Gdańsk and Valencia open on the same morning/).waitFor()
  assert.match(
    (await card.getByRole('link', { name: 'Meridian Foods' }).first().getAttribute('href')) ?? '',
    /\/console\/accounts\/account_/,
  )
  await takePicture(page, 'studio-sources')
  await page.mouse.move(900, 500)
  await card.waitFor({ state: 'hidden' })
  await mark.focus()
  await card.waitFor()
  assert.deepEqual(complaints, [])
})

test('the studio offers no write actions to a read-only key', { skip }, async (t) => {
  const here = await world()
  const reader = await here.withScope(here.acme, 'read')
  const { page, stage, complaints } = await openStudio(t, here, wide, reader)
  await stage.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('You have read access.').waitFor()
  for (const name of [/^Publish /, 'Edit texts', 'Send', 'Shorten the headline'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  await stage.getByRole('heading', { level: 1 }).dblclick()
  assert.equal(await stage.getByRole('textbox').count(), 0)
  assert.deepEqual(complaints, [])
})

test('axe finds no violations in light and dark, with a conversation and with changes; a phone shows one of them at a time', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, complaints, stage, at } = await openStudio(t, here)
  await ask(page, 'Shorten the headline')
  await page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  await stage.getByRole('heading', { level: 1 }).click()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'studio-dark')
  await page.getByRole('button', { name: 'Changes', exact: true }).click()
  await page.getByText('Changed the hero').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])

  const small = await openConsole(t, here, here.acme, { at, ...phone })
  await small.page.getByRole('log').getByText('Shorten the headline').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  await small.page.getByRole('button', { name: 'Page', exact: true }).click()
  await small.page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  const { width, scroll } = await small.page.evaluate(() => {
    const { innerWidth, document } = globalThis as any
    return { width: innerWidth, scroll: document.documentElement.scrollWidth }
  })
  assert.equal(scroll, width)
  await takePicture(small.page, 'studio-phone')
  assert.deepEqual([...complaints, ...small.complaints], [])
})
