import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { addMember } from '../../server/members/verbs.ts'
import { noBrowser } from '../../server/test/browser.ts'
import { goodPassword, newMember } from '../../server/test/members.ts'
import { findPort } from '../../server/test/oauth.ts'
import { world } from '../../server/test/world.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

/** An app's server, which waits for the redirect of the browser. */
async function openApp() {
  const server = createServer((_request, response) => void response.end('done'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { returnTo: `http://127.0.0.1:${port}/done`, close: () => server.close() }
}

test(
  'an admin registers an app, a user grants it access to one team without publishing, and the admin revokes it',
  options,
  async (t) => {
    const port = await findPort()
    const { returnTo, close } = await openApp()
    t.after(close)
    const here = await world({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` })
    const { acme, globex } = here
    const lena = await newMember(here, acme, { role: 'publisher', name: 'Lena Brandt' })
    await here.context.db.inTransaction((tx) => addMember(tx, globex.tenantId, lena, 'viewer'))
    const { page, complaints } = await openConsole(t, here, acme, { at: '/keys' })
    await page.waitForURL('**/console/programs')
    await page.getByRole('tab', { name: 'Assistants, MCP' }).click()
    await page.getByText(`http://localhost:${port}/mcp`, { exact: true }).waitFor()
    await page.getByText('No app is connected yet').waitFor()
    await page.getByRole('button', { name: 'Publisher' }).click()
    await page.getByRole('button', { name: /^and \d+ more$/ }).click()
    await page.getByText('undo_release').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('button', { name: 'Register an app' }).click()
    const panel = page.getByRole('dialog', { name: 'Register an app' })
    await panel.getByLabel('Name').fill('Fieldnote')
    await panel.getByLabel('Return addresses').fill('http://fieldnote.example/done')
    await panel.getByRole('button', { name: 'Register' }).click()
    await panel.getByText(/must be an https address/).waitFor()
    await panel.getByLabel('Return addresses').fill(returnTo)
    await panel.getByRole('button', { name: 'Register' }).click()
    const made = page.getByRole('dialog', { name: 'Fieldnote is registered' })
    const appId = await made.locator('code').innerText()
    await made.getByRole('button', { name: 'Done' }).click()

    const app = await openConsole(t, here, acme, { signedOut: true, at: '/sign-in', ...phone })
    const query = {
      response_type: 'code',
      client_id: appId,
      redirect_uri: returnTo,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }
    await app.page.goto(`/oauth/authorize?${new URLSearchParams(query)}`)
    await app.page.getByLabel('E-mail').fill(lena.email)
    await app.page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('heading', { name: 'Let Fieldnote into acme?' }).waitFor()
    const choose = async (team: string) => {
      await app.page.getByRole('combobox', { name: 'Team' }).click()
      await app.page.getByRole('option', { name: team }).click()
      await app.page.getByRole('heading', { name: `Let Fieldnote into ${team}?` }).waitFor()
    }
    await choose('globex')
    assert.equal(await app.page.getByRole('checkbox').count(), 1)
    assert.ok(await app.page.getByRole('button', { name: 'Allow', exact: true }).isDisabled())
    await choose('acme')
    assert.equal(await app.page.getByRole('checkbox', { name: /^Publish/ }).isChecked(), false)
    assert.deepEqual(await findBarriersInBothSchemes(app.page), [])
    await takePicture(app.page, 'connect-phone')
    await app.page.setViewportSize({ width: 1440, height: 900 })
    await takePicture(app.page, 'connect-dark')
    await app.page.emulateMedia({ colorScheme: 'light' })
    await takePicture(app.page, 'connect')
    // Enter must not allow access while the heading has the focus.
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('button', { name: 'Allow', exact: true }).click()
    await app.page.waitForURL(/\/done\?code=/)

    await page.reload()
    await page.getByText('Lena Brandt · read and draft').waitFor()
    await page.emulateMedia({ colorScheme: 'light' })
    for (const [name, width] of [
      ['programs', 1440],
      ['programs-1024', 1024],
      ['programs-390', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await takePicture(page, name)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await takePicture(page, 'programs-dark')
    await page.getByRole('button', { name: 'End Fieldnote of Lena Brandt' }).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('Fieldnote was ended').waitFor()
    assert.deepEqual((await acme.get('/v0/app_connections')).body.items, [])
    assert.deepEqual(
      complaints.filter((text) => !/status of 400/.test(text)),
      [],
    )
  },
)
