import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../server/test/browser.ts'
import { goodPassword, newMember } from '../../server/test/members.ts'
import { world } from '../../server/test/world.ts'
import { addAuthenticator } from '../test/authenticator.ts'
import { findBarriersInBothSchemes, openConsole, phone, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test(
  'an admin invites a user, who joins in another window, gets another role, and is signed out within a second of removal',
  options,
  async (t) => {
    const here = await world()
    const { acme } = here
    const lena = await newMember(here, acme, { role: 'admin', name: 'Lena Brandt' })
    await newMember(here, acme, { role: 'publisher', name: 'Jonas Reuter' })
    const admin = await openConsole(t, here, acme, { signedOut: true, at: '/team' })
    const { page } = admin
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await takePicture(page, 'sign-in')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByLabel('E-mail').fill(lena.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong wrong wrong')
    await page.keyboard.press('Enter')
    await page.getByText('E-mail and password don’t go together').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(goodPassword)
    await page.keyboard.press('Enter')

    await page.getByText('Jonas Reuter').waitFor()
    await page.getByRole('button', { name: /^Lena Brandt/ }).waitFor()
    await page.keyboard.press('c')
    const panel = page.getByRole('dialog', { name: 'Invite people' })
    await panel.getByRole('button', { name: 'Create link' }).click()
    await panel.getByText('Enter at least one e-mail address.').waitFor()
    await panel.getByLabel('E-mail addresses').fill('elin@brightside.example, elin-brightside')
    await page.keyboard.press('Enter')
    await panel.getByText('“elin-brightside” is not an e-mail address.').waitFor()
    await panel.getByRole('button', { name: 'Remove elin@brightside.example' }).waitFor()
    assert.equal(await panel.getByLabel('E-mail addresses').inputValue(), 'elin-brightside')
    await panel.getByLabel('E-mail addresses').fill(lena.email)
    await page.keyboard.press('Enter')
    await panel.getByText('is here already, as admin').waitFor()
    await panel.getByRole('radio', { name: /^Viewer/ }).click()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'team-invite')
    await panel.getByRole('button', { name: 'Create link' }).click()
    const made = page.getByRole('dialog', { name: 'Pass on the links' })
    const url = await made.locator('code').innerText()
    await made.getByRole('button', { name: 'Done' }).click()
    await page.getByText('elin@brightside.example').waitFor()
    await takePicture(page, 'team')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Name of the team').fill('Acme Chilled')
    await page.getByLabel('Name of the team').blur()
    await page.getByRole('button', { name: /^Lena Brandt\s*Acme Chilled/ }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'team-settings')
    await page.getByRole('tab', { name: 'People' }).click()

    const guest = await openConsole(t, here, acme, {
      signedOut: true,
      at: `/invitation#${url.split('#')[1]}`,
      ...phone,
    })
    await guest.page.getByRole('heading', { name: 'Join Acme Chilled' }).waitFor()
    await guest.page.getByText('You will be a viewer').waitFor()
    assert.ok(!guest.page.url().includes('token'))
    assert.deepEqual(await findBarriersInBothSchemes(guest.page), [])
    await takePicture(guest.page, 'invitation-phone')
    await addAuthenticator(guest.page)
    await guest.page.getByLabel('Your name').fill('Elin Marsh')
    await guest.page.getByRole('button', { name: 'Create a passkey and join' }).click()
    await guest.page.waitForURL('**/console/home')
    // The passkey is enough to sign in again.
    await guest.page.context().clearCookies()
    // In a browser without passkey autofill.
    await guest.page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await guest.page.goto('/console/you')
    await guest.page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await guest.page.getByText('First passkey').waitFor()
    await guest.page.getByLabel('Name', { exact: true }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(guest.page), [])
    await takePicture(guest.page, 'you-phone')

    await page.reload()
    const row = page.getByRole('row', { name: /Elin Marsh/ })
    await row.getByRole('button', { name: 'Role of Elin Marsh: Viewer' }).click()
    await page.getByRole('menuitemradio', { name: 'Editor' }).click()
    await page.getByText('Elin Marsh is now editor').waitFor()
    await guest.page.goto('/console/audit')
    await guest.page
      .getByText('Only admins can open this. You are an editor: ask an admin of the team.')
      .waitFor()
    await page.getByRole('row', { name: /Elin Marsh.*Passkey/ }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.getByRole('tab', { name: 'Roles' }).click()
    await page.getByText('Only you').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'team-roles')
    await page.getByRole('tab', { name: /People/ }).click()
    await row.getByRole('button', { name: 'Actions for Elin Marsh' }).click()
    await page.getByRole('menuitem', { name: 'Remove from the team' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Elin Marsh was removed').waitFor()
    await guest.page.getByText('You are no longer in the team.').waitFor()
    const expected = /status of (400|401)/
    assert.deepEqual(
      [...admin.complaints, ...guest.complaints].filter((text) => !expected.test(text)),
      [],
    )
  },
)
