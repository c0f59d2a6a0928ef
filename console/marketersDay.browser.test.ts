import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../server/test/browser.ts'
import { onlyThorough } from '../server/test/environment.ts'
import { from, makeReport, openSite, visited } from '../server/test/visits.ts'
import { world } from '../server/test/world.ts'
import { openConsole, phone, takePicture } from './test/console.ts'

const options = { skip: noBrowser || onlyThorough, timeout: 300_000 }
const people = 50

test(
  'a marketer’s day: adapt and share an example, import fifty people from a CSV file, publish together, read the figures',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    await acme.post('/v0/brands', { name: 'Acme', primaryColor: '#0b5fff' })
    const { page, complaints } = await openConsole(t, here, acme, { at: '/pages?create=true' })
    const gallery = page.getByRole('dialog', { name: 'Create a page' })
    await gallery.getByRole('button', { name: /^Solar/ }).click()
    await gallery.getByRole('button', { name: /^Use this example/ }).click()
    const questions = page.getByRole('dialog', { name: 'Make it yours' })
    await questions.getByRole('textbox', { name: 'What you sell' }).fill('Solar roofs for warehouses')
    await questions.getByRole('button', { name: /^Next/ }).click()
    await questions.getByText('2 of 8').waitFor()
    await questions.getByRole('button', { name: 'Finish later' }).click()
    // Skipped questions stay visible, with a link to them.
    await page.getByRole('link', { name: /^\d questions open$/ }).click()
    await questions.getByText('2 of 8').waitFor()
    await questions.getByRole('button', { name: /^What should they do\?/ }).click()
    await questions.getByRole('textbox', { name: 'Address' }).fill('sun')
    await questions.getByRole('button', { name: /^Next/ }).click()
    await questions.getByText('Write it like acme.com/book, or as an e-mail address.').waitFor()
    await questions.getByRole('textbox', { name: 'Address' }).fill('acme.example/book')
    await questions.getByRole('button', { name: /^Next/ }).click()
    await questions.getByText('4 of 8').waitFor()
    await questions.getByRole('button', { name: 'Finish later' }).click()
    await page.getByRole('heading', { name: 'Acme: sales deck', level: 1 }).waitFor()
    const pageId = /page_\w+/.exec(page.url())?.[0] ?? ''

    // First the page for everyone: published, shared, visited.
    await page.getByRole('button', { name: /^Publish and share/ }).click()
    const share = page.getByRole('dialog')
    // Before publishing, the panel warns about facts from the example.
    await share.getByText(/^\d+ questions have the example’s answers, not yours\.$/).waitFor()
    await takePicture(page, 'share-example-facts')
    assert.equal(await share.getByRole('button', { name: /^Publish and copy link/ }).count(), 0)
    await page.setViewportSize(phone.viewport)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.viewport.width)
    await takePicture(page, 'share-example-facts-390')
    await page.setViewportSize({ width: 1280, height: 800 })
    await share.getByRole('button', { name: 'Answer them' }).click()
    await questions.getByRole('button', { name: 'Finish later' }).click()
    await page.getByRole('button', { name: /^Publish and share/ }).click()
    await share.getByRole('textbox', { name: 'Address' }).fill('sun')
    await share.getByRole('button', { name: 'Publish with the example’s facts' }).click()
    await share.getByRole('button', { name: 'Done' }).click()
    await page.locator('header').getByText('Live', { exact: true }).waitFor()
    const site = openSite(here, acme)
    assert.equal((await site.ask('/sun')).status, 200)
    const [everyone] = (await acme.get(`/v0/pages/${pageId}/audiences`)).body.items
    const visitOf = async ({ audienceId, publishedVersion: { versionId } }: any, address: string) => {
      const place = { tenantId: acme.tenantId, pageId, audienceId, versionId }
      assert.equal(await site.report(makeReport(here, place), from(address)), 204)
    }
    await visitOf(everyone, '198.51.100.50')

    const lines = Array.from(
      { length: people },
      (_, nth) => `Person ${nth},person${nth}@company${nth}.example,Company ${nth},company${nth}.example`,
    )
    await page.goto(`/console/batches/new?pageId=${pageId}`)
    await page.getByLabel('CSV file').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,E-mail,Company,Website', ...lines].join('\n')),
    })
    await page
      .getByLabel('Message to the agent')
      .fill('Change the headline to "A spring for {{account.name}}".')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('Drafts made').waitFor({ timeout: 120_000 })
    const [batch] = (await acme.get('/v0/batches')).body.items
    assert.deepEqual([batch.counts.drafted, batch.counts.failed], [people, 0])

    await page.getByRole('link', { name: `Publish ${people} drafts` }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: `Publish ${people} drafts` }).click({ timeout: 90_000 })
    await page.getByText('audiences got it').waitFor({ timeout: 120_000 })
    // The figure counts up while drafts are published.
    await panel
      .getByRole('listitem')
      .filter({ hasText: `${people}published` })
      .waitFor({ timeout: 120_000 })

    const { items } = (await acme.get(`/v0/pages/${pageId}/audiences?limit=3`)).body
    for (const { audienceId, effectiveName, publishedVersion } of items) {
      const at = `/v0/pages/${pageId}/audiences/${audienceId}/versions/${publishedVersion.versionId}/document`
      const company = effectiveName.split(' · ').at(-1)
      assert.equal((await acme.get(at)).body.blocks[0].props.headline, `A spring for ${company}`)
    }
    for (const [nth, audience] of items.entries()) await visitOf(audience, `198.51.100.${nth + 60}`)
    await page.goto(`/console/pages/${pageId}?tab=analytics&range=today`)
    await page
      .getByRole('group', { name: 'Figures' })
      .getByRole('button', { name: /^Sessions\s*4/ })
      .waitFor()
    const latest = page.getByRole('region', { name: 'Latest visits' })
    assert.equal(await latest.getByRole('button', { name: /Person 4\d · Company 4\d/ }).count(), 3)
    assert.deepEqual(complaints, [])
  },
)
