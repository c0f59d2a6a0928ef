import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { callConsole } from './own.ts'
import { ProblemError } from './problem.ts'

/** The answer of an authenticator, for the service. */
export type PasskeyAnswer = { token: string; response: object }

/** Whether this browser has passkeys; they need https, or localhost. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'

/** Loaded when a passkey is used. */
const load = () => import('@simplewebauthn/browser')

/** Has the browser make a passkey; `path` gives the challenge. */
export async function createPasskey(path: string, body: object = {}): Promise<PasskeyAnswer> {
  type Options = { token: string; options: PublicKeyCredentialCreationOptionsJSON }
  const { token, options } = await callConsole<Options>('POST', path, body)
  const { startRegistration } = await load()
  return { token, response: await startRegistration({ optionsJSON: options }).catch(refuse) }
}

/** Has the browser sign with a passkey that the person chooses. */
export async function signWithPasskey(offer?: { signal: AbortSignal }): Promise<PasskeyAnswer> {
  type Options = { token: string; options: PublicKeyCredentialRequestOptionsJSON }
  const { token, options } = await callConsole<Options>('POST', '/passkey/options', {})
  const { startAuthentication, WebAuthnAbortService } = await load()
  // An offer of a screen that was left meanwhile would end that of the next one.
  offer?.signal.throwIfAborted()
  offer?.signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  const response = startAuthentication({ optionsJSON: options, useBrowserAutofill: offer !== undefined })
  return { token, response: await response.catch(refuse) }
}

/**
 * Offers passkeys among what the browser fills into the e-mail field, until the signal ends it. Resolves when one is
 * chosen, and never where the browser has no such offer; another use of a passkey ends it.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyAnswer> {
  const isAvailable = hasPasskeys && (await PublicKeyCredential.isConditionalMediationAvailable?.())
  return isAvailable ? await signWithPasskey({ signal }) : await new Promise(() => {})
}

function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new ProblemError({
    status: 400,
    code: 'passkey_cancelled',
    title: isKnown ? 'This device has a passkey for you already' : 'No passkey was used',
    detail: isKnown
      ? 'Use it, or another device.'
      : 'It was cancelled, or none is here. Try again, or go another way.',
  })
}
