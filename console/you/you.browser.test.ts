import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { noBrowser } from '../../server/test/browser.ts'
import { goodPassword, newMember } from '../../server/test/members.ts'
import { world } from '../../server/test/world.ts'
import { codeOfStep } from '../../server/users/totp.ts'
import { addAuthenticator } from '../test/authenticator.ts'
import { findBarriersInBothSchemes, openConsole, takePicture } from '../test/console.ts'

const options = { skip: noBrowser, timeout: 120_000 }

test(
  'a user manages their name, passkey, second factor, sessions and keys, and has to confirm again after a while',
  options,
  async (t) => {
    const here = await world()
    const { acme, db } = here
    const lena = await newMember(here, acme, { role: 'admin', name: 'Lena Brandt' })
    const at = '/sign-in?to=https%3A%2F%2Fevil.example%2F'
    const { page, complaints } = await openConsole(t, here, acme, { signedOut: true, at })
    const authenticator = await addAuthenticator(page)
    const signIn = async () => {
      await page.getByLabel('E-mail').fill(lena.email)
      await page.getByLabel('Password', { exact: true }).fill(goodPassword)
      await page.keyboard.press('Enter')
    }
    await signIn()
    // Targets outside of the console are ignored.
    await page.waitForURL('**/console/home')
    await page.goto('/console/you')
    await page.getByLabel('Name', { exact: true }).fill('Lena B.')
    await page.getByLabel('Name', { exact: true }).blur()
    await page.getByText('Saved just now').waitFor()
    await page.getByRole('button', { name: /^Lena B\./ }).waitFor()
    await page.getByText('This one').waitFor()
    // Dates and numbers follow the profile, also in the next window.
    await page.getByRole('combobox', { name: 'Language of dates and numbers' }).click()
    await page.getByRole('option', { name: 'Austrian German' }).click()
    await page.getByText('· 12\u00a0400,50').waitFor()
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).filter({ hasText: 'now' }).waitFor()
    await page.goto('/console/audit')
    const row = page.getByRole('row', { name: /profile/i }).first()
    const clock = { timeZone: 'Pacific/Kiritimati', hour: '2-digit', hourCycle: 'h23' } as const
    const hour = new Intl.DateTimeFormat('en', clock).format(new Date())
    await row.getByText(new RegExp(`^${hour}:\\d\\d$`)).waitFor()
    await page.goto('/console/you')
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#36a' } })
      .png()
      .toBuffer()
    const file = { name: 'me.png', mimeType: 'image/png', buffer: picture }
    await page.getByLabel('Picture').setInputFiles(file)
    await page.getByRole('button', { name: 'Change picture' }).waitFor()
    // The pictures in the profile and in the rail.
    await page.locator('img[src*="/picture?v="]').nth(1).waitFor()

    await page.getByRole('button', { name: 'Set up' }).click()
    const panel = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await panel.getByAltText('QR code for the authenticator app').waitFor()
    const secret = (await panel.locator('code').innerText()).replaceAll(' ', '')
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'you-totp')
    const step = () => Math.floor(Date.now() / 30_000)
    await panel.getByLabel('Code that the app shows').fill(codeOfStep(secret, step() - 1))
    await panel.getByRole('button', { name: 'Turn on' }).click()
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await saved.getByRole('listitem').nth(9).waitFor()
    await saved.getByRole('button', { name: 'I saved them' }).click()
    await page.getByText('10 of 10 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('First passkey').waitFor()

    // The action resumes after the confirmation.
    await db.inTransaction(
      (tx) => tx`
      update console_sessions set confirmed_at = now() - interval '11 minutes' where tenant_id = ${acme.tenantId}`,
    )
    await page.getByRole('button', { name: 'Create key' }).click()
    const keyPanel = page.getByRole('dialog', { name: 'Create a personal key' })
    await keyPanel.getByLabel('Name').fill('Weekly figures')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await keyPanel.getByRole('button', { name: 'Create key' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByRole('button', { name: 'Use your passkey' }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'you-confirm')
    await question.getByRole('button', { name: 'Use your passkey' }).click()
    const made = page.getByRole('dialog', { name: 'Weekly figures is ready' })
    const key = await made.getByText(/^foyer_/).innerText()
    assert.equal((await here.withKey(acme, key).get('/v0/me')).body.user.userId, lena.userId)
    await made.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Weekly figures').waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await page.setViewportSize({ width: 1440, height: 1500 })
    await takePicture(page, 'you')

    await authenticator.setPresent(false)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await takePicture(page, 'sign-in-passkey')
    await signIn()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    assert.deepEqual(await findBarriersInBothSchemes(page), [])
    await takePicture(page, 'sign-in-second')
    await page.getByLabel('Digit 1').click()
    await page.keyboard.type('000000')
    await page.getByText('The code is wrong').waitFor()
    await page.getByLabel('Digit 1').click()
    await page.keyboard.type(codeOfStep(secret, step()))
    await page.waitForURL('**/console/home')
    assert.deepEqual(
      complaints.filter((text) => !/status of (401|403)/.test(text)),
      [],
    )
  },
)
