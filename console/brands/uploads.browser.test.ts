import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { png } from '../../server/test/images.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'

test('the logo and the icon of a brand are uploaded where they are chosen', {
  skip: noBrowser,
  timeout: 120_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}?tab=settings` })
  const look = page.getByRole('region', { name: 'Appearance' })
  await look.getByRole('button', { name: 'Add brand' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a brand' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Night')
  const upload = (label: string, name: string, mimeType: string, buffer: Buffer) =>
    panel.getByLabel(`Upload an image: ${label}`, { exact: true }).setInputFiles({ name, mimeType, buffer })

  await upload('logo', 'people.csv', 'image/png', Buffer.from('name\nJane\n'))
  await page.getByText('Logo was not uploaded').waitFor()
  await upload('logo', 'night-logo.png', 'image/png', await png(240, 60))
  await panel.getByRole('button', { name: /^Logo.*night-logo/ }).waitFor()
  await upload('favicon', 'night-icon.png', 'image/png', await png(64, 64))
  await panel.getByRole('button', { name: /^Favicon.*night-icon/ }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'brand-uploads')
  await panel.getByRole('button', { name: 'Add brand' }).click()
  await look.getByRole('radio', { name: /Night/ }).waitFor()

  const { items } = (await acme.get('/v0/brands')).body
  const { logoAssetId, faviconAssetId } = items.find(({ name }: { name: string }) => name === 'Night')
  for (const [assetId, name] of [
    [logoAssetId, 'night-logo'],
    [faviconAssetId, 'night-icon'],
  ]) {
    const asset = (await acme.get(`/v0/assets/${assetId}`)).body
    assert.deepEqual([asset.name, asset.data.type], [name, 'logo'])
  }
  assert.deepEqual(
    complaints.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  )
})
