import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../server/ids.ts'
import { count } from '../../server/lists/tallies.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { openReleasedPage, pageSaying } from '../../server/test/releases.ts'
import { world } from '../../server/test/world.ts'
import { FigureChanges } from '../../server/visits/figures.ts'
import type { VisitSession } from '../../server/visits/sessions.ts'
import { addFigures } from '../../server/visits/write.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

test('accounts sort by visits and save as a view; a page’s sessions are filtered, and counted towards a goal', {
  skip: noBrowser,
}, async (t) => {
  const here = await world()
  const { acme, db } = here
  const released = await openReleasedPage(acme, pageSaying('Hello'))
  const names = [
    'Alpha',
    'Beta with a very long name that does not fit into any column at all, not even here',
  ]
  const accounts = []
  for (const [index, name] of names.entries())
    accounts.push((await acme.post('/v0/accounts', { domain: `a${index}.test`, name })).body.accountId)
  const accountId = accounts[0]
  const { audienceId } = (await acme.post(`${released.path}/audiences`, { accountId })).body
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...{ tenantId: acme.tenantId, pageId: released.pageId, audienceId, sessionId: crypto.randomUUID() },
    ...{ startedAtMs: Date.now() - index * 3_600_000 - 60_000, lastSeenAtMs: Date.now(), verdict: 'human' },
    ...{ number: index + 1, views: 1, visibleMs: 30_000, scroll: index % 100, interactions: 1 },
    ...{ actionClicks: 0, formSubmits: index % 5 === 0 ? 1 : 0, linkClicks: index % 2 },
    origin: db.read.json({
      referrer: index % 3 === 0 ? 'linkedin.com' : 'a-host-with-a-long-name.newsletter.example/path',
      device: index % 4 === 0 ? 'mobile' : 'desktop',
      country: index % 2 ? 'DE' : 'NL',
    }),
    clickedLinks: db.read.json(index % 2 ? ['#prices'] : null),
  }))
  const { latestVersion } = (await acme.get(`${released.path}/audiences/${audienceId}`)).body
  await db.inTransaction(async (tx) => {
    await tx`insert into visit_sessions ${tx.values(rows)}`
    const changes = new FigureChanges()
    for (const row of rows) changes.add(row as unknown as VisitSession, 1)
    await addFigures(tx, changes.list())
    await tx`insert into form_submissions ${tx.values({
      ...{ tenantId: acme.tenantId, submissionId: newId('submission'), pageId: released.pageId, audienceId },
      ...{ versionId: latestVersion.versionId, formId: 'contact', fields: tx.json([]) },
      fingerprint: Buffer.from('one'),
    })}`
    count(tx, acme.tenantId, { [`page:${released.pageId}:submissions`]: 1 })
  })
  await released.add('Ada')
  await released.save(pageSaying('Hello again'))
  await released.release()

  const viewport = { width: 1440, height: 1000 }
  const { page, complaints } = await openConsole(t, here, acme, { at: '/accounts', viewport })
  await page.getByRole('button', { name: 'Visits, 7 d' }).click()
  await page.waitForURL(/sort=-visits/)
  await page
    .getByRole('columnheader', { name: 'Visits, 7 d' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  const first = page.getByRole('row').nth(1)
  await first.getByText('Alpha').waitFor()
  await first.getByText('60', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Hot this week' }).waitFor()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=name/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save what is shown as a view').fill('By name')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'By name', exact: true }).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'accounts-sorted')
  assert.equal((await acme.get('/v0/views?list=accounts')).body.items[0].search, 'sort=name')

  await page.goto(`/console/pages/${released.pageId}?tab=analytics`)
  await page.getByRole('button', { name: /^Country Germany/ }).click()
  await page
    .getByText('30 of 0 sessions')
    .or(page.getByText(/^30 of/))
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Country Netherlands/ }).click()
  await page.getByText('Germany or Netherlands').waitFor()
  await page.getByRole('button', { name: /^Device Phone/ }).click()
  await page.getByText(/^15 of/).waitFor()
  // A release is marked in the chart.
  await takePicture(page, 'analytics-releases')
  const chart = page.getByRole('region', { name: 'Sessions by day' })
  await chart.getByText(/^Page version \d/).waitFor()
  assert.match(page.url(), /country%3ADE|country:DE/)
  await page.getByText('1 chosen, 1 other is left out').waitFor()
  // Sessions can be filtered by whether a form was sent; forms are listed by name.
  await page.getByRole('button', { name: 'Forms', exact: true }).click()
  await page.getByText('Form contact').waitFor()
  await page.getByRole('button', { name: /^Form Any form sent/ }).click()
  await page.getByText(/^3 of/).waitFor()
  await page.getByRole('button', { name: 'Remove the filter by form' }).click()
  await page.getByText(/^15 of/).waitFor()
  await page.getByRole('button', { name: 'Set a goal' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Sent the form')
  await page.getByRole('button', { name: 'Set goal' }).click()
  await page.getByRole('button', { name: 'Goal: Sent the form' }).waitFor()
  await page.getByText('Read half of it').waitFor()
  await page.getByText(/most of all/).waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'analytics-breakdown-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await takePicture(page, 'analytics-breakdown')
  await page.setViewportSize(phone.viewport)
  await page.getByText('Read half of it').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await takePicture(page, 'analytics-breakdown-phone')

  await page.setViewportSize(viewport)
  await page.goto(`/console/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Actions for Alpha' }).click()
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Account/ })
    .click()
  await page.getByRole('option', { name: /^Beta/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Merge/ })
    .click()
  await page.getByRole('heading', { name: /^Beta/ }).waitFor()
  assert.equal((await acme.get('/v0/accounts')).body.totalCount, 1)
  assert.deepEqual(complaints, [])
})
