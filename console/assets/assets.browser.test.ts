import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import type { Client } from '../../server/test/client.ts'
import { eventually } from '../../server/test/eventually.ts'
import { createAsset } from '../../server/test/files.ts'
import { png } from '../../server/test/images.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

async function namesOf(client: Client, state: string): Promise<string[]> {
  const { items } = (await client.get(`/v0/assets?state=${state}`)).body
  return items.map(({ name }: { name: string }) => name).sort()
}

test('files are uploaded by button or drop, each with its own outcome', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { page, complaints } = await openConsole(t, here, acme, { at: '/assets' })
  await page.getByText('No assets yet').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  const buffer = await png(60, 40)
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'team photo.png', mimeType: 'image/png', buffer },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nJane\n') },
  ])
  const tray = page.getByRole('region', { name: 'Uploads' })
  await tray.getByText('2 of 3 failed').waitFor()
  const failures = await tray.getByRole('alert').allInnerTexts()
  assert.equal(failures.length, 2)
  assert.ok(failures.some((why) => why.startsWith('Spreadsheets can’t be assets')))
  assert.ok(failures.some((why) => why.startsWith('Unsupported file type')))
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: /^team photo/ }).waitFor()
  assert.deepEqual(await namesOf(acme, 'active'), ['team photo'])

  await tray.getByRole('button', { name: 'Clear' }).click()
  await dropFile(page, 'dropped.png', buffer)
  await tray.getByText('1 uploaded').waitFor()
  await page.getByRole('button', { name: /^dropped/ }).waitFor()
  await page.getByText('2 assets').waitFor()
  assert.deepEqual(await namesOf(acme, 'active'), ['dropped', 'team photo'])
  assert.deepEqual(
    complaints.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  )
})

/** Simulates dropping a file from a file manager. */
async function dropFile(page: import('playwright-core').Page, name: string, bytes: Buffer) {
  const transfer = await page.evaluateHandle(
    ({ name, base64 }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: 'image/png' }))
      return transfer
    },
    { name, base64: bytes.toString('base64') },
  )
  const heading = page.getByRole('heading', { name: 'Assets', level: 1 })
  await heading.dispatchEvent('dragenter', { dataTransfer: transfer })
  await page.getByText('Drop to upload').waitFor()
  await heading.dispatchEvent('drop', { dataTransfer: transfer })
  await page.getByText('Drop to upload').waitFor({ state: 'detached' })
}

test('an asset is found, described, hidden and found again among the hidden', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { assetId, data } = await createAsset(acme, { name: 'Harbour at dawn' })
  await createAsset(acme, { name: 'Team', fileId: data.fileId })
  const { page, complaints } = await openConsole(t, here, acme, { at: '/assets?query=harbour' })
  await page.getByRole('button', { name: /^Harbour at dawn/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Name').fill('Harbour')
  await panel.getByLabel('Purpose').fill('Hero of the spring pages')
  await panel.getByLabel('Tags').fill('sea')
  await page.keyboard.press('Enter')
  await panel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Logo' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const saved = (await acme.get(`/v0/assets/${assetId}`)).body
  assert.deepEqual(
    [saved.name, saved.purpose, saved.tags, saved.data.type],
    ['Harbour', 'Hero of the spring pages', ['sea'], 'logo'],
  )
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await panel.getByRole('switch', { name: /Hidden/ }).click()
  await page.goBack()
  await page.getByText('No matching assets').waitFor()
  await page.getByRole('tab', { name: 'Hidden' }).click()
  await page.getByRole('button', { name: /^Harbour/ }).waitFor()
  assert.equal(new URL(page.url()).search, '?query=harbour&state=hidden')
  assert.deepEqual(complaints, [])
})

test('only keys with `publish` can move the focal point; others see the reason', options, async (t) => {
  const here = await world()
  await createAsset(here.acme, { name: 'Team' })
  for (const scope of ['write', 'publish'] as const) {
    const client = await here.withScope(here.acme, scope)
    const { page, complaints } = await openConsole(t, here, client, { at: '/assets' })
    await page.getByRole('button', { name: /^Team/ }).click()
    const group = page.getByRole('group', { name: 'Focal point' })
    await group.waitFor()
    const mayPublish = scope === 'publish'
    assert.equal(await group.getByLabel('From the left').isEnabled(), mayPublish)
    assert.equal(await group.getByLabel('Choose the focal point on the image').isEnabled(), mayPublish)
    assert.equal(await group.getByText(/it requires the publish scope/).count(), mayPublish ? 0 : 1)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    assert.deepEqual(complaints, [])
  }
})

test('an asset in the trash can be restored until it is deleted permanently', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { data } = await createAsset(acme, { name: 'One' })
  for (const name of ['Two', 'Three']) await createAsset(acme, { name, fileId: data.fileId })
  const { page, complaints } = await openConsole(t, here, acme, { at: '/assets' })
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await card('Three').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await card('Two').evaluate((element) => element === document.activeElement), true)
  await page.keyboard.press('Delete')
  await page.getByText('Two moved to trash').waitFor()
  await card('Two').waitFor({ state: 'detached' })
  assert.deepEqual(await namesOf(acme, 'trashed'), ['Two'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await card('Two').waitFor()
  await eventually(async () => assert.deepEqual(await namesOf(acme, 'trashed'), []), 5_000)

  for (const name of ['One', 'Two']) {
    await card(name).click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await card(name).waitFor({ state: 'detached' })
  }
  await page.getByRole('tab', { name: 'Trash' }).click()
  await card('One').hover()
  await page.getByRole('button', { name: 'Restore One' }).click()
  await card('One').waitFor({ state: 'detached' })
  await card('Two').hover()
  await page.getByRole('button', { name: 'Delete Two for good' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Two for good?' })
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('The trash is empty').waitFor()
  // The screen doesn't wait for the response.
  await eventually(async () => {
    assert.deepEqual(await namesOf(acme, 'active'), ['One', 'Three'])
    assert.deepEqual(await namesOf(acme, 'trashed'), [])
  }, 5_000)
  assert.deepEqual(complaints, [])
})

test('the grid of assets fits a phone and loads more assets on scrolling', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { data } = await createAsset(acme, { name: 'Picture 0' })
  for (let i = 1; i <= 60; i++) await createAsset(acme, { name: `Picture ${i}`, fileId: data.fileId })
  const { page, complaints } = await openConsole(t, here, acme, { at: '/assets', ...phone })
  await page.getByText('61 assets').waitFor()
  await page.getByRole('button', { name: /^Picture 60/ }).waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing sticks out')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'assets-phone')
  await page.getByRole('button', { name: /^Picture 60/ }).focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: /^Picture 10/ }).waitFor({ state: 'attached' })
  await page.keyboard.press('End')
  await page.getByRole('button', { name: /^Picture 0/ }).waitFor()
  assert.ok(
    (await page.getByRole('button', { name: /^Picture/ }).count()) < 40,
    'only what is in sight is drawn',
  )
  assert.deepEqual(complaints, [])
})
