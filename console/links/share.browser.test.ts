import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually, newAudience, newLink, newPage } from '../../server/test/sites.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'

const skip = noBrowser

test('a page is sent as a link, as part of an e-mail and as a QR code; a person’s address is told from the page’s', {
  skip,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await newPage(acme, 'Keep it cold', { title: 'Cold chain' })
  const everyone = await newAudience(acme, pageId)
  await newLink(acme, '/cold', everyone.audienceId)
  const { personId } = (await acme.post('/v0/persons', { name: 'Priya Nair' })).body
  const priya = await newAudience(acme, pageId, { personId })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const pasted = async (type: string) =>
    String(
      await page.evaluate(
        `navigator.clipboard.read().then(([item]) => item.getType('${type}')).then((blob) => blob.text())`,
      ),
    )
  await page.getByRole('button', { name: 'Actions for Priya Nair' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const panel = page.getByRole('dialog', { name: 'Share' })
  await panel.getByText(/^A personal address\./).waitFor()
  await panel.getByRole('button', { name: 'Copy link' }).click()
  const path = `/cold/priya-nair/${priya.personRouteKey}`
  assert.equal(new URL(await pasted('text/plain')).pathname, path)

  await panel.getByRole('button', { name: 'Copy for e-mail' }).click()
  await panel.getByRole('button', { name: 'Copied' }).last().waitFor()
  const html = await pasted('text/html')
  assert.equal(html.match(new RegExp(`href="[^"]*${path}"`, 'g'))?.length, 2)
  assert.match(html, /<img src="[^"]*\/_s\/og\/[^"]*\.png"/)
  assert.match(await pasted('text/plain'), /^Cold chain\nhttp/)
  const picture = panel.getByRole('img', { name: /Keep it cold/ })
  await picture.waitFor()
  await eventually(
    async () =>
      assert.equal(
        await picture.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth),
        1_200,
      ),
    10_000,
  )

  await panel.getByRole('img', { name: /^QR code of/ }).waitFor()
  await takePicture(page, 'share')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'share-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [name, start] of [
    ['SVG', '<svg'],
    ['PNG', '\x89PNG'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name }).click(),
    ])
    assert.equal(file.suggestedFilename(), `Priya-Nair-qr.${name.toLowerCase()}`)
    const bytes = await readFile(await file.path())
    assert.ok(bytes.toString('latin1').startsWith(start))
  }
  await page.keyboard.press('Escape')

  // The page's own address, in the list of its links, and names with links for a mail merge.
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByText('Public', { exact: true }).waitFor()
  await takePicture(page, 'links-tab')
  await page.getByRole('button', { name: 'Share /cold' }).click()
  await panel.getByText(/^The page’s public address\./).waitFor()
  await page.keyboard.press('Escape')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export names and links' }).click(),
  ])
  assert.match(await readFile(await file.path(), 'utf8'), new RegExp(`Priya Nair,.*${path}`))
  assert.deepEqual(complaints, [])
})
