import type { Page } from 'playwright-core'

/**
 * Gives a page an authenticator that has passkeys and recognises its owner by itself. While they are present, it takes
 * every offer of the browser at once, also that of the sign-in screen.
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
