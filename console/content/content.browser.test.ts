import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { times } from '../../server/test/effort.ts'
import { eventually, until } from '../../server/test/eventually.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { openContent, untilSaved } from '../test/content.ts'

const skip = noBrowser

test('a page is made, and its blocks are written, inserted, moved, locked, hidden, undone and saved', {
  skip,
}, async (t) => {
  const here = await world()
  const industry = { owner: 'account', key: 'industry', label: 'Industry', type: 'text' }
  assert.equal((await here.acme.post('/v0/custom_fields', industry)).status, 201)
  const { page, complaints } = await openConsole(t, here, here.acme, {
    at: '/pages?create=true&from=templates',
    viewport: { width: 1920, height: 1080 },
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring')
  await page.getByRole('button', { name: 'Create page' }).click()
  await page.getByRole('button', { name: 'Finish later' }).click()
  const list = page.getByRole('list', { name: 'Blocks' })
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  const pageId = /page_\w+/.exec(page.url())?.[0]
  const path = `/v0/pages/${pageId}/document`
  const stored = async () => (await here.acme.get(path)).body
  const stage = page.frameLocator('iframe')

  // On the page: one click selects the block, a second one edits its text.
  await stage.locator('[data-path="/headline"]').first().click()
  const headline = stage.getByRole('textbox', { name: 'Headline' })
  await headline.press('Control+End')
  const first = (await stored()).blocks[0].props.headline
  await headline.pressSequentially(' Today')
  await untilSaved(page)
  await page.keyboard.type(', {')
  await page.getByRole('option', { name: /person\.lastName/ }).click()
  await headline.locator('.chip', { hasText: 'person.lastName' }).waitFor()
  await page.keyboard.type('!')
  await page.keyboard.press('Shift+ArrowLeft')
  const bold = stage.getByRole('toolbar', { name: 'Text' }).getByRole('button', { name: 'Bold' })
  await bold.click()
  await headline.locator('strong', { hasText: '!' }).waitFor()
  await takePicture(page, 'content-in-place')
  // The headline ends in italic, and text typed there is italic, too.
  const written = (ending: string) => `${first.slice(0, -1)} Today, {{person.lastName}}${ending}`
  await until(
    'the headline is stored',
    async () => (await stored()).blocks[0].props.headline === written('**!***'),
  )
  // Undo works step by step in the field, and on the whole edit after leaving it.
  await page.keyboard.press('Control+z')
  await headline.locator('strong').waitFor({ state: 'detached' })
  await headline.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilSaved(page)
  assert.equal((await stored()).blocks[0].props.headline, first)
  await page.getByRole('button', { name: 'Redo' }).click()
  await untilSaved(page)
  assert.equal((await stored()).blocks[0].props.headline, written('!*'))

  // In the panel, with a placeholder from the menu.
  const field = page.getByRole('textbox', { name: 'Line above' })
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await until('the line is gone', async () => (await stored()).blocks[0].props.eyebrow === undefined)
  assert.ok(await field.isVisible(), 'the fields below stay where they are')
  await page.keyboard.type('Hello {')
  await page.getByRole('option', { name: /account\.fields\.industry/ }).waitFor()
  await page.getByRole('option', { name: /person\.firstName/ }).click()
  await page.keyboard.type('!')
  await stage.locator('.chip', { hasText: 'person.firstName' }).first().waitFor()
  await takePicture(page, 'content-chips')
  // A line never breaks between a chip and the punctuation after it.
  const displayOf = (element: HTMLElement) => getComputedStyle(element).display
  // The stage renders its chips again when the edit is saved.
  for (const chip of [stage.locator('.chip').first(), field.locator('.chip').first()])
    await eventually(async () => assert.equal(await chip.evaluate(displayOf), 'inline'))
  // A new field has the focus and is scrolled into view.
  const properties = page.getByRole('complementary', { name: 'Properties' })
  await properties.locator('fieldset > div button').last().click()
  const added = properties.locator(':focus')
  await added.waitFor()
  const [inside, around] = [await added.boundingBox(), await properties.boundingBox()]
  assert.ok(inside && around && inside.y > around.y && inside.y < around.y + around.height)
  await page.getByRole('button', { name: 'Undo' }).click()

  // The preview is light or dark; its shortcut also works when the preview has the focus.
  const ground = () => stage.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Show the page in dark' }).click()
  await until('the page is dark', async () => (await ground()) !== light)
  await stage.locator('[data-path="/headline"]').first().hover()
  await stage.locator('footer').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('d')
  await until('the page is light again', async () => (await ground()) === light)

  // A block inserted below is scrolled into view.
  await list.getByRole('button').last().focus()
  await list.getByRole('listitem').last().getByRole('button').first().click()
  await page.keyboard.press('/')
  await page.getByPlaceholder('Find a block').fill('quote')
  await page.keyboard.press('Enter')
  const quote = stage.locator('main > .quote').last()
  await until('it is in sight', async () => {
    const box = await quote.boundingBox()
    return box !== null && box.y > 0 && box.y < 1000
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.keyboard.press('/')
  await page.getByPlaceholder('Find a block').fill('steps')
  await page.keyboard.press('Enter')
  await stage.getByRole('heading', { name: 'How the first month goes' }).waitFor()
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('l')
  await page.keyboard.press('h')
  await page.getByText(/^Hid /).waitFor()
  await untilSaved(page)
  const { blocks } = await stored()
  assert.equal(blocks[0].props.eyebrow, 'Hello {{person.firstName}}!')
  assert.deepEqual(
    blocks.slice(0, 3).map(({ type, locked, hidden }: any) => [type, locked ?? false, hidden ?? false]),
    [
      ['hero', false, false],
      ['steps', true, true],
      ['steps', false, false],
    ],
  )
  // All edits are one revision of the sitting, and every step can be undone and redone.
  assert.equal((await here.acme.get(`${path}/revisions`)).body.totalCount, 2)
  const undo = page.getByRole('button', { name: 'Undo' }).first()
  for (let step = 0; step < 5; step++) await undo.click()
  await untilSaved(page)
  assert.equal((await stored()).blocks.filter(({ type }: any) => type === 'steps').length, 0)
  for (let step = 0; step < 5; step++) await page.getByRole('button', { name: 'Redo' }).click()
  await untilSaved(page)
  assert.deepEqual((await stored()).blocks, blocks)

  // The show button of a hidden block keeps its place on hover; a click beside the buttons selects the block.
  const rows = list.getByRole('listitem')
  const eye = rows.nth(1).getByRole('button', { name: /^Show / })
  const place = await eye.boundingBox()
  await rows.nth(1).hover()
  assert.deepEqual(await eye.boundingBox(), place)
  await eye.click()
  await until('it is shown', async () => !(await stored()).blocks[1].hidden)
  const { width = 0, height = 0 } = (await rows.nth(2).boundingBox()) ?? {}
  await rows.nth(2).click({ position: { x: width - 70, y: height / 2 } })
  await rows.nth(2).locator('[aria-current=true]').waitFor()
  // A URL can select a block, as in links from the checklist.
  await page.goto(`${page.url()}&block=${(await stored()).blocks[1].id}`)
  await rows.nth(1).locator('[aria-current=true]').waitFor()
  await until('the address is short again', async () => !page.url().includes('block='))
  assert.deepEqual(complaints, [])
})

test('quick edits survive a lost connection and a reload', { skip }, async (t) => {
  const here = await world()
  const { page, path } = await openContent(t, here)
  await page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: 'Hero', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.click()
  await page.keyboard.press('Control+a')
  const type = async (from: number, to: number) => {
    for (let count = from; count < to; count++) await page.keyboard.type(String(count % 10))
  }
  // The first are saved, the next are on their way, and the last can't be saved.
  const edits = times(200, 60)
  const [saved, sent] = [edits * 0.3, edits * 0.6]
  await type(0, saved)
  await untilSaved(page)
  await type(saved, sent)
  await page.route('**/document/operations', (route) => route.abort())
  await type(sent, edits)
  await page.getByText(/^Not saved\. Trying again in/).waitFor()
  await takePicture(page, 'content-not-saved')
  await page.unroute('**/document/operations')
  await page.reload()
  await untilSaved(page)
  const wanted = Array.from({ length: edits }, (_, count) => String(count % 10)).join('')
  assert.equal((await here.acme.get(path)).body.blocks[0].props.subheadline, wanted)
})

test('a response that is lost on the way does not cause a conflict', { skip }, async (t) => {
  const here = await world()
  const { page, path } = await openContent(t, here)
  await page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: 'Hero', exact: true }).click()
  let lost = 0
  await page.route('**/document/operations', async (route) => {
    if (lost++ > 0) return await route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Only once.')
  await page.getByText(/^Not saved/).waitFor()
  await untilSaved(page)
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.equal((await here.acme.get(path)).body.blocks[0].props.subheadline, 'Only once.')
})

test('two people see each other’s revision instead of overwriting it', { skip }, async (t) => {
  const here = await world()
  const { page, path, stage } = await openContent(t, here)
  await page.getByRole('list', { name: 'Blocks' }).getByRole('button', { name: 'Hero', exact: true }).click()
  const theirs = async (props: object) =>
    await here.acme.post(`${path}/operations`, {
      operations: [{ type: 'updateBlock', blockId: 'hero', props }],
      sitting: 'theirs',
    })
  const [{ id }] = (await here.acme.get(path)).body.blocks
  assert.equal(id, 'hero')
  // Without unsaved edits, the other user's revision is shown at once.
  await theirs({ eyebrow: 'From Lena' })
  await stage.getByText('From Lena').waitFor()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.route('**/document/operations', (route) => route.abort())
  await page.keyboard.type('Mine')
  await theirs({ headline: 'Lena’s headline' })
  await page.unroute('**/document/operations')
  const alert = page.getByRole('alert')
  await alert.getByText(/saved page version \d+ while you were editing/).waitFor()
  await takePicture(page, 'content-conflict')
  await alert.getByRole('button', { name: 'See theirs' }).click()
  await stage.getByText('Lena’s headline').waitFor()
  await alert.getByRole('button', { name: 'Back to mine' }).click()
  await alert.getByRole('button', { name: 'Keep mine on top' }).click()
  await untilSaved(page)
  const { props } = (await here.acme.get(path)).body.blocks[0]
  assert.deepEqual(
    [props.headline, props.subheadline, props.eyebrow],
    ['Lena’s headline', 'Mine', 'From Lena'],
  )
})

test('blocks are dragged by the pointer and by keys; a revision is compared and restored', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, path, stage, complaints } = await openContent(t, here)
  const types = async () => (await here.acme.get(path)).body.blocks.map(({ type }: any) => type)
  const before = await types()
  const list = page.getByRole('list', { name: 'Blocks' })
  const grip = list.getByRole('button', { name: 'Move Logos' })
  await list.getByRole('button', { name: 'Logos', exact: true }).hover()
  const [from, to] = [await grip.boundingBox(), await list.getByRole('listitem').first().boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + 8, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 8, to.y + 6, { steps: 6 })
  await takePicture(page, 'content-drag')
  await page.mouse.up()
  await untilSaved(page)
  assert.equal((await types())[0], 'logos')
  await grip.focus()
  await page.keyboard.press('Space')
  await page.waitForTimeout(100)
  await page.keyboard.press('ArrowDown')
  await page.waitForTimeout(100)
  await page.keyboard.press('Space')
  await until('the block is moved', async () => (await types())[1] === 'logos')

  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: /^F? ?Page version 2/ }).click()
  await page.getByText('Viewing page version 2.').waitFor()
  await takePicture(page, 'content-history')
  await page.getByRole('button', { name: 'Restore page version 2' }).click()
  await page.getByText(/^Restored page version 2 as/).waitFor()
  assert.deepEqual(await types(), before)
  await stage.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(complaints, [])
})

test('pictures are uploaded in place, and the page is shown as an audience sees it', { skip }, async (t) => {
  const here = await world()
  const { page, path, stage } = await openContent(t, here)
  const list = page.getByRole('list', { name: 'Blocks' })
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
  await page
    .getByLabel('Upload an image: picture')
    .setInputFiles({ name: 'Lane.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByPlaceholder('Describe it for people who can’t see it').fill('A lane')
  await untilSaved(page)
  const { picture } = (await here.acme.get(path)).body.blocks[0].props
  assert.match(picture.assetId, /^asset_/)
  assert.equal(picture.alt, 'A lane')
  await here.acme.post(`${path}/operations`, {
    operations: [{ type: 'updateBlock', blockId: 'hero', props: { headline: 'Hello {{person.firstName}}' } }],
    sitting: 'theirs',
  })
  await stage.locator('.chip').waitFor()
  await page.getByRole('button', { name: 'Show as…' }).click()
  await page.getByRole('option', { name: /Amara/ }).click()
  await stage.getByRole('heading', { name: 'Hello Amara' }).waitFor()
})

test('axe finds no violations in light and dark; a phone has sheets; a read-only key changes nothing', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, complaints } = await openContent(t, here, { viewport: { width: 1440, height: 900 } })
  const list = page.getByRole('list', { name: 'Blocks' })
  await takePicture(page, 'content-start')
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.frameLocator('iframe').getByRole('toolbar').waitFor()
  await takePicture(page, 'content-chosen')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'content-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('/')
  await page.getByPlaceholder('Find a block').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1024, height: 768 })
  await takePicture(page, 'content-1024')
  const small = await openContent(t, here, phone)
  await small.page.getByRole('button', { name: 'Blocks' }).click()
  await small.page
    .getByRole('list', { name: 'Blocks' })
    .getByRole('button', { name: 'Hero', exact: true })
    .click()
  await takePicture(small.page, 'content-390-blocks')
  await small.page.getByRole('button', { name: 'Block', exact: true }).click()
  assert.deepEqual(await findBarriersInBothSchemes(small.page), [])
  await takePicture(small.page, 'content-390-block')
  const reader = await openContent(
    t,
    here,
    { viewport: { width: 1440, height: 900 } },
    await here.withScope(here.acme, 'read'),
  )
  await reader.page
    .getByRole('list', { name: 'Blocks' })
    .getByRole('button', { name: 'Hero', exact: true })
    .click()
  for (const name of ['Insert block', 'Undo', 'Move Hero'])
    assert.equal(await reader.page.getByRole('button', { name }).count(), 0, name)
  assert.deepEqual([...complaints, ...small.complaints, ...reader.complaints], [])
})

test('an audience’s page is edited in the same editor, and saving makes one draft version', {
  skip,
}, async (t) => {
  const here = await world()
  const { page, pageId, audienceId } = await openContent(t, here)
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
  const before = (await here.acme.get(`${audience}/versions`)).body.totalCount
  await page.goto(`/console/pages/${pageId}/audiences/${audienceId}/edit`)
  const list = page.getByRole('list', { name: 'Blocks' })
  await list.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Written by hand.')
  await page.frameLocator('iframe').getByText('Written by hand.').waitFor()
  await takePicture(page, 'content-draft')
  // A pause doesn't create a version; a reload keeps the unsaved text.
  await page.waitForTimeout(1_500)
  await page.reload()
  await page.frameLocator('iframe').getByText('Written by hand.').waitFor()
  assert.equal((await here.acme.get(`${audience}/versions`)).body.totalCount, before)
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await page.getByText(/^Saved as draft version/).waitFor()
  const { totalCount, items } = (await here.acme.get(`${audience}/versions`)).body
  assert.equal(totalCount, before + 1)
  const { blocks } = (await here.acme.get(`${audience}/versions/${items[0].versionId}/document`)).body
  assert.equal(blocks[0].props.subheadline, 'Written by hand.')
})
