import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { noBrowser } from '../server/test/browser.ts'
import { onlyThorough } from '../server/test/environment.ts'
import { from, makePlace, makeReport, openSite, visited } from '../server/test/visits.ts'
import { world } from '../server/test/world.ts'
import { openConsole } from './test/console.ts'

const options = { skip: noBrowser || onlyThorough, timeout: 240_000 }

test(
  'an operator’s day: a field, exports, a data access request, and erasure that leaves nothing',
  options,
  async (t) => {
    const here = await world(visited)
    const { acme } = here
    const { personId } = (
      await acme.post('/v0/persons', { name: 'Jane Unique', email: 'jane@vandelay.example' })
    ).body
    const place = await makePlace(here, acme, { personId })
    assert.equal(await openSite(here, acme).report(makeReport(here, place), from('198.51.100.40')), 204)
    const { page, complaints } = await openConsole(t, here, acme, { at: '/fields?create=true' })
    const add = page.getByRole('dialog', { name: 'Add a field' })
    await add.getByLabel('For').click()
    await page.getByRole('option', { name: 'People' }).click()
    await add.getByLabel('Name').fill('Role')
    await add.getByRole('button', { name: 'Add field' }).click()
    await page.getByText('{{person.fields.role}}').waitFor()

    await page.goto(`/console/persons/${personId}`)
    await page.getByRole('button', { name: 'Edit fields' }).click()
    await page.getByLabel('Role').fill('Head of imports')
    await page.getByRole('button', { name: 'Save fields' }).click()
    await page.getByRole('region', { name: 'Fields' }).getByText('Head of imports').waitFor()

    const save = async (start: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), start()])
      return await readFile(await download.path(), 'utf8')
    }
    await page.goto('/console/visits')
    const visits = await save(() => page.getByRole('link', { name: 'Export CSV' }).click())
    assert.match(visits, /Jane Unique/)
    await page.goto('/console/persons')
    const persons = await save(() => page.getByRole('link', { name: 'Export CSV' }).click())
    assert.match(persons, /jane@vandelay\.example/)

    await page.goto(`/console/persons/${personId}`)
    const actions = page.getByRole('button', { name: 'Actions for Jane Unique' })
    await actions.click()
    const data = JSON.parse(await save(() => page.getByRole('menuitem', { name: 'Export all data' }).click()))
    assert.deepEqual(
      [data.person.name, data.customFields, data.visits.length],
      ['Jane Unique', { role: 'Head of imports' }, 1],
    )
    await actions.click()
    await page.getByRole('menuitem', { name: 'Erase…' }).click()
    const ask = page.getByRole('alertdialog')
    await ask.getByRole('textbox').fill('Jane Unique')
    await ask.getByRole('button', { name: /^Erase/ }).click()
    await page.getByText('Jane Unique erased').waitFor()
    for (const path of [
      '/v0/exports/persons',
      '/v0/exports/visits',
      '/v0/exports/audiences',
      '/v0/exports/activity',
    ]) {
      const answer = await fetch(`${here.baseUrl}${path}`, { headers: { 'x-api-key': acme.key } })
      assert.doesNotMatch(await answer.text(), /Jane Unique|jane@/, path)
    }
    assert.equal((await acme.get('/v0/notices')).body.totalCount, 0)
    assert.deepEqual(complaints, [])
  },
)
