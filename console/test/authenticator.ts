import type { Page } from 'playwright-core'

/** Gives a page an authenticator that has passkeys and recognises its owner by itself. */
export async function addAuthenticator(page: Page): Promise<void> {
  const tab = await page.context().newCDPSession(page)
  await tab.send('WebAuthn.enable')
  await tab.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
