import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from '../../server/test/browser.ts'
import { onlyThorough } from '../../server/test/environment.ts'
import { openIdentityProvider, proveDomain } from '../../server/test/identityProvider.ts'
import { world } from '../../server/test/world.ts'
import { addAuthenticator } from '../test/authenticator.ts'
import { openConsole, takePicture } from '../test/console.ts'
import { ask, openStudio, wide } from '../test/studio.ts'

/** Resolves with the time at which an idle window shows the sign-in screen. */
async function untilOut({ page }: { page: Page }): Promise<number> {
  await page.getByText('You are no longer in the team.').waitFor()
  return performance.now()
}

test('two invited users sign in by passkey and provider, edit and publish, the log records it, and removal ends both sessions at once', {
  skip: noBrowser || onlyThorough,
  timeout: 180_000,
}, async (t) => {
  const here = await world({ OIDC_ALLOW_PRIVATE: 'true' })
  const { acme } = here
  const idp = await openIdentityProvider(here, { own: true })
  await proveDomain(here, acme, 'quayside.example')
  await acme.post('/v0/identity_providers', { ...idp.input, domains: ['quayside.example'] })
  const invite = async (email: string, role: string) =>
    (await acme.post('/v0/invitations', { email, role, send: false })).body.url as string
  const editorLink = await invite('elin@brightside.example', 'editor')
  await invite('jonas@quayside.example', 'publisher')
  const admin = await openStudio(t, here)

  const editor = await openConsole(t, here, acme, {
    signedOut: true,
    at: `/invitation#${editorLink.split('#')[1]}`,
    ...wide,
  })
  const authenticator = await addAuthenticator(editor.page)
  await editor.page.getByLabel('Your name').fill('Elin Marsh')
  await editor.page.getByRole('button', { name: 'Create a passkey and join' }).click()
  await editor.page.waitForURL('**/console/home')
  await editor.page.context().clearCookies()
  // The virtual authenticator answers only during the sign-in.
  await authenticator.setPresent(false)
  await editor.page.goto(`/console${admin.at}`)
  await editor.page.getByRole('heading', { name: /^Sign in/ }).waitFor()
  await authenticator.setPresent(true)
  // Autofill in the e-mail field may sign in before the button is clicked.
  const byButton = editor.page.getByRole('button', { name: 'Continue with a passkey' })
  await byButton.click({ timeout: 5_000 }).catch(() => undefined)
  await editor.page.getByRole('textbox', { name: /^Ask for a change to/ }).waitFor()
  await authenticator.setPresent(false)
  await ask(editor.page, 'Change the headline to "Chilled all the way"')
  const stage = editor.page.frameLocator('iframe')
  await stage.getByRole('heading', { name: 'Chilled all the way' }).waitFor()
  await editor.page.getByRole('button', { name: /^Version 3 Draft/ }).waitFor()
  assert.equal(await editor.page.getByRole('button', { name: /^Publish changes/ }).count(), 0)

  idp.become({ sub: 'j', email: 'jonas@quayside.example', email_verified: true, name: 'Jonas Reuter' })
  const at = `/sign-in?tenant=${acme.slug}&to=${encodeURIComponent(admin.at)}`
  const publisher = await openConsole(t, here, acme, { signedOut: true, at, ...wide })
  await publisher.page.getByRole('button', { name: 'Continue with Harbor ID' }).click()
  await publisher.page.getByRole('button', { name: /^Publish changes/ }).click()
  const share = publisher.page.getByRole('dialog')
  await share.getByRole('button', { name: /^Publish and copy link/ }).click()
  await share.getByRole('heading', { name: /is live$/ }).waitFor()
  await share.getByRole('button', { name: 'Done' }).click()

  // Objects that she creates have her as their author.
  const make = async (path: string, data: object) => {
    const headers = { 'x-foyer-console': '1', origin: new URL(editor.page.url()).origin }
    const answer = await editor.page.request.post(`/console/api/v0${path}`, { data, headers })
    assert.equal(answer.status(), 201, await answer.text())
    return await answer.json()
  }
  const { accountId } = await make('/accounts', { domain: 'initech.example', name: 'Initech' })
  await make(`/accounts/${accountId}/logs`, { text: 'They use nine spreadsheets.' })
  const everyone = await acme.post('/v0/pages', { name: 'Fair', pageType: 'custom' })
  const { audienceId } = await make(`/pages/${everyone.body.pageId}/audiences`, {})
  await make('/page_links', { path: '/elin', target: { targetType: 'audience', audienceId } })
  const { page } = admin
  await page.getByRole('button', { name: /^Version 3 (Draft|Live)/ }).click()
  await page.getByRole('menuitem', { name: /Version 3.*Agent for Elin Marsh/ }).waitFor()
  await takePicture(page, 'versions-who')
  for (const [at, row] of [
    [`/accounts/${accountId}`, page.getByText('Elin Marsh noted')],
    ['/releases', page.getByRole('row', { name: /Jonas Reuter/ })],
    ['/links', page.getByRole('row', { name: /elin .*Elin Marsh/ })],
  ] as const) {
    await page.goto(`/console${at}`)
    await row.first().waitFor()
  }
  await takePicture(page, 'links-who')
  await page.goto('/console/audit')
  await page.getByRole('row', { name: /Elin Marsh sent a message to the agent/ }).waitFor()
  await page.getByRole('row', { name: /Jonas Reuter finished a release of 1/ }).waitFor()

  const watching = editor.page.waitForResponse('**/session/events')
  await editor.page.goto('/console/accounts')
  await watching
  const { items } = (await acme.get('/v0/members')).body
  const out = Promise.all([untilOut(editor), untilOut(publisher)])
  for (const { userId } of items) assert.equal((await acme.delete(`/v0/members/${userId}`)).status, 204)
  const removedAt = performance.now()
  // One second, plus the time that two windows need to show it while other tests run.
  for (const at of await out) assert.ok(at - removedAt < 3_000, `${at - removedAt} ms`)
  await takePicture(editor.page, 'sign-in-removed')
  assert.match(editor.page.url(), /\/console\/sign-in\?ended=removed$/)
  const expected = /status of 401/
  assert.deepEqual(
    [...admin.complaints, ...editor.complaints, ...publisher.complaints].filter(
      (text) => !expected.test(text),
    ),
    [],
  )
})
