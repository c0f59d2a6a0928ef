import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A secret as it is stored. */
export function newSecret(): Buffer {
  return randomBytes(32)
}

/** A secret as shown to its owner. */
export function showSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** The headers of one attempt. During a rotation, two secrets give two signatures. */
export function signedHeaders(secrets: Uint8Array[], id: string, body: string, at: Date) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, at, body))
      .join(' '),
  }
}
