import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recheckDomains } from '../../server/domains/verbs.ts'
import { noBrowser } from '../../server/test/browser.ts'
import type { Client } from '../../server/test/client.ts'
import { until } from '../../server/test/eventually.ts'
import { visit } from '../../server/test/visitor.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

async function pageFor(client: Client, name: string, ...audiences: string[]) {
  const { pageId } = (await client.post('/v0/pages', { name, pageType: 'outbound' })).body
  const made: string[] = []
  for (const customName of audiences)
    made.push((await client.post(`/v0/pages/${pageId}/audiences`, { customName })).body.audienceId)
  return { pageId, audiences: made }
}

const link = (client: Client, path: string, audienceId: string | undefined) =>
  client.post('/v0/page_links', { path, target: { targetType: 'audience', audienceId } })

test('a link gets a password that visitors have to enter, and is made public again', options, async (t) => {
  const here = await world()
  const { acme, baseUrl } = here
  const { pageId, audiences } = await pageFor(acme, 'Spring outreach', 'Initech')
  const { versionId } = (await acme.get(`/v0/pages/${pageId}/audiences/${audiences[0]}`)).body
    .publishedVersion
  await acme.post(`/v0/pages/${pageId}/publish`, {})
  await acme.post(`/v0/pages/${pageId}/audiences/${audiences[0]}/versions/${versionId}/publish`, {})
  await link(acme, '/spring', audiences[0])
  const { page, complaints } = await openConsole(t, here, acme, { at: '/links' })
  const panel = page.getByRole('dialog', { name: 'Protect /spring' })
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for /spring' }).click()
    await page.getByRole('menuitem', { name: 'Protect' }).click()
    await panel.getByRole('radio', { name: /Anyone with a password/ }).waitFor()
  }
  await open()
  assert.ok(await panel.getByRole('radio', { name: /Not available.*mail server/ }).isDisabled())
  await panel.getByRole('radio', { name: /Anyone with a password/ }).click()
  // Without a password, the link would stay open.
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Fill this in.').waitFor()
  const password = panel.getByLabel('Password', { exact: true })
  assert.equal(await password.getAttribute('aria-invalid'), 'true')
  assert.equal(await password.evaluate((field) => field === document.activeElement), true)
  await password.fill('see you in March')
  assert.equal(await panel.getByText('Fill this in.').count(), 0)
  await panel.getByLabel('Visit limit').fill('5')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'link-gate')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Link protection saved').waitFor()
  await page
    .getByRole('row', { name: /\/spring.*Live, password/ })
    .first()
    .waitFor()

  const visitor = await page.context().newPage()
  const address = `http://${acme.slug}.localhost:${new URL(baseUrl).port}/spring`
  await visitor.goto(address)
  assert.deepEqual(await findBarriersInBothSchemes(visitor), [])
  await takePicture(visitor, 'gate')
  await visitor.getByLabel('Password').fill('wrong')
  await visitor.getByRole('button', { name: 'Open the page' }).click()
  await visitor.getByText('Wrong password.').waitFor()
  await takePicture(visitor, 'gate-wrong')
  await visitor.getByLabel('Password').fill('see you in March')
  await visitor.getByRole('button', { name: 'Open the page' }).click()
  await visitor.waitForURL(address)
  await visitor.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await visitor.getByLabel('Password').count(), 0)

  await page.bringToFront()
  await open()
  await panel.getByRole('radio', { name: /Anyone with the link/ }).click()
  await panel.getByLabel('Visit limit').fill('')
  await panel.getByRole('button', { name: 'Save' }).click()
  const { host } = new URL(address)
  await until('it is open', async () => (await visit(baseUrl, host, '/spring')).status === 200)
  assert.deepEqual(complaints, [])
})

test('a link is added to an audience, changed, removed and restored', options, async (t) => {
  const here = await world()
  const { acme } = here
  const { audiences } = await pageFor(acme, 'Spring outreach', 'Initech', 'Umbrella')
  await pageFor(acme, 'Berlin fair')
  const { page, complaints } = await openConsole(t, here, acme, { at: '/links' })
  await page.getByText('No links yet').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Add a link' })
  await panel.getByLabel('Path').fill('/robots.txt')
  await panel.getByText('It is reserved.').waitFor()
  await panel.getByLabel('Path').fill('initech//Frühling/')
  await panel.getByText(`${acme.slug}.localhost`).and(panel.getByText('/initech/Frühling')).waitFor()
  await panel.getByRole('button', { name: 'Add link' }).click()
  await panel.getByText('Choose a page.').waitFor()
  await panel.getByRole('button', { name: /^Page/ }).click()
  await page.getByPlaceholder('Name of the page').fill('spring')
  await page.getByRole('option', { name: 'Spring outreach' }).click()
  await panel.getByRole('button', { name: 'Add link' }).click()
  await panel.getByText('Choose an audience.').waitFor()
  await panel.getByRole('button', { name: /^Shows/ }).click()
  await page.getByPlaceholder('Name, person or company').fill('ini')
  await page.getByRole('option', { name: 'Initech' }).click()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'links-create')
  await panel.getByRole('button', { name: 'Add link' }).click()
  const row = page.getByRole('row', { name: /\/initech\/Frühling.*Initech.*Spring outreach/ })
  await row.waitFor()
  const [made] = (await acme.get('/v0/page_links')).body.items
  assert.deepEqual([made.path, made.target.audienceId], ['/initech/Fr%C3%BChling', audiences[0]])

  await row.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit /initech/Frühling' })
  await edit.getByLabel('Path').fill('/spring')
  await edit.getByRole('button', { name: /^Shows/ }).click()
  await page.getByRole('option', { name: 'Umbrella' }).click()
  await edit.getByRole('button', { name: 'Save link' }).click()
  await page.getByRole('row', { name: /\/spring.*Umbrella/ }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.getByRole('button', { name: 'Actions for /spring' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('No links yet').waitFor()
  // The row disappears before the response.
  await until('the link is removed', async () => (await acme.get('/v0/page_links')).body.totalCount === 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /\/spring.*Umbrella/ }).waitFor()
  const [back] = (await acme.get('/v0/page_links')).body.items
  assert.deepEqual([back.path, back.target.audienceId], ['/spring', audiences[1]])
  assert.deepEqual(
    complaints.filter((text) => !/status of 400/.test(text)),
    [],
  )
})

test(
  'the URL filters links by path, page and domain; a read-only key changes nothing',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const spring = await pageFor(acme, 'Spring outreach', 'Initech')
    const fair = await pageFor(acme, 'Berlin fair', 'Umbrella')
    await link(acme, '/spring', spring.audiences[0])
    await link(acme, '/berlin', fair.audiences[0])
    await acme.post(`/v0/pages/${fair.pageId}/audiences/${fair.audiences[0]}/archive`, {})
    const hostname = `go.${acme.slug}.example`
    const { tenantDomainId } = (await acme.post('/v0/tenant_domains', { hostname })).body
    await here.db.inTransaction(
      (tx) => tx`
        update tenant_domains set verified_at = now()
        where tenant_id = ${acme.tenantId} and tenant_domain_id = ${tenantDomainId}`,
    )
    const { audienceId } = (await acme.post(`/v0/pages/${spring.pageId}/audiences`, {})).body
    await acme.post('/v0/page_links', {
      ...{ path: '/own', target: { targetType: 'audience', audienceId }, tenantDomainId },
    })
    const { personId } = (await acme.post('/v0/persons', { name: 'Milton Waddams' })).body
    await acme.post(`/v0/pages/${spring.pageId}/audiences`, { personId })
    const reader = await here.withScope(acme, 'read')
    const { page, complaints } = await openConsole(t, here, reader, { at: '/links', ...phone })
    await page.getByText('3 links').waitFor()
    const atOwn = await page.getByRole('link', { name: 'Open /own' }).getAttribute('href')
    assert.equal(atOwn, `https://${hostname}/own`)
    await page.getByRole('row', { name: /\/berlin.*Offline/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add link' }).count(), 0)
    assert.equal(await page.getByRole('button', { name: /^Actions for/ }).count(), 0)
    assert.equal(await page.getByRole('tab', { name: 'Domains' }).count(), 0)
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'links-phone-dark')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await page.getByRole('searchbox', { name: 'Find a path' }).fill('Spring')
    await page.getByText('No matching links').waitFor()
    await page.getByRole('searchbox', { name: 'Find a path' }).fill('spring/')
    await page.getByText('1 link', { exact: true }).waitFor()
    await page.goto(`/console/links?pageId=${fair.pageId}`)
    await page.getByText('1 link', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Page Berlin fair' }).waitFor()
    const href = await page.getByRole('link', { name: 'Open /berlin' }).getAttribute('href')
    assert.match(href ?? '', new RegExp(`^http://${acme.slug}\\.localhost:\\d+/berlin$`))
    // Personal addresses below a link are found by the person's name.
    await page.goto('/console/links')
    await page.getByRole('button', { name: 'People 1' }).click()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('waddams')
    await page.getByRole('row', { name: /Milton Waddams.*Not live/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('domains')
    await page.getByRole('option', { name: 'Links' }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'a domain is added, shows its records and the missing ones, is verified, used and removed',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { pageId, audiences } = await pageFor(acme, 'Spring outreach', 'Initech')
    const hostname = `go.${acme.slug}.example`
    const { page, complaints } = await openConsole(t, here, acme, { at: '/links?tab=domains' })
    await page.getByText('No domains yet').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('c')
    const add = page.getByRole('dialog', { name: 'Add a domain' })
    await add.getByLabel('Host name').fill('nodot')
    await page.keyboard.press('Enter')
    await add.getByText(/Must be a full host name/).waitFor()
    await add.getByLabel('Host name').fill(hostname)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: hostname })
    await panel.getByText(`_foyer-challenge.${hostname}`).waitFor()
    const [domain] = (await acme.get('/v0/tenant_domains')).body.items
    await panel.getByText(domain.verification.value).waitFor()
    const resolveTxt = here.context.resolveTxt
    t.after(() => {
      here.context.resolveTxt = resolveTxt
    })
    here.context.resolveTxt = async () => ['foyer=something-else']
    await panel.getByRole('button', { name: 'Verify now' }).click()
    await panel.getByText('foyer=something-else').waitFor()
    await takePicture(page, 'domain')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    here.context.resolveTxt = async () => [domain.verification.value]
    await panel.getByRole('button', { name: 'Verify now' }).click()
    await panel.getByText(`${hostname} is verified.`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: `${hostname} Verified` }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])

    here.context.resolveTxt = async () => []
    await recheckDomains(here.context, new Date(Date.now() + 25 * 3_600_000))
    await here.db.inTransaction(
      (tx) => tx`
        update tenant_domains set failing_since = now() - interval '2 hours' where tenant_id = ${acme.tenantId}`,
    )
    await page.reload()
    await page.getByRole('row', { name: `${hostname} Failing 2 hr. ago` }).waitFor()
    await takePicture(page, 'domains-failing')
    await page.goto(`/console/links?tab=domains&setup=${domain.tenantDomainId}`)
    await panel.getByText('The TXT record is missing').waitFor()
    await panel.getByText(domain.verification.value).waitFor()
    await takePicture(page, 'domain-failing')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('Escape')

    await acme.post('/v0/page_links', {
      path: '/spring',
      tenantDomainId: domain.tenantDomainId,
      target: { targetType: 'audience', audienceId: audiences[0] },
    })
    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('button', { name: 'Domain' }).click()
    await page.getByRole('menuitemradio', { name: hostname }).click()
    await page.getByRole('row', { name: new RegExp(`/spring.*${hostname}`) }).waitFor()
    assert.match(page.url(), new RegExp(`domain=${domain.tenantDomainId}`))
    await takePicture(page, 'links')
    // The page lists its links on every host.
    await link(acme, '/spring', audiences[0])
    await page.goto(`/console/pages/${pageId}?tab=links`)
    await page.getByText('2 links').waitFor()
    await page
      .getByRole('row', { name: new RegExp(`/spring.*${acme.slug}.localhost:\\d+`) })
      .first()
      .waitFor()
    await page.getByRole('row', { name: new RegExp(`/spring.*${hostname}`) }).waitFor()
    await page.goBack()
    await page.getByRole('row', { name: new RegExp(`/spring.*${hostname}`) }).waitFor()
    // Tabs and their content follow the direction of the document.
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await page.locator('main [dir=rtl] [role=grid]').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.goto(`/console/links?tab=domains&setup=${domain.tenantDomainId}`)
    await panel.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove domain' }).click()
    await page.getByText(`1 link uses ${hostname}.`).waitFor()
    assert.deepEqual(
      complaints.filter((text) => !/status of (400|409|422)/.test(text)),
      [],
    )
  },
)
