import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import type { Client } from '../../server/test/client.ts'
import { from, makeReport, openSite, visited } from '../../server/test/visits.ts'
import { type World, world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 180_000 }

async function onePage(client: Client): Promise<string> {
  const made = await client.post('/v0/pages', { name: 'Spring outreach', pageType: 'outbound' })
  return made.body.pageId
}

async function someAudiences(client: Client, pageId: string, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const customName of names)
    ids.push((await client.post(`/v0/pages/${pageId}/audiences`, { customName })).body.audienceId)
  return ids
}

/** Sessions of sixty days, as visits leave them; hours and days add up to the same. */
async function pastVisits({ db }: World, { tenantId }: Client, pageId: string, audienceIds: string[]) {
  const day = 86_400_000
  const today = Math.floor(Date.now() / day) * day
  const rows = Array.from({ length: 60 }, (_, back) => {
    const startsAtMs = today - (back + 1) * day
    return audienceIds.flatMap((audienceId, place) => {
      const wave = 1 + Math.sin(back / 3 + place) * 0.5
      const sessions = Math.max(0, Math.round(((60 - back) / 12) * wave * (place === 0 ? 3 : 1)))
      const figures = {
        ...{
          sessions,
          bounces: Math.round(sessions * 0.3),
          interactions: sessions * 2,
          scroll: sessions * 64,
        },
        ...{ visibleMs: sessions * 41_000, conversions: Math.round(sessions * 0.2) },
        formSessions: Math.round(sessions * 0.1),
      }
      return [
        { tenantId, pageId, audienceId, grain: 'hour', startsAtMs, ...figures },
        { tenantId, pageId, audienceId: '', grain: 'hour', startsAtMs, ...figures },
        { tenantId, pageId, audienceId: '', grain: 'day', startsAtMs, ...figures },
      ]
    })
  }).flat()
  await db.inTransaction(async (tx) => {
    for (const row of rows)
      await tx`
        insert into visit_figures ${tx(row)}
        on conflict (tenant_id, page_id, audience_id, grain, starts_at_ms) do update set
          sessions = visit_figures.sessions + excluded.sessions, bounces = visit_figures.bounces + excluded.bounces,
          interactions = visit_figures.interactions + excluded.interactions, scroll = visit_figures.scroll + excluded.scroll,
          visible_ms = visit_figures.visible_ms + excluded.visible_ms, conversions = visit_figures.conversions + excluded.conversions,
          form_sessions = visit_figures.form_sessions + excluded.form_sessions`
  })
}

test('an audience is added for a person, found by words, archived and brought back', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  await acme.post('/v0/accounts', { domain: 'initech.example', name: 'Initech' })
  await acme.post('/v0/persons', { name: 'Jane Doe', email: 'jane@initech.example' })
  await someAudiences(acme, pageId, 'Spring fair')
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  await page.getByRole('button', { name: /^Add audience/ }).click()
  const panel = page.getByRole('dialog', { name: 'Add an audience' })
  await panel.getByRole('button', { name: /^Person/ }).click()
  await page.getByPlaceholder('Name or e-mail address').fill('jane')
  await page.getByRole('option', { name: /Jane Doe/ }).click()
  await panel.getByLabel(/^What else the agent/).fill('Met at the fair.')
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'page-add-audience')
  await panel.getByRole('button', { name: /^Add audience/ }).click()
  await page.getByRole('row', { name: /Jane Doe · Initech/ }).waitFor()
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
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('row', { name: /Spring fair/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 2)
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  assert.deepEqual(complaints, [])
})

test('a path leads to an audience, says what is wrong with it, and can be taken back', options, async (t) => {
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
  await panel.getByText('Leads somewhere already; choose another path.').waitFor()
  await panel.getByLabel('Path').fill('/_mine')
  await panel.getByRole('button', { name: /^Add link/ }).click()
  await panel.getByText('Is kept for the site itself.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  // Refusals are what was asked for.
  complaints.length = 0
  await panel.getByLabel('Path').fill('/spring fair/')
  await panel.getByRole('button', { name: /^Add link/ }).click()
  await page.getByRole('row', { name: /\/spring fair/ }).waitFor()
  const paths = async () =>
    (await acme.get(`/v0/page_links?pageId=${pageId}`)).body.items.map(({ path }: any) => path)
  assert.deepEqual(await paths(), ['/spring%20fair', '/taken'])
  await page.getByRole('button', { name: 'Remove /taken' }).click()
  await page.getByRole('row', { name: /\/taken/ }).waitFor({ state: 'detached' })
  assert.deepEqual(await paths(), ['/spring%20fair'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /\/taken/ }).waitFor()
  assert.deepEqual((await paths()).toSorted(), ['/spring%20fair', '/taken'])
  await takePicture(page, 'page-links')
  assert.deepEqual(complaints, [])
})

test(
  'visits are told in figures, over time and by audience, in the dates one chooses',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    const pageId = await onePage(acme)
    const ids = await someAudiences(acme, pageId, 'Globex', 'Initech', 'Umbrella')
    await acme.post(`/v0/pages/${pageId}/publish`, {})
    const site = openSite(here, acme)
    for (let visitor = 0; visitor < 3; visitor++) {
      const place = { tenantId: acme.tenantId, pageId, audienceId: ids[0] as string, versionId: '' }
      const report = makeReport(here, place, { actions: visitor === 0 ? ['book'] : [] })
      assert.equal(await site.report(report, from(`192.0.2.${visitor}`)), 204)
    }
    const today = `/pages/${pageId}?tab=analytics&range=today`
    const { page, complaints } = await openConsole(t, here, acme, { at: today })
    const figures = page.getByRole('group', { name: 'Figures' })
    await figures.getByRole('button', { name: /^Sessions\s*3/ }).waitFor()
    await page.getByRole('row', { name: /^Globex 3/ }).waitFor()

    await pastVisits(here, acme, pageId, ids)
    await page.getByRole('button', { name: /^Dates/ }).click()
    await page.getByRole('button', { name: 'Last 30 days' }).click()
    await page.locator('.recharts-surface').first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('range'), '30d')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'page-analytics')
    await page.locator('.recharts-surface').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.recharts-tooltip-wrapper').getByText('sessions').waitFor()
    await page.getByRole('button', { name: 'Show as a table' }).click()
    assert.equal(await page.getByRole('rowheader').filter({ hasText: /\d{4}/ }).count(), 30)
    await page.getByRole('button', { name: 'Show as a chart' }).click()
    await page
      .getByRole('button', { name: /^Conversion/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Conversion by day' }).waitFor()
    await page.getByRole('columnheader', { name: 'Bounce' }).getByRole('button').click()
    await page
      .getByRole('columnheader', { name: 'Bounce' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, 'page-analytics-dark')
    assert.deepEqual(complaints, [])

    const { page: pages, complaints: more } = await openConsole(t, here, acme, { at: '/pages' })
    await pages.getByRole('img', { name: /sessions, day by day/ }).waitFor()
    await takePicture(pages, 'pages-sessions')
    assert.deepEqual(more, [])
  },
)

test('settings are saved group by group, and say what is wrong where it is', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}?tab=settings` })
  const read = async () => (await acme.get(`/v0/pages/${pageId}`)).body
  const basics = page.getByRole('region', { name: 'Basics' })
  await basics.getByLabel('Name').fill('Autumn outreach')
  await basics.getByRole('button', { name: /^Save basics/ }).click()
  await page.getByRole('heading', { name: 'Autumn outreach' }).waitFor()
  assert.equal((await read()).name, 'Autumn outreach')

  const actions = page.getByRole('region', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Add action' }).click()
  await actions.getByLabel('Button', { exact: true }).fill('Book a call')
  await actions.getByLabel('Leads to').fill('javascript:alert(1)')
  await actions.getByRole('button', { name: /^Save actions/ }).click()
  await actions.getByText(/Must be an https:, mailto: or tel: address/).waitFor()
  assert.equal(await actions.getByLabel('Leads to').getAttribute('aria-invalid'), 'true')
  complaints.length = 0

  // What is not saved is not lost without a word.
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await actions.getByLabel('Leads to').fill('https://cal.example/acme')
  await actions.getByRole('button', { name: /^Save actions/ }).click()
  await page.getByText('Actions saved').waitFor()
  const [action] = (await read()).actions
  assert.deepEqual([action.buttonTitle, action.url], ['Book a call', 'https://cal.example/acme'])

  const look = page.getByRole('region', { name: 'Look and place' })
  await look.getByRole('button', { name: 'Add brand' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a brand' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Night')
  await panel.getByLabel('Colour', { exact: true }).fill('#223355')
  await panel.getByRole('button', { name: 'Add brand' }).click()
  await look.getByRole('radio', { name: /Night/ }).click()
  await look.getByLabel('Home page').click()
  await look.getByRole('button', { name: /^Save look and place/ }).click()
  await page.getByText('Look and place saved').waitFor()
  const { flags, brandId } = await read()
  assert.deepEqual(flags, ['home_page'])
  assert.equal((await acme.get(`/v0/brands/${brandId}`)).body.name, 'Night')

  const sharing = page.getByRole('region', { name: 'Search and sharing' })
  await sharing.getByLabel('Keywords').fill('pages, outreach')
  await sharing.getByLabel('Keep it out of search results').click()
  await sharing.getByRole('button', { name: /^Save search/ }).click()
  await page.getByText('Search and sharing saved').waitFor()
  assert.deepEqual((await read()).metadata, { keywords: ['pages', 'outreach'], robots: ['noindex'] })
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'page-settings')
  assert.deepEqual(complaints, [])
})

test('a page is published, archived and restored from its own screen', options, async (t) => {
  const here = await world()
  const { acme } = here
  const pageId = await onePage(acme)
  const [audienceId] = await someAudiences(acme, pageId, 'Spring fair')
  await acme.post('/v0/page_links', { path: '/spring', target: { targetType: 'audience', audienceId } })
  const { page, complaints } = await openConsole(t, here, acme, { at: `/pages/${pageId}` })
  await page.getByText('Once published, visitors find it at').waitFor()
  await page.getByRole('button', { name: 'Publish page' }).click()
  const open = page.getByRole('link', { name: 'Open page' })
  assert.match((await open.getAttribute('href')) ?? '', /^http:\/\/[^/]+\/spring$/)
  await page.getByText('Visitors find it at').waitFor()
  await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Restore as a draft' }).click()
  await page.getByRole('button', { name: 'Publish page' }).waitFor()
  assert.equal((await acme.get(`/v0/pages/${pageId}`)).body.status, 'draft')
  assert.deepEqual(complaints, [])
})

test('those who may only read see everything and are offered nothing to change', options, async (t) => {
  const here = await world()
  const pageId = await onePage(here.acme)
  await someAudiences(here.acme, pageId, 'Spring fair')
  const reader = await here.withScope(here.acme, 'read')
  const { page, complaints } = await openConsole(t, here, reader, { at: `/pages/${pageId}` })
  await page.getByRole('row', { name: /Spring fair/ }).waitFor()
  for (const name of [/^Add audience/, 'Publish page', /^Add a link/])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  await page.getByRole('tab', { name: 'Settings' }).click()
  assert.equal(await page.getByLabel('Name', { exact: true }).isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Delete page' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('every tab works on a phone, and from right to left', options, async (t) => {
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
