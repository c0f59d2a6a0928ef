import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { callConsole } from './own.ts'
import { ProblemError } from './problem.ts'

/** The authenticator's response, for the service to verify. */
export type PasskeyResponse = { token: string; response: object }

/** Whether the browser supports passkeys; they need HTTPS or localhost. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'

/** Loaded on first use. */
const load = () => import('@simplewebauthn/browser')

/** Creates a passkey; `path` returns the challenge. */
export async function createPasskey(path: string, body: object = {}): Promise<PasskeyResponse> {
  type CreationChallenge = { token: string; options: PublicKeyCredentialCreationOptionsJSON }
  const { token, options } = await callConsole<CreationChallenge>('POST', path, body)
  const { startRegistration } = await load()
  return { token, response: await startRegistration({ optionsJSON: options }).catch(refuse) }
}

/** Signs with a passkey that the user chooses. */
export async function signWithPasskey(offer?: { signal: AbortSignal }): Promise<PasskeyResponse> {
  type SignInChallenge = { token: string; options: PublicKeyCredentialRequestOptionsJSON }
  const { token, options } = await callConsole<SignInChallenge>('POST', '/passkey/options', {})
  const { startAuthentication, WebAuthnAbortService } = await load()
  // If the screen was left meanwhile, starting now would cancel the next screen's request.
  offer?.signal.throwIfAborted()
  offer?.signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  const response = startAuthentication({ optionsJSON: options, useBrowserAutofill: offer !== undefined })
  return { token, response: await response.catch(refuse) }
}

/**
 * Offers passkeys in the browser's autofill of the e-mail field until the signal aborts. Resolves when the user
 * chooses one, and never in browsers without this feature; another use of a passkey cancels it.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyResponse> {
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
