import type { Shapes } from './shapes.ts'

/** An event that Foyer sends to webhooks; `type` says which. */
export type WebhookEvent = {
  [N in keyof Shapes]: N extends `${string}Event` ? Shapes[N] : never
}[keyof Shapes]

/** A webhook that must not be trusted. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

export type VerifyOptions = {
  /** How old or how far ahead of this clock a webhook may be; five minutes by default. */
  toleranceSeconds?: number
}

type WebhookHeaders = Record<string, string | string[] | undefined> | { get(name: string): string | null }

/**
 * Checks the signature and the age of a webhook, and returns its event. `body` is the text of the request, before any
 * parsing. During a rotation, several secrets may be given.
 */
export async function verifyWebhook(
  body: string,
  headers: WebhookHeaders,
  secret: string | string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    read(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('A header of the webhook is missing.')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw new WebhookError('The webhook is too old, or from the future.')
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  for (const one of [secret].flat())
    for (const signature of given) if (await isSignedBy(one, signature, signed)) return JSON.parse(body)
  throw new WebhookError('No signature of the webhook fits the secret.')
}

function read(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Record<string, string | string[] | undefined>)[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Compares in constant time, as `verify` does. */
async function isSignedBy(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secretBytes = decode(secret.replace(/^whsec_/, ''))
  const signatureBytes = decode(signature)
  if (!secretBytes) throw new WebhookError('The secret is not one of a webhook subscription: whsec_…')
  if (!signatureBytes) return false
  const key = await crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['verify'])
  return await crypto.subtle.verify('HMAC', key, signatureBytes, signed)
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
