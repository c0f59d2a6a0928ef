/*
 * Passes a secret through a channel that others can read, such as the address of a page: only the recipient, who made the
 * public key, can open it. ECDH over P-256 with a fresh key on both sides, then AES-GCM.
 */

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const publicKeyBytes = 65
const ivBytes = 12

export async function newRecipient(): Promise<{
  publicKey: string
  open: (sealed: string) => Promise<string>
}> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveKey'])
  return {
    publicKey: await exportKey(own.publicKey),
    async open(sealed) {
      const bytes = decode(sealed)
      const sender = await importKey(bytes.slice(0, publicKeyBytes))
      const key = await agree(own.privateKey, sender)
      const iv = bytes.slice(publicKeyBytes, publicKeyBytes + ivBytes)
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv },
        key,
        bytes.slice(publicKeyBytes + ivBytes),
      )
      return new TextDecoder().decode(text)
    },
  }
}

/** Seals a text for the holder of a public key; safe in an address. */
export async function seal(publicKey: string, text: string): Promise<string> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveKey'])
  const key = await agree(own.privateKey, await importKey(decode(publicKey)))
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return encode(new Uint8Array([...decode(await exportKey(own.publicKey)), ...iv, ...new Uint8Array(sealed)]))
}

async function agree(own: CryptoKey, other: CryptoKey): Promise<CryptoKey> {
  const algorithm = { name: 'AES-GCM', length: 256 }
  return await crypto.subtle.deriveKey({ name: 'ECDH', public: other }, own, algorithm, false, [
    'encrypt',
    'decrypt',
  ])
}

async function exportKey(key: CryptoKey): Promise<string> {
  return encode(new Uint8Array(await crypto.subtle.exportKey('raw', key)))
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return await crypto.subtle.importKey('raw', bytes, curve, true, [])
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
