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

/** Loaded when somebody uses a passkey. */
const load = () => import('@simplewebauthn/browser')

/** Has the browser make a passkey; `path` gives the challenge. */
export async function createPasskey(path: string, body: object = {}): Promise<PasskeyAnswer> {
  type Options = { token: string; options: PublicKeyCredentialCreationOptionsJSON }
  const { token, options } = await callConsole<Options>('POST', path, body)
  const { startRegistration } = await load()
  return { token, response: await startRegistration({ optionsJSON: options }).catch(refuse) }
}

/** Has the browser sign with a passkey that the person chooses. */
export async function signWithPasskey({ useBrowserAutofill = false } = {}): Promise<PasskeyAnswer> {
  type Options = { token: string; options: PublicKeyCredentialRequestOptionsJSON }
  const { token, options } = await callConsole<Options>('POST', '/passkey/options', {})
  const { startAuthentication } = await load()
  return {
    token,
    response: await startAuthentication({ optionsJSON: options, useBrowserAutofill }).catch(refuse),
  }
}

/**
 * Offers passkeys among what the browser fills into the e-mail field. Resolves when one is chosen, and never where the
 * browser has no such offer; another use of a passkey ends it.
 */
export async function offerPasskeys(): Promise<PasskeyAnswer> {
  const isAvailable = hasPasskeys && (await PublicKeyCredential.isConditionalMediationAvailable?.())
  if (!isAvailable) return await new Promise(() => {})
  isOffered = true
  return await signWithPasskey({ useBrowserAutofill: true })
}

let isOffered = false

/** Ends the offer when the screen is left. */
export async function withdrawOffer(): Promise<void> {
  if (!isOffered) return
  isOffered = false
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
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
