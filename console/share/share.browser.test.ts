import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noBrowser } from '../../server/test/browser.ts'
import { eventually } from '../../server/test/eventually.ts'
import { newAudience, newLink, newPage, site } from '../../server/test/sites.ts'
import { world } from '../../server/test/world.ts'
import { pasted, watchCopies } from '../test/clipboard.ts'
import { enterKey, findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const skip = noBrowser

/** The social preview may be late when many tests render at once; the console shows the rest meanwhile. */
const ofConsole = (complaints: string[]) => complaints.filter((text) => !text.includes('503'))

test('a newcomer has a working link after at most ten clicks, and one undo reverts all of it', {
  skip,
  timeout: 180_000,
}, async (t) => {
  const here = await site()
  const { acme, get } = here
  const { page, complaints } = await openConsole(t, here, acme, { signedOut: true, at: '/pages' })
  await watchCopies(page)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }
  await enterKey(page, acme.key)
  await click(page.getByRole('button', { name: 'Sign in' }))
  await click(page.getByRole('button', { name: /Create (your first )?page/ }).first())
  const form = page.getByRole('dialog', { name: 'Create a page' })
  await click(form.getByRole('tab', { name: /^Templates/ }))
  // Visitors see the name, so the note that only the team sees it is missing.
  assert.equal(await form.getByText('Only your team sees it.').count(), 0)
  await form.getByLabel('Name', { exact: true }).fill('Warehouse light')
  await click(form.getByRole('button', { name: /^Create page/ }))
  await click(page.getByRole('button', { name: 'Finish later' }).last())
  const badge = page.locator('header').getByText('Not live', { exact: true })
  await badge.waitFor()
  await click(page.getByRole('button', { name: 'Publish and share' }))

  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'Publish and share' }).waitFor()
  await panel.getByText('free', { exact: true }).waitFor()
  assert.equal(await panel.getByRole('textbox', { name: 'Address' }).inputValue(), 'warehouse-light')
  // Open questions of the template are counted, with what visitors would see.
  await panel.getByText(/^\d+ questions are unanswered$/).waitFor()
  await takePicture(page, 'publish-and-share')
  const publish = panel.getByRole('button', { name: /^Publish and copy link/ })
  const headline = 'The same light. Half the bill.'
  await click(panel.getByRole('button', { name: 'Write it' }).first())
  await panel.getByLabel('Text', { exact: true }).first().fill(headline)
  // Publishing waits until texts are saved, even over a slow connection.
  const release = await holdSaving(page)
  await click(panel.getByRole('button', { name: 'Save', exact: true }))
  await eventually(async () => assert.equal(await publish.isEnabled(), false), 1_000)
  release()
  await eventually(async () => assert.equal(await publish.isEnabled(), true), 20_000)
  await click(publish)
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await pasted(page)
  assert.equal(new URL(link).pathname, '/warehouse-light')
  const visited = await get('/warehouse-light')
  assert.deepEqual([visited.status, visited.text.includes(headline)], [200, true])
  assert.ok(clicks <= 10, `${clicks} clicks`)
  await takePicture(page, 'published-and-shared')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })

  await page.keyboard.press('u')
  await page.getByText('Undone. Visitors see what they saw before.').waitFor()
  await eventually(async () => assert.equal((await get('/warehouse-light')).status, 404), 10_000)

  // Scheduled: it is published automatically, unless cancelled.
  await panel.getByRole('button', { name: 'Later' }).click()
  await panel.getByRole('button', { name: /^Schedule for / }).click()
  await panel.getByRole('heading', { name: /^Goes live / }).waitFor()
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/^Scheduled for /).waitFor()
  await takePicture(page, 'page-scheduled')
  const { items } = (await acme.get('/v0/pages/search')).body
  const { body: audiences } = await acme.get(`/v0/pages/${items[0].pageId}/audiences`)
  assert.equal(audiences.totalCount, 1)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await badge.waitFor()

  // Starting from an example takes no more clicks, including the one to sign in.
  clicks = 1
  await page.goto('/console/pages')
  await click(page.getByRole('button', { name: /^Create page/ }).first())
  const pictures = form.getByRole('list', { name: 'Examples' }).locator('img')
  await eventually(async () => assert.equal(await pictures.count(), 12), 10_000)
  await click(form.getByRole('button', { name: /^Solar/ }))
  await click(form.getByRole('button', { name: /^Use this example/ }))
  await click(page.getByRole('button', { name: 'Finish later' }).last())
  await click(page.getByRole('button', { name: /^Publish and share/ }))
  await click(panel.getByRole('button', { name: 'Publish with the example’s facts' }))
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal((await get(new URL(await pasted(page)).pathname)).status, 200)
  assert.ok(clicks <= 10, `${clicks} clicks`)
  assert.deepEqual(ofConsole(complaints), [])
})

/** Blocks saving the page until the returned function is called. */
async function holdSaving(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/v0\/pages\/[^/]+\/document$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('pages of a company and of a person are published, protected and shared from their lists under distinct addresses', {
  skip,
  timeout: 180_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await newPage(acme, 'Keep it cold', { title: 'Cold chain', name: 'Cold chain' })
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'tern.example', name: 'Tern Foods' })).body
  const other = (await acme.post('/v0/accounts', { domain: 'meridian.example', name: 'Meridian' })).body
  const meridian = await newAudience(acme, pageId, { accountId: other.accountId })
  await newLink(acme, '/meridian', meridian.audienceId)
  const { personId } = (await acme.post('/v0/persons', { name: 'Priya Nair', accountId })).body
  const tern = await newAudience(acme, pageId, { accountId, publish: false })
  const priya = await newAudience(acme, pageId, { personId })
  const { page, complaints } = await openConsole(t, here, acme, {
    at: `/accounts/${accountId}`,
    viewport: { width: 1440, height: 900 },
  })
  await watchCopies(page)
  const panel = page.getByRole('dialog')

  // From the account, without adding a link first.
  await page.getByRole('button', { name: /^Publish ?: Cold chain, Tern Foods/ }).click()
  await panel.getByText('free', { exact: true }).waitFor()
  const address = panel.getByRole('textbox', { name: 'Address' })
  assert.equal(await address.inputValue(), 'tern-foods')
  await address.fill('meridian')
  await panel.getByText('taken', { exact: true }).waitFor()
  assert.equal(await panel.getByRole('button', { name: /^Publish and copy/ }).isEnabled(), false)
  await panel.getByRole('button', { name: 'Use /meridian-2' }).click()
  await address.fill('tern')
  await panel.getByText('Made for this account. Everybody who has the address can open it.').waitFor()
  const protection = panel.getByRole('combobox', { name: 'Protection' })
  const withPassword = 'Everybody who has the address and the password can open it.'
  await protection.click()
  await page.getByRole('option', { name: 'Password' }).click()
  await panel.getByText(`Made for this account. ${withPassword}`).waitFor()
  await panel.getByRole('combobox', { name: 'Closes' }).click()
  await page.getByRole('option', { name: 'In 30 days' }).click()
  const password = await panel.getByRole('textbox', { name: 'Password' }).inputValue()
  assert.ok(password.length >= 12)
  // Without a password, the address would be open to everybody.
  await panel.getByRole('textbox', { name: 'Password' }).fill('')
  const publish = panel.getByRole('button', { name: /^Publish and copy/ })
  await eventually(async () => assert.equal(await publish.isEnabled(), false), 5_000)
  await panel.getByRole('textbox', { name: 'Password' }).fill(password)
  await takePicture(page, 'share-protected')
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(new URL(await pasted(page)).pathname, '/tern')
  await panel.getByText('password', { exact: true }).waitFor()
  await takePicture(page, 'share-done')
  const gate = (await acme.get(`/v0/standings/audiences?audienceId=${tern.audienceId}`)).body.items[0]
  assert.deepEqual([gate.state, gate.protection], ['liveLockedUntil', 'password'])
  await page.keyboard.press('Escape')
  await page
    .getByText(/^Live, password, until/)
    .first()
    .waitFor()

  // The list of audiences shows the address of each.
  await page.goto(`/console/pages/${pageId}`)
  const row = page.getByRole('row', { name: /Priya Nair/ })
  await row.getByText(/^Live, password/).waitFor()
  await row.getByRole('button', { name: /^Copy link/ }).click()
  await page.getByText('Link copied').waitFor()
  const path = `/tern/priya-nair/${priya.personRouteKey}`
  assert.equal(new URL(await pasted(page)).pathname, path)
  assert.equal(await page.getByText('/meridian/').count(), 0)
  await takePicture(page, 'audiences-status')

  await page.getByRole('button', { name: 'Actions for Priya Nair' }).click()
  await page.getByRole('menuitem', { name: 'Publish and share' }).click()
  await panel.getByText(/^Stands below the address of their company/).waitFor()
  await panel.getByText(`Made for this person. ${withPassword}`).waitFor()
  await panel.getByRole('button', { name: 'Own address' }).click()
  await panel.getByText(/^Made for this person\. The address holds a key/).waitFor()
  await address.fill('priya')
  await panel.getByText('Made for this person. Everybody who has the address can open it.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Priya Nair' }).click()
  await page.getByRole('menuitem', { name: 'Publish and share' }).click()
  await panel.getByText(/^Stands below the address of their company/).waitFor()
  await panel.getByRole('button', { name: /^Copy link/ }).click()
  await panel.getByRole('button', { name: 'Copy for e-mail' }).click()
  await panel.getByRole('button', { name: 'Copied' }).last().waitFor()
  // “Copied” may still be the label of the first button.
  await eventually(async () => assert.match(await pasted(page, 'text/html'), /href=/))
  const html = await pasted(page, 'text/html')
  // An image would reveal the protected page.
  assert.equal(html.match(new RegExp(`href="[^"]*${path}"`, 'g'))?.length, 1)
  assert.match(await pasted(page), /^Cold chain\nhttp/)
  await panel.getByRole('img', { name: /^QR code of/ }).waitFor()
  for (const [name, start] of [
    ['SVG', '<svg'],
    ['PNG', '\x89PNG'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name }).click(),
    ])
    assert.equal(file.suggestedFilename(), `Priya-Nair-Tern-Foods-qr.${name.toLowerCase()}`)
    assert.ok((await readFile(await file.path())).toString('latin1').startsWith(start))
  }
  await page.setViewportSize(phone.viewport)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'share-done-phone')
  assert.deepEqual(ofConsole(complaints), [])
})

test('misspelt words of an English page are listed, fixed and ignored; only the spelling worker may run WebAssembly', {
  skip,
  timeout: 180_000,
}, async (t) => {
  const here = await world()
  const { acme } = here
  const body =
    'We recieve your orders within a day and keep them seperate from all others. Our luminaires use half the power, ' +
    'and Oostzee saves as much. Every morning your team sees what arrived, what is late, and what to do about it.'
  const pageId = await newPage(acme, 'Orders', { name: 'Orders' })
  const german =
    'Wir nehmen Ihre Bestellungen innerhalb eines Tages an und halten sie von allen anderen getrennt. Jeden Morgen sieht ' +
    'Ihr Team, was angekommen ist, was sich verspätet und was als Nächstes zu tun ist. Das spart Zeit und Ärger im Alltag.'
  const write = (text: string) =>
    acme.put(`/v0/pages/${pageId}/document`, {
      theme: {},
      blocks: [{ id: 'words', type: 'text', props: { body: text }, sources: [] }],
    })
  assert.equal((await write(body)).status, 200)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}`, spelling: true })
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Publish and share' }).click()
  await panel.getByText('3 words may be misspelt').waitFor({ timeout: 60_000 })
  const line = (word: string) =>
    panel
      .getByRole('listitem')
      .filter({ hasText: `${word}` })
      .last()
  assert.match(await line('recieve').innerText(), /recieve\s+receive/)
  await takePicture(page, 'spelling')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  // The smallest WebAssembly module: magic number and version.
  const compiled = await page.evaluate(`
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => 'compiled', (error) => error.name)`)
  assert.equal(compiled, 'CompileError')

  const textNow = async () =>
    (await acme.get(`/v0/pages/${pageId}/document`)).body.blocks[0].props.body as string
  await line('recieve').getByRole('button', { name: 'Fix' }).click()
  await panel.getByText('2 words may be misspelt').waitFor()
  assert.equal(await textNow(), body.replace('recieve', 'receive'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText('3 words may be misspelt').waitFor()
  assert.equal(await textNow(), body)
  await line('luminaires').getByRole('button', { name: 'Ignore' }).click()
  await panel.getByText('2 words may be misspelt').waitFor()
  assert.deepEqual((await acme.get('/v0/dictionary')).body.words, ['luminaires'])

  assert.equal((await write(german)).status, 200)
  await page.reload()
  await page.getByRole('button', { name: 'Publish and share' }).click()
  await panel.getByText('links').first().waitFor()
  assert.equal(await panel.getByText(/misspelt|spelling/i).count(), 0)
  assert.deepEqual(
    complaints.filter((text) => !/WebAssembly/.test(text)),
    [],
  )
})
