import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count } from '../../server/lists/tallies.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { world } from '../../server/test/world.ts'
import { countAdded } from '../test/addedRows.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'
import { onePage } from '../test/pages.ts'

const options = { skip: noBrowser, timeout: 180_000 }

test(
  'a page is made from the account, opens in the studio, and is found again the next time',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const pageId = await onePage(acme)
    const { accountId } = (await acme.post('/v0/accounts', { domain: 'vandelay.example', name: 'Vandelay' }))
      .body
    const { page, complaints } = await openConsole(t, here, acme, { at: `/accounts/${accountId}` })
    await page.getByRole('button', { name: 'Make a page' }).click()
    const panel = page.getByRole('dialog', { name: 'Make a page for Vandelay' })
    await panel.getByRole('button', { name: 'Make page' }).click()
    await panel.getByText('Choose the page to start from.').waitFor()
    await panel.getByRole('button', { name: /Choose a page/ }).click()
    await page.getByRole('option', { name: 'Spring outreach' }).click()
    await panel.getByLabel('Message to the agent').fill('Change the headline to "Hello Vandelay".')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'make-page')
    await panel.getByRole('button', { name: 'Make page' }).click()
    await page.waitForURL(/\/pages\/page_\w+\/audiences\/audience_\w+$/)
    const studio = page.url()
    const made = (await acme.get(`/v0/pages/${pageId}/audiences`)).body
    assert.equal(made.totalCount, 1)
    const at = `/v0/pages/${pageId}/audiences/${made.items[0].audienceId}`
    assert.equal(
      (await acme.get(`${at}/messages`)).body.items.at(-1).text,
      'Change the headline to "Hello Vandelay".',
    )

    await page.goto(`/console/accounts/${accountId}?make=true`)
    await panel.getByRole('button', { name: /Choose a page/ }).click()
    await page.getByRole('option', { name: 'Spring outreach' }).click()
    await panel.getByRole('button', { name: 'Make page' }).click()
    await page.getByText('Vandelay already has a version of this page').waitFor()
    await page.waitForURL(studio)
    assert.equal((await acme.get(`/v0/pages/${pageId}/audiences`)).body.totalCount, 1)

    // The note is saved, and the agent needs nothing else.
    const { personId } = (await acme.post('/v0/persons', { name: 'Elaine Benes', accountId })).body
    await page.goto(`/console/persons/${personId}?make=true`)
    const hers = page.getByRole('dialog', { name: 'Make a page for Elaine Benes' })
    await hers.getByRole('button', { name: /Choose a page/ }).click()
    await page.getByRole('option', { name: 'Spring outreach' }).click()
    await hers.getByLabel('What they told you').fill('She asked about latex-free gloves.')
    await hers.getByRole('button', { name: 'Make page' }).click()
    const stage = page.frameLocator('iframe')
    await stage.getByText('You asked about latex-free gloves.').first().waitFor({ timeout: 30_000 })
    await page.goto(`/console/persons/${personId}`)
    await page.getByText('She asked about latex-free gloves.').first().waitFor()

    await page.goto('/console/pages')
    await page.getByRole('button', { name: 'Actions for Spring outreach' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Spring outreach (copy)', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Actions for Spring outreach (copy)' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    const saving = page.getByRole('dialog', { name: 'Save as template' })
    await saving.getByLabel('Template name').fill('Our outreach')
    await takePicture(page, 'template-save')
    await saving.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Our outreach saved as a template').waitFor()
    await page.goto('/console/pages?create=true&from=own')
    const creating = page.getByRole('dialog', { name: 'Create a page' })
    await creating.getByRole('radio', { name: /Our outreach/ }).click()
    await creating.getByRole('button', { name: 'Rename Our outreach' }).click()
    await creating.getByLabel('Template name').fill('Team outreach')
    await creating.getByRole('button', { name: 'Rename', exact: true }).click()
    await creating.getByRole('radio', { name: /Team outreach/, checked: true }).waitFor()
    await creating.getByTitle('Preview of the template Team outreach').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'template-choose')
    await creating.getByLabel('Name', { exact: true }).fill('From our template')
    await creating.getByRole('button', { name: 'Create page' }).click()
    await page.getByRole('heading', { name: 'From our template', level: 1 }).waitFor()
    await page.goto('/console/pages?create=true&from=own')
    await creating.getByRole('radio', { name: /Team outreach/ }).click()
    await creating.getByRole('button', { name: 'Delete Team outreach' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await page.getByText('Team outreach deleted').waitFor()
    await creating.getByRole('radio', { name: /Team outreach/ }).waitFor({ state: 'detached' })
    await page.goto('/console/accounts')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'accounts.csv')
    await takePicture(page, 'accounts-export')
    assert.deepEqual(complaints, [])
  },
)

test(
  'a list of 10,000 accounts loads and scrolls with as few rendered rows at its end as at its beginning',
  options,
  async (t) => {
    const here = await world()
    const { acme, db } = here
    const [rows, atOnce] = [10_000, 1_000]
    for (let first = 1; first <= rows; first += atOnce)
      await db.inTransaction(async (tx) => {
        await tx`
        insert into accounts (tenant_id, account_id, domain, name, name_folded, search_text)
        select ${acme.tenantId}, 'account_' || lpad(nth::text, 26, '0'), 'd' || nth || '.example', 'Company ' || nth,
          'company ' || nth, 'company ' || nth || ' d' || nth || '.example'
        from generate_series(${first}::int, ${first + atOnce - 1}::int) as nth`
        count(tx, acme.tenantId, { accounts: atOnce, accounts_revision: 1 })
      })
    const { page, complaints } = await openConsole(t, here, acme, { at: '/keys' })
    await page.getByRole('heading', { name: 'Programs' }).waitFor()
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('row', { name: /Company 10000/ }).focus()
    const drawn: number[] = []
    for (let nth = 0; nth < 12; nth++) {
      const added = await countAdded(page, () => page.keyboard.press('End'))
      drawn.push(added)
      assert.ok((await page.getByRole('row').count()) < 80, 'only what is in sight is drawn')
    }
    assert.ok(
      drawn.every((rows) => rows > 0),
      `rows drawn a step: ${drawn.join()}`,
    )
    // Each step renders only the rows that come into view, however many were loaded before. Times are measured by a
    // benchmark.
    assert.ok(Math.max(...drawn) < 120, `rows drawn a step: ${drawn.join()}`)
    assert.deepEqual(complaints, [])
  },
)
