import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainEvents } from '../../server/audit/chain.ts'
import { openSession } from '../../server/database/session.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test(
  'the audit log shows the author of each change, opens a row beside the list, filters, and shows a changed row',
  options,
  async (t) => {
    const here = await world({}, { works: false })
    const { acme, context } = here
    const { pageId } = (await acme.post('/v0/pages', { name: 'Cold-chain outreach', pageType: 'custom' }))
      .body
    await acme.patch(`/v0/pages/${pageId}`, {
      name: 'Spring',
      title: 'What gets warm between dock and shelf?',
    })
    const { audienceId } = (
      await acme.post(`/v0/pages/${pageId}/audiences`, { customName: 'Meridian Foods' })
    ).body
    const audience = `/v0/pages/${pageId}/audiences/${audienceId}`
    const { items } = (await acme.get(`${audience}/versions`)).body
    await acme.post(`${audience}/versions/${items[0].versionId}/force_publish`, {})
    await acme.post('/v0/accounts', { domain: 'meridian.example', name: 'Meridian' })
    const chain = async () => {
      while ((await acme.get('/v0/audit_chain')).body.waiting > 0)
        await chainEvents(context.db, () => undefined, [acme.tenantId])
    }
    await chain()
    const { page, complaints } = await openConsole(t, here, acme, { at: '/audit' })
    await page.getByText(/^All \d rows fit together$/).waitFor()
    await page.getByRole('row', { name: /updated page Cold-chain outreach/ }).waitFor()
    await page.getByText('Forced').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'audit')
    await page.getByRole('button', { name: 'What this proves' }).click()
    await page.getByText('Found, with its number').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'audit-proves')
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the proof' }).click()
    assert.equal((await download).suggestedFilename(), 'audit-log.jsonl')

    await page.getByRole('row', { name: /updated page Cold-chain outreach/ }).click()
    const detail = page.getByRole('complementary', { name: 'Row' })
    await detail.getByText('Before').first().waitFor()
    await detail.getByText('What gets warm between dock and shelf?').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'audit-open')
    await page.keyboard.press('ArrowUp')
    await detail.getByText('created audience Meridian Foods').waitFor()
    await detail.getByRole('button', { name: 'History' }).click()
    await page.getByText('1 row', { exact: true }).waitFor()
    assert.match(page.url(), /objectId=audience_/)
    await page.getByRole('button', { name: 'Show all objects' }).click()
    await page.getByRole('button', { name: 'Way', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Console' }).click()
    await page.getByRole('row', { name: /signed in/ }).waitFor()
    assert.match(page.url(), /way=console/)

    const root = await openSession({ url: here.databaseUrl })
    await root`update audit_events set action = 'getMe' where tenant_id = ${acme.tenantId} and number = 2`
    await root.end()
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByText(/^Row 2 of .* doesn’t fit\.$/).waitFor()
    await page.getByRole('button', { name: 'Go to row' }).click()
    await detail.getByText(/^Row 2 · /).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'audit-broken')
    assert.deepEqual(complaints, [])
  },
)

test('on a phone a row opens over the list', options, async (t) => {
  const here = await world({}, { works: false })
  await here.acme.post('/v0/accounts', { domain: 'meridian.example', name: 'Meridian' })
  const { page, complaints } = await openConsole(t, here, here.acme, { at: '/audit', ...phone })
  await page.getByRole('row', { name: /created account Meridian/ }).waitFor()
  await takePicture(page, 'audit-phone-list')
  await page.getByRole('row', { name: /created account Meridian/ }).click()
  const panel = page.getByRole('dialog', { name: /created account Meridian/ })
  await panel.getByText('Where from').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'audit-phone')
  assert.deepEqual(complaints, [])
})
