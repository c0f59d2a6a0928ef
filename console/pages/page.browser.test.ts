import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { openSite } from '../../server/test/visits.ts'
import { world } from '../../server/test/world.ts'
import { pasted, watchCopies } from '../test/clipboard.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'
import { onePage, pastVisits, someAudiences } from '../test/pages.ts'

const options = { skip: noBrowser, timeout: 180_000 }

test('an audience is added for a person, found by search, archived and restored', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  await acme.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' })
  await acme.post('/v0/persons', { name: 'Jane Doe', email: 'jane@initech.example' })
  const [audienceId] = await someAudiences(acme, pageId, 'Spring fair')
  await acme.post('/v0/page_links', { path: '/spring', target: { targetType: 'audience', audienceId } })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  await page.getByRole('button', { name: /^Add audience/ }).click()
  const panel = page.getByRole('dialog', { name: 'Add an audience' })
  await panel.getByRole('button', { name: /^Add audience/ }).click()
  await panel.getByText('Choose who this page is for.').waitFor()
  await panel
    .getByRole('button', { name: /^Person/ })
    .last()
    .click()
  await page.getByPlaceholder('Name or e-mail address').fill('jane')
  await page.getByRole('option', { name: /Jane Doe/ }).click()
  assert.equal(await panel.getByText('Choose who this page is for.').count(), 0)
  await panel.getByLabel(/^Additional context/).fill('Met at the fair.')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'page-add-audience')
  await panel.getByRole('button', { name: /^Add audience/ }).click()
  await page.getByRole('row', { name: /Jane Doe · Initech/ }).waitFor()
  // The action of the notice only makes sense on this screen, and the notice could cover a button on others.
  const notice = page.getByText(/^Audience .* added$/)
  await notice.waitFor()
  await page.getByRole('link', { name: /^Jane Doe/ }).click()
  await notice.waitFor({ state: 'detached', timeout: 4_000 })
  await page.goBack()
  const { items } = (await acme.get(`/v0/pages/${pageId}/audiences`)).body
  assert.deepEqual(
    items.map(({ effectiveName, supplementaryContext }: any) => [effectiveName, supplementaryContext]),
    [
      ['Jane Doe · Initech', 'Met at the fair.'],
      ['Spring fair', null],
    ],
  )

  await page.getByRole('searchbox', { name: 'Search audiences' }).fill('initech')
  await page.getByRole('row', { name: /Spring fair/ }).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '?query=initech')
  await page.getByRole('searchbox', { name: 'Search audiences' }).fill('')
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Spring fair' }).click()
  await page.getByRole('menuitem', { name: 'Take offline' }).click()
  await page.getByRole('row', { name: /Spring fair/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 2)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'page-audiences-people')
  await page.getByRole('row', { name: /Spring fair/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/audiences\/audience_/)
  assert.deepEqual(complaints, [])
})

test('a path is linked to an audience, shows its errors, and can be removed', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const [audienceId] = await someAudiences(acme, pageId, 'Spring fair')
  await acme.post('/v0/page_links', { path: '/taken', target: { targetType: 'audience', audienceId } })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}?tab=links` })
  await page.getByRole('row', { name: /\/taken/ }).waitFor()
  await page.getByRole('button', { name: /^Add link/ }).click()
  const panel = page.getByRole('dialog', { name: 'Add a link' })
  await panel.getByLabel('Path').fill('/taken')
  await panel.getByRole('button', { name: /^Shows/ }).click()
  await page.getByRole('option', { name: /Spring fair/ }).click()
  await panel.getByRole('button', { name: /^Add link/ }).click()
  await panel.getByText('Is already in use; choose another path.').waitFor()
  await panel.getByLabel('Path').fill('/_mine')
  await panel.getByRole('button', { name: /^Add link/ }).click()
  await panel.getByText('Is reserved.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  // The rejected requests are expected.
  complaints.length = 0
  await panel.getByLabel('Path').fill('/spring fair/')
  await panel.getByRole('button', { name: /^Add link/ }).click()
  await page.getByRole('row', { name: /\/spring fair/ }).waitFor()
  const paths = async () =>
    (await acme.get(`/v0/page_links?pageId=${pageId}`)).body.items.map(({ path }: any) => path)
  assert.deepEqual(await paths(), ['/spring%20fair', '/taken'])
  await page.getByRole('button', { name: 'Actions for /taken' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('row', { name: /\/taken/ }).waitFor({ state: 'detached' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  assert.deepEqual(await paths(), ['/spring%20fair'])
  await undo.click()
  await page.getByRole('row', { name: /\/taken/ }).waitFor()
  assert.deepEqual((await paths()).toSorted(), ['/spring%20fair', '/taken'])
  await takePicture(page, 'page-links')
  assert.deepEqual(complaints, [])
})

test('a new page gets its first link and its first people without a detour', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('button', { name: /^Add link/ }).click()
  const panel = page.getByRole('dialog', { name: 'Add a link' })
  await panel.getByLabel('Path').fill('/spring')
  await panel.getByRole('button', { name: /^Shows/ }).click()
  await page.getByRole('option', { name: 'New audience for everyone' }).click()
  await panel.getByRole('button', { name: /^Shows Everyone/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /\/spring/ }).waitFor()

  await page.getByRole('tab', { name: 'Audiences' }).click()
  const add = page.getByRole('dialog', { name: 'Add an audience' })
  const choose = async (field: RegExp, find: string, text: string, option: string) => {
    await add.getByRole('button', { name: field }).click()
    await page.getByPlaceholder(find).fill(text)
    await page.getByRole('option', { name: option }).click()
    await add.getByText(text, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: /^Add audience/ }).click()
  await choose(/^Person/, 'Name or e-mail address', 'Petra', 'Add person Petra')
  await add.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual((await acme.get('/v0/persons')).body.items, [], 'cancelled, so nobody was added')
  await page.getByRole('button', { name: /^Add audience/ }).click()
  await choose(/^Person/, 'Name or e-mail address', 'jane@initech.example', 'Add person jane@initech.example')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /jane@initech.example/ }).waitFor()
  await page.getByRole('button', { name: /^Add audience/ }).click()
  await add.getByRole('radio', { name: 'Company' }).click()
  await add.getByRole('button', { name: /^Company/ }).click()
  await page.getByPlaceholder('Name or domain').fill('Vandelay Ltd.')
  await page.getByText('No results. Add it by its domain, such as acme.com.').waitFor()
  await page.keyboard.press('Escape')
  await add.getByRole('button', { name: /^Company/ }).click()
  await page.getByPlaceholder('Name or domain').fill('art-vandelay.example')
  await page.getByRole('option', { name: 'Add company art-vandelay.example' }).click()
  const name = page.getByLabel('Company name')
  assert.equal(await name.inputValue(), 'Art Vandelay')
  await takePicture(page, 'page-add-company')
  await name.fill('Vandelay Imports')
  await page.keyboard.press('Enter')
  await add.getByText('Vandelay Imports', { exact: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('row', { name: /Vandelay Imports/ }).waitFor()
  const [company] = (await acme.get('/v0/accounts')).body.items
  assert.deepEqual([company.domain, company.name], ['art-vandelay.example', 'Vandelay Imports'])

  // The address below the link is listed, too.
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('button', { name: 'People 1' }).click()
  await page.getByRole('row', { name: /\/spring\/.*jane@initech.example/ }).waitFor()
  await page.getByRole('button', { name: 'Links 1' }).click()
  await page.getByRole('row', { name: /\/spring/ }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a page is published, archived and restored from its own screen', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const [audienceId] = await someAudiences(acme, pageId, 'Spring fair')
  await acme.post('/v0/page_links', { path: '/spring', target: { targetType: 'audience', audienceId } })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await watchCopies(page)
  await page.getByText('Nobody can open it yet.').waitFor()
  await page.getByRole('button', { name: 'Publish and share' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Publish and copy link/ }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
  const open = page.getByRole('link', { name: 'Open page' })
  assert.match((await open.getAttribute('href')) ?? '', /^http:\/\/[^/]+\/spring$/)
  await page.getByRole('button', { name: 'Actions for Spring fair' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Link copied').last().waitFor()
  const copied = await pasted(page)
  assert.equal(copied, await open.getAttribute('href'))
  const { pathname } = new URL(copied)
  assert.equal((await openSite(here, acme).ask(pathname)).status, 200)
  await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
  await page.getByRole('menuitem', { name: 'Take offline' }).click()
  await page.getByRole('button', { name: 'Put back' }).click()
  await open.waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.status, 'published')
  await acme.post(`/v0/pages/${pageId}/archive`, {})
  await acme.post(`/v0/pages/${pageId}/restore`, {})
  await page.reload()
  await page.getByRole('button', { name: 'Publish and share' }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.status, 'draft')

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete page' }).click()
  await page.getByText('No pages yet').waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).status, 404)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'deleted' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('link', { name: 'Spring outreach' }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).status, 200)

  // Deleting a live page needs a confirmation; it can be found and restored later.
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  await page.reload()
  await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Spring outreach?' })
  await question.getByText('Visitors lose access to 1 link and the pages of 1 audience.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'page-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).status, 200)
  await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete page' }).click()
  await page.getByText('No pages yet').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'In trash' }).click()
  await page.getByText('1 page', { exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Spring outreach' }).count(), 0)
  await takePicture(page, 'pages-deleted')
  await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
  await page.getByRole('menuitem', { name: 'Restore as a draft' }).click()
  await page.getByText('No pages in the trash').waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.status, 'draft')
  assert.deepEqual(complaints, [])
})

test('a read-only key sees everything and is offered no write actions', options, async (t) => {
  const here = await world()
  const pageId = await onePage(here.acme)
  await someAudiences(here.acme, pageId, 'Spring fair')
  const reader = await here.withScope(here.acme, 'read')
  const { page, complaints } = await openConsole(t, here, reader, { at: `/pages/${pageId}` })
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  for (const name of [/^Add audience/, 'Publish and share', /^Add a link/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  await page.getByRole('tab', { name: 'Settings' }).click()
  assert.equal(await page.getByLabel('Name', { exact: true }).isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Delete page' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('every tab works on a phone and in a right-to-left layout', options, async (t) => {
  const here = await world()
  const pageId = await onePage(here.acme)
  const ids = await someAudiences(
    here.acme,
    pageId,
    'A company whose name is long enough for two phones',
    'B',
  )
  await here.acme.post('/v0/page_links', {
    path: '/a-path-that-goes-on-for-longer-than-any-phone-is-wide/and-then-some',
    target: { targetType: 'audience', audienceId: ids[0] },
  })
  await pastVisits(here, here.acme, pageId, ids)
  const { page, complaints } = await openConsole(t, here, here.acme, { at: `/pages/${pageId}`, ...phone })
  for (const tab of ['Audiences', 'Links', 'Analytics', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click()
    const sign = {
      Audiences: /A company/,
      Links: /a-path/,
      Analytics: /Sessions by day/,
      Settings: /Only your/,
    }[tab]
    await page
      .getByText(sign as RegExp)
      .first()
      .waitFor()
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), dir)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.equal(overflow, 0, `${tab} ${dir}`)
      await takePicture(page, `page-phone-${tab.toLowerCase()}-${dir}`)
    }
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
    assert.deepEqual(await findBarriersInBothSchemes(page), [], tab)
  }
  assert.deepEqual(complaints, [])
})
