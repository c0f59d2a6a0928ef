import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { openIdentityProvider, proveDomain } from '../../server/test/identityProvider.ts'
import { world } from '../../server/test/world.ts'
import { enterKey, findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test(
  'a refused request from before the sign-in does not end the new session, however fast the user signs in',
  options,
  async (t) => {
    const here = await world()
    const { page, complaints } = await openConsole(t, here, here.acme, { signedOut: true, at: '/sign-in' })
    // The console waits half a second for the reason of a session's end; here, the wait lasts until after the
    // sign-in.
    await page.addInitScript(() => {
      const usual = window.setTimeout
      window.setTimeout = ((run: () => void, ms = 0) => usual(run, ms === 500 ? 2_500 : ms)) as never
    })
    await page.goto('/console/programs')
    await enterKey(page, here.acme.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Programs', level: 1 }).waitFor()
    await page.waitForTimeout(2_500)
    assert.match(page.url(), /\/console\/programs$/)
    assert.deepEqual(complaints, [])
  },
)

test(
  'an admin adds an identity provider and a provisioning token; a user signs in and lands on the requested screen',
  options,
  async (t) => {
    const here = await world({ OIDC_ALLOW_PRIVATE: 'true' })
    const { acme } = here
    const idp = await openIdentityProvider(here)
    await proveDomain(here, acme, 'harbor.example')
    const { page } = await openConsole(t, here, acme, { at: '/team?tab=sso' })
    await page.getByRole('button', { name: 'Add a provider' }).click()
    const panel = page.getByRole('dialog', { name: 'Add a provider' })
    await panel.getByLabel('Name').fill('Harbor ID')
    await panel.getByLabel('Issuer').fill(idp.issuer)
    await panel.getByLabel('Client id').fill(idp.input.clientId)
    await panel.getByLabel('Client secret').fill(idp.input.clientSecret)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('Works', { exact: true }).waitFor()
    for (const domain of ['harbor.example', 'harbor-group.example']) {
      await page.getByLabel('Add a domain').fill(domain)
      await page.keyboard.press('Enter')
      await page.getByText(domain, { exact: true }).waitFor()
    }
    await page.getByText('Not proven').waitFor()
    await page.getByRole('button', { name: 'Add a group' }).click()
    await page.getByRole('textbox', { name: 'Group' }).fill('Marketing')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('This is shown only once').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'team-sso')

    idp.become({
      sub: 'elin',
      email: 'elin@harbor.example',
      email_verified: true,
      name: 'Elin Marsh',
      groups: ['Marketing'],
    })
    const at = `/sign-in?tenant=${acme.slug}&to=%2Faccounts`
    const guest = await openConsole(t, here, acme, { signedOut: true, at })
    await guest.page.getByRole('heading', { name: 'Sign in to acme' }).waitFor()
    await takePicture(guest.page, 'sign-in-provider')
    assert.deepEqual(await findBarriersInBothSchemes(guest.page), [])
    await guest.page.getByRole('button', { name: 'Continue with Harbor ID' }).click()
    await guest.page.getByRole('button', { name: /^Elin Marsh/ }).waitFor()
    assert.equal(new URL(guest.page.url()).pathname, '/console/accounts')
    const { items } = (await acme.get('/v0/members')).body
    assert.deepEqual([items[0].name, items[0].role], ['Elin Marsh', 'editor'])

    // A user who can only sign in with a provider confirms there, and the action resumes.
    await guest.page.goto('/console/you')
    await here.db.inTransaction(
      (tx) => tx`
      update console_sessions set confirmed_at = now() - interval '11 minutes' where tenant_id = ${acme.tenantId}`,
    )
    await guest.page.getByRole('button', { name: 'Create key' }).click()
    const keyPanel = guest.page.getByRole('dialog', { name: 'Create a personal key' })
    await keyPanel.getByLabel('Name').fill('Weekly figures')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await keyPanel.getByRole('button', { name: 'Create key' }).click()
    const question = guest.page.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByRole('button', { name: 'Continue with Harbor ID' }).waitFor()
    await takePicture(guest.page, 'confirm-provider')
    await question.getByRole('button', { name: 'Continue with Harbor ID' }).click()
    await guest.page.getByRole('dialog', { name: 'Weekly figures is ready' }).waitFor()
  },
)
