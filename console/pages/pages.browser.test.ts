import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueLink } from '../../server/console/links.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { enterKey, findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

type Poster = { post: (path: string, body: unknown) => Promise<{ body: any }> }

async function somePages(client: Poster, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names)
    ids.push((await client.post('/v0/pages', { name, pageType: 'outbound' })).body.pageId)
  return ids
}

test('a user without a session signs in with a key and lands on the requested screen', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'Spring outreach')
  const { page, complaints } = await openConsole(t, here, here.acme, {
    signedOut: true,
    at: '/pages?query=spring',
  })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])

  await enterKey(page, 'foyer_wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No workspace has this key').waitFor()
  // The rejected request is expected.
  complaints.length = 0
  await enterKey(page, here.acme.key)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
  assert.equal(new URL(page.url()).search, '?query=spring')
  assert.equal(
    await page.evaluate(
      (key) => JSON.stringify({ ...localStorage, ...sessionStorage, c: document.cookie }).includes(key),
      here.acme.key,
    ),
    false,
  )

  await page.getByRole('button', { name: /sign out$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto('/console/pages')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('pages are searched by words and filtered by status, and the URL contains both', options, async (t) => {
  const here = await world()
  const [live] = await somePages(here.acme, 'Berlin fair', 'Spring outreach', 'Spring renewals')
  await here.acme.post(`/v0/pages/${live}/publish`, {})
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
  await page.getByRole('link', { name: 'Berlin fair' }).waitFor()
  assert.deepEqual(await page.getByRole('gridcell').getByRole('link').allTextContents(), [
    'Spring renewals',
    'Spring outreach',
    'Berlin fair',
  ])
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'pages')

  await page.keyboard.press('/')
  await page.keyboard.type('spring')
  await page.getByText('2 pages').waitFor()
  await page.waitForURL((url) => url.search === '?query=spring')
  await page.keyboard.press('Escape')
  await page.getByText('3 pages').waitFor()
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'Live', exact: true }).click()
  await page.getByText('1 page', { exact: true }).waitFor()
  assert.equal(new URL(page.url()).search, '?status=published')
  await page.reload()
  await page.getByRole('link', { name: 'Berlin fair' }).waitFor()
  await page.getByRole('button', { name: 'Show every status' }).click()
  await page.getByText('3 pages').waitFor()
  assert.deepEqual(complaints, [])
})

test('a page is created from a visible template, by keyboard alone', options, async (t) => {
  const here = await world()
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
  await page.getByRole('button', { name: 'Create your first page' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Create a page' })
  await panel.getByRole('tab', { name: /^Start from an example/ }).focus()
  await page.keyboard.press('ArrowRight')
  await panel
    .frameLocator('iframe')
    .getByRole('heading', { name: /Acme Robotics/ })
    .first()
    .waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'create-page')

  await page.keyboard.press('Control+Enter')
  const name = panel.getByRole('textbox', { name: 'Name' })
  await panel.getByText('Fill this in.').waitFor()
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  complaints.length = 0
  await name.fill('Field notes')
  await page.keyboard.press('Tab')
  // Held until it takes effect: the choice follows the focus only while the key is down.
  await page.keyboard.down('ArrowDown')
  await page.getByRole('radio', { name: 'Inbound' }).and(page.locator('[aria-checked=true]')).waitFor()
  await page.keyboard.up('ArrowDown')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Make it yours' }).getByText('1 of 8').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Field notes' }).waitFor()
  const { items } = (await here.acme.get('/v0/pages')).body
  assert.deepEqual(
    items.map(({ name, pageType }: any) => [name, pageType]),
    [['Field notes', 'inbound']],
  )
  assert.deepEqual(complaints, [])
})

test('rows are navigated with arrow keys and opened with Enter', options, async (t) => {
  const here = await world()
  const ids = await somePages(here.acme, 'First', 'Second', 'Third')
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
  const row = (name: string) => page.getByRole('row', { name })
  await row('Third').focus()
  // Within one frame: every key of a quick sequence counts.
  await page.evaluate(() => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await row('Second').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  assert.ok(page.url().endsWith(`/console/pages/${ids[1]}`))
  await page.goBack()
  await row('Third').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  assert.deepEqual(complaints, [])
})

test(
  'a page is published, archived and deleted from its row, and restored after its removal',
  options,
  async (t) => {
    const here = await world()
    const [pageId] = await somePages(here.acme, 'Spring outreach')
    const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
    const choose = async (what: string) => {
      await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    const undo = async (said: string) => {
      const notice = page.getByRole('listitem').filter({ hasText: said })
      await notice.getByRole('button', { name: 'Undo' }).click()
      // A closing notice restores the focus, which would close a menu opened meanwhile.
      await notice.waitFor({ state: 'detached' })
    }
    const status = async () => (await here.acme.get(`/v0/pages/${pageId}`)).body.status
    await choose('Publish and share')
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
    await panel.getByRole('button', { name: 'Done' }).click()
    const live = page.getByRole('gridcell', { name: 'Live', exact: true })
    await live.waitFor()
    assert.equal(await status(), 'published')
    await choose('Take offline')
    await page.getByRole('gridcell', { name: 'Offline' }).waitFor()
    assert.equal(await status(), 'archived')
    await undo('outreach taken offline')
    await live.waitFor()
    assert.equal(await status(), 'published')
    await choose('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete page' }).click()
    await page.getByText('No pages yet').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await undo('outreach deleted')
    await live.waitFor()
    assert.equal(await status(), 'published')
    assert.deepEqual(complaints, [])
  },
)

test('the list of pages offers no actions that the scopes of the key exclude', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'Spring outreach')
  const reader = await here.withScope(here.acme, 'read')
  const { page, complaints } = await openConsole(t, here, reader, { at: '/pages' })
  await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create page' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: /^Actions for/ }).count(), 0)
  await page.keyboard.press('c')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Pages' }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'Create a page' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('⌘K finds pages and goes to them', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'Spring outreach', 'Berlin fair')
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
  await page.getByRole('link', { name: 'Berlin fair' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.keyboard.type('spr')
  await page.getByRole('option', { name: 'Spring outreach' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Spring outreach' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the list of pages works on a phone and in a right-to-left layout', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'A page whose name is far too long for the width of any phone that people carry')
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages', ...phone })
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), dir)
    await page.getByRole('row').nth(1).waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.equal(overflow, 0, dir)
    await takePicture(page, `pages-phone-${dir}`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Pages' }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('Escape')
  }
  assert.deepEqual(complaints, [])
})

test('a long list loads on scrolling, and only visible rows are rendered', options, async (t) => {
  const here = await world()
  const names = Array.from({ length: 130 }, (_, i) => `Page ${i + 1}`)
  await somePages(here.acme, ...names)
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/pages' })
  await page.getByRole('row', { name: 'Page 130' }).focus()
  assert.ok((await page.getByRole('row').count()) < 60)
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('End')
    if ((await page.getByRole('row', { name: / Page 1 Not live/ }).count()) > 0) break
    await page.waitForTimeout(100)
  }
  await page.getByRole('row', { name: / Page 1 Not live/ }).waitFor()
  assert.ok((await page.getByRole('row').count()) < 60)
  assert.deepEqual(complaints, [])
})

test(
  'a user whose key was revoked is asked to sign in, and returns to the same place',
  options,
  async (t) => {
    const here = await world()
    await somePages(here.acme, 'Spring outreach')
    const writer = await here.withScope(here.acme, 'write')
    const { keyId } = (await writer.get('/v0/me')).body
    const { page } = await openConsole(t, here, writer, { at: '/pages' })
    await page.getByRole('searchbox').fill('spring')
    await page.waitForURL('**/console/pages?query=spring')
    await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
    // The window notices the revoked key without an action.
    await here.acme.delete(`/v0/api_keys/${keyId}`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await enterKey(page, here.acme.key)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
    assert.equal(new URL(page.url()).search, '?query=spring')
  },
)

test('a one-time link signs in once, and its code does not stay in the address', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'Spring outreach')
  const { keyId } = (await here.acme.get('/v0/me')).body
  const at = new URL(
    await here.db.inTransaction((tx) => issueLink(tx, here.baseUrl, here.acme.tenantId, keyId)),
  )
  const { page, complaints } = await openConsole(t, here, here.acme, {
    signedOut: true,
    at: `${at.pathname.replace('/console', '')}${at.hash}`,
  })
  await page.waitForURL('**/console/home')
  assert.deepEqual(complaints, [])
  const second = await openConsole(t, here, here.acme, {
    signedOut: true,
    at: `${at.pathname.replace('/console', '')}${at.hash}`,
  })
  await second.page.getByRole('alert').getByText('This link has been used').waitFor()
})

test('a list that failed to load is requested again automatically', options, async (t) => {
  const here = await world()
  await somePages(here.acme, 'Spring outreach')
  const { page } = await openConsole(t, here, here.acme, { at: '/sign-in' })
  await page.route('**/v0/pages/search**', (route) => route.abort())
  await page.goto('/console/pages')
  await page.getByText('Foyer can’t be reached').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.unroute('**/v0/pages/search**')
  await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
})
