import { createHmac, randomBytes } from 'node:crypto'

/** A new secret in the stored form. */
export function newSecret(): Buffer {
  return randomBytes(32)
}

/** A secret as shown to its owner. */
export function showSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** The headers of one attempt, as specified by Standard Webhooks. During a rotation, both secrets sign. */
export function signedHeaders(secrets: Uint8Array[], id: string, body: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: Uint8Array) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
