import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { until } from '../../server/test/eventually.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

const csv = [
  'Kontakt;E-mail;Company;Website;Notes',
  'Peter Gibbons;peter@initech.com;Initech;initech.com;Hates reports',
  'Jill;jill@umbrella.example;Umbrella;umbrella.example;',
  'Nobody;not an address;;;',
].join('\n')

test(
  'a batch is started from a CSV file whose columns are matched, and shows its failures',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { pageId } = (await acme.post('/v0/pages', { name: 'Spring outreach', pageType: 'outbound' })).body
    const { page, complaints } = await openConsole(t, here, acme, { at: '/batches' })
    await page.getByText('No matching entries').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Start batch' }).isDisabled(), true)
    await page.getByRole('button', { name: /^Page/ }).click()
    await page.getByRole('option', { name: 'Spring outreach' }).click()
    const file = page.getByLabel('CSV file')
    const bytes = (text: string, encoding: BufferEncoding = 'utf8') => ({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, encoding),
    })
    await file.setInputFiles(bytes('Näme;Größe\nJürgen;1\n', 'latin1'))
    await page.getByText('This is not a CSV file in UTF-8.').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await file.setInputFiles(bytes(csv))
    await page.getByText('Peter Gibbons · Jill · Nobody').waitFor()
    const choice = (heading: string) => page.getByRole('combobox', { name: `Map “${heading}” to` })
    assert.equal(await choice('Kontakt').innerText(), 'Skip column')
    assert.equal(await choice('E-mail').innerText(), 'E-mail address')
    assert.equal(await choice('Website').innerText(), 'Company website')
    await choice('Kontakt').click()
    await page.getByRole('option', { name: 'Full name' }).click()
    // The preview shows what the rows will become before the import starts.
    await page.getByText('3 rows: 2 new, 1 can’t be used.').waitFor()
    const bad = page.getByRole('list', { name: 'Rows that can’t be used' })
    await bad.getByText('Row 4').waitFor()
    await bad.getByText(/E-mail address must be/).waitFor()
    assert.equal((await acme.get('/v0/persons')).body.totalCount, 0)
    // A column can be turned into a custom field without leaving the form.
    await choice('Notes').click()
    await page.getByRole('option', { name: 'New field…' }).click()
    const field = page.getByRole('dialog', { name: 'Add a field' })
    assert.equal(await field.getByLabel('Name').inputValue(), 'Notes')
    await field.getByRole('button', { name: 'Add field' }).click()
    await field.waitFor({ state: 'detached' })
    assert.equal(await choice('Notes').innerText(), 'Account: Notes')
    await page.getByText('3 rows: 2 new, 1 can’t be used.').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'batch-new')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('button', { name: 'Start batch' }).click()

    await page.getByRole('heading', { name: 'Batch for Spring outreach' }).waitFor()
    await page.getByText('1 needs you').waitFor()
    await page.getByRole('row', { name: /^4 .*E-mail address must be/ }).waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'batch')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.setViewportSize(phone.viewport)
    const failed = page.getByRole('row', { name: /^4 Nobody/ })
    const reason = failed.getByText(/E-mail address must be/)
    await reason.waitFor()
    const isCut = (element: HTMLElement) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    assert.equal(await reason.evaluate(isCut), false, 'the reason is readable on a phone')
    const [row, text] = [await failed.boundingBox(), await reason.boundingBox()]
    assert.ok(row && text && text.y + text.height <= row.y + row.height)
    await takePicture(page, 'batch-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('row', { name: /^4 Nobody · not an address/ }).waitFor()
    await page.getByRole('button', { name: 'Fix row 4' }).click()
    const panel = page.getByRole('dialog', { name: 'Row 4: Nobody' })
    await panel.getByLabel('E-mail address').fill('still wrong')
    await panel.getByRole('button', { name: 'Retry row' }).click()
    await panel.getByText(/^Must be an e-mail address/).waitFor()
    await takePicture(page, 'batch-fix')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await panel.getByLabel('E-mail address').fill('nobody@initech.com')
    await panel.getByRole('button', { name: 'Retry row' }).click()
    await page.getByText('No failed rows', { exact: true }).waitFor()
    await page.getByRole('tab', { name: /^All rows/ }).click()
    await page.getByRole('row', { name: /^4 Nobody · Initech/ }).waitFor()
    await page.getByRole('row', { name: /^2 Peter Gibbons · Initech Not live/ }).waitFor()
    const [batch] = (await acme.get('/v0/batches')).body.items
    assert.deepEqual([batch.counts.made, batch.counts.failed, batch.pageId], [3, 0, pageId])
    assert.equal(batch.columns.Kontakt, 'name')
    await page.getByRole('link', { name: 'Audiences' }).click()
    await page.getByRole('heading', { name: 'Spring outreach' }).waitFor()
    await page.goto('/console/batches')
    await page.getByRole('row', { name: /^Batch of 3 rows Spring outreach/ }).waitFor()
    assert.deepEqual(
      complaints.filter((one) => !/400/.test(one)),
      [],
    )
  },
)

test(
  'a message that changes nothing is refused at its field; the examples fit the page',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { pageId } = (await acme.post('/v0/pages', { name: 'Deck', pageType: 'sales_deck' })).body
    const { page } = await openConsole(t, here, acme, { at: `/batches/new?pageId=${pageId}` })
    const examples = page.getByRole('list', { name: 'Example messages' }).getByRole('button')
    await examples.first().waitFor()
    assert.ok((await examples.allInnerTexts()).includes('Remove the pricing'))
    await page.getByLabel('CSV file').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name\nPeter Gibbons\n'),
    })
    await page.getByLabel('Message to the agent').fill('Florble the wibbet')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('Would not change any page.').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    await takePicture(page, 'batch-refused')
    assert.equal((await acme.get('/v0/batches')).body.totalCount, 0)
    await page.getByLabel('Message to the agent').fill('')
    await examples.filter({ hasText: 'Remove the pricing' }).click()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('Drafts made').waitFor()
    const [batch] = (await acme.get('/v0/batches')).body.items
    assert.equal(batch.counts.drafted, 1)
  },
)

test(
  'the drafts of a batch are looked through, one is left out, and the others are published',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const { pageId } = (await acme.post('/v0/pages', { name: 'Berlin fair', pageType: 'custom' })).body
    const path = `/v0/pages/${pageId}`
    await acme.put(`${path}/document`, {
      theme: {},
      blocks: [
        { id: 'hero', type: 'hero', props: { headline: 'Hello, {{person.firstName|you}}' }, sources: [] },
      ],
    })
    await acme.post(`${path}/publish`, {})
    const personIds: string[] = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const email = `guest${number}@initech.example`
        return (await acme.post('/v0/persons', { name: `Guest ${number}`, email })).body.personId
      }),
    )
    const made = await acme.post(`${path}/audiences/bulk`, { personIds })
    assert.equal(made.status, 202, JSON.stringify(made.body))
    const { batchId } = made.body
    await until('the batch ends', async () => {
      const { status } = (await acme.get(`/v0/batches/${batchId}`)).body
      return status === 'finished'
    })
    const { page, complaints } = await openConsole(t, here, acme, {
      at: `/batches/${batchId}`,
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('link', { name: 'Publish 60 drafts' }).click()
    const panel = page.getByRole('dialog')
    const wall = panel.getByRole('list', { name: 'Drafts' })
    const first = wall.getByRole('listitem').first()
    const guest = await first.locator('label').innerText()
    const { items } = (await acme.get(`/v0/audiences/search?query=${encodeURIComponent(guest)}`)).body
    const { audienceId } = items.find((one: any) => one.effectiveName === guest)
    const { latestVersion } = (await acme.get(`${path}/audiences/${audienceId}`)).body
    const check = `${path}/audiences/${audienceId}/versions/${latestVersion.versionId}/check`
    const { errors, warnings } = (await acme.get(check)).body
    assert.deepEqual(errors, [])
    // Pointing at the count names the findings.
    await (warnings[0]
      ? first.getByTitle(warnings[0].message)
      : first.getByText('Ready to publish')
    ).waitFor()
    await first.frameLocator('iframe').getByText('Hello, Guest').waitFor()
    // Only visible drafts are rendered.
    assert.ok((await wall.locator('iframe').count()) < 20, 'too many frames')
    await takePicture(page, 'drafts-wall')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'drafts-wall-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await first.getByRole('button', { name: `View the draft for ${guest}` }).click()
    await panel.frameLocator('iframe').getByText('Hello, Guest').waitFor()
    await takePicture(page, 'drafts-large')
    await panel.getByRole('button', { name: 'All drafts' }).click()
    await first.getByRole('checkbox').uncheck()
    await panel.getByText('1 left out').waitFor()
    await panel.getByRole('button', { name: 'Publish 59 drafts' }).click()
    await panel.getByText('59 drafts published.').waitFor()
    const { items: all } = (await acme.get(`/v0/audiences?limit=100`)).body
    const notLive = all.filter((one: any) => !one.isLive)
    assert.deepEqual([all.length, notLive.map((one: any) => one.audienceId)], [60, [audienceId]])
    // The batch offers to publish the remaining drafts, and the links of the published ones.
    const other = all.find((one: any) => one.isLive && /^Guest [1-5]$/.test(one.effectiveName))
    const target = { targetType: 'audience', audienceId: other.audienceId }
    assert.equal((await acme.post('/v0/page_links', { path: '/fair', target })).status, 201)
    await page.goto(`/console/batches/${batchId}`)
    await page.getByRole('link', { name: 'Publish 1 draft', exact: true }).waitFor()
    assert.equal(await page.getByRole('tab', { name: /^All rows/ }).getAttribute('aria-selected'), 'true')
    const row = page.getByRole('row', { name: new RegExp(`${other.effectiveName}\\b.*Live`) })
    await row.getByRole('button', { name: /^Copy link/ }).waitFor()
    await takePicture(page, 'batch-published')
    await acme.post(`${path}/audiences/${audienceId}/versions/${latestVersion.versionId}/publish`, {})
    await page.goto('/console/releases?kind=batch')
    const batch = page.getByRole('row', { name: /^Batch of 60 rows.*Published/ })
    await batch.waitFor()
    assert.equal(await batch.getByRole('button', { name: /^Publish/ }).count(), 0)
    assert.deepEqual(complaints, [])
  },
)

test('a running batch is followed and stopped, also on a phone', options, async (t) => {
  const here = await world({}, { works: false })
  const { acme } = here
  const { pageId } = (await acme.post('/v0/pages', { name: 'Berlin fair', pageType: 'outbound' })).body
  const { accountId } = (await acme.post('/v0/accounts', { domain: 'initech.com' })).body
  const body = { accountIds: [accountId], message: 'Personalise for them.' }
  const { batchId } = (await acme.post(`/v0/pages/${pageId}/audiences/bulk`, body)).body
  const { page, complaints } = await openConsole(t, here, acme, { at: `/batches/${batchId}`, ...phone })
  await page.getByText('0 of 1 row. You can leave this screen; the batch continues.').waitFor()
  assert.deepEqual(await findBarriersInBothSchemes(page), [])
  await takePicture(page, 'batch-phone-dark')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Stop batch' }).click()
  await page.getByText('Stopping…').waitFor()
  assert.equal((await acme.get(`/v0/batches/${batchId}`)).body.status, 'cancelling')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  assert.deepEqual(complaints, [])
})
