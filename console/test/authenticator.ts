import type { Page } from 'playwright-core'

/**
 * Adds a virtual authenticator with passkeys and automatic user verification. While it is present, it accepts every
 * request at once, including autofill on the sign-in screen.
 */
export async function addAuthenticator(page: Page) {
  const tab = await page.context().newCDPSession(page)
  await tab.send('WebAuthn.enable')
  const { authenticatorId } = await tab.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: (enabled: boolean) =>
      tab.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
