import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../server/ids.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { from, makeReport, openSite, visited } from '../../server/test/visits.ts'
import { world } from '../../server/test/world.ts'
import { insertSubmission } from '../../server/visits/submissionQueries.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'
import { onePage, pastVisits, someAudiences } from '../test/pages.ts'

const options = { skip: noBrowser, timeout: 180_000 }

test(
  'visits are shown in figures, over time and by audience, for a chosen range of dates',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    const pageId = await onePage(acme)
    const ids = await someAudiences(acme, pageId, 'Globex', 'Initech', 'Umbrella')
    await acme.post(`/v0/pages/${pageId}/publish`, {})
    const site = openSite(here, acme)
    const [audienceId] = ids as [string]
    const { publishedVersion } = (await acme.get(`/v0/pages/${pageId}/audiences/${audienceId}`)).body
    for (let visitor = 0; visitor < 3; visitor++) {
      const { versionId } = publishedVersion
      const place = { tenantId: acme.tenantId, pageId, audienceId, versionId }
      const report = makeReport(here, place, { actions: visitor === 0 ? ['book'] : [] })
      assert.equal(await site.report(report, from(`192.0.2.${visitor}`)), 204)
    }
    const today = `/pages/${pageId}?tab=analytics&range=today`
    const { page, complaints } = await openConsole(t, here, acme, { at: today })
    const figures = page.getByRole('group', { name: 'Figures' })
    await figures.getByRole('button', { name: /^Sessions\s*3/ }).waitFor()
    await page.getByRole('row', { name: /^Globex 3/ }).waitFor()

    await pastVisits(here, acme, pageId, ids)
    await here.db.inTransaction((tx) =>
      insertSubmission(tx, acme.tenantId, {
        ...{ submissionId: newId('submission'), pageId, audienceId, versionId: publishedVersion.versionId },
        ...{ formId: 'contact', fingerprint: Buffer.from('once') },
        fields: [
          { name: 'email', value: 'jane@globex.example' },
          { name: 'message', value: 'Show us how it works with two warehouses.' },
        ],
      }),
    )
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
    await page.getByRole('button', { name: 'Show table' }).click()
    assert.equal(await page.getByRole('rowheader').filter({ hasText: /\d{4}/ }).count(), 30)
    await page.getByRole('button', { name: 'Show chart' }).click()
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
    await page.reload()
    await page.getByRole('heading', { name: 'Conversion by day' }).waitFor()
    await page.getByText('Show us how it works with two warehouses.').scrollIntoViewIfNeeded()
    await takePicture(page, 'page-analytics-below')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    assert.deepEqual(complaints, [])

    const { page: pages, complaints: more } = await openConsole(t, here, acme, { at: '/pages' })
    await pages.getByRole('img', { name: /sessions, day by day/ }).waitFor()
    await takePicture(pages, 'pages-sessions')
    await pages.goto(`/console/pages/${pageId}`)
    await pages.getByRole('row', { name: /Umbrella/ }).waitFor()
    await takePicture(pages, 'page-audiences')
    assert.deepEqual(more, [])
  },
)
