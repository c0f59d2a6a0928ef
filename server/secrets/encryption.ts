import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'

const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16

/** The stored bytes were encrypted with another key, or for another purpose, or were altered. */
export class DecryptionError extends Error {}

type KeyConfig = Pick<Config, 'encryptionKey' | 'previousEncryptionKeys' | 'dataDir'>

/**
 * Encrypts stored secrets (AES-256-GCM). The key is not in the database: a dump alone reveals nothing. `purpose` is
 * authenticated with the text, so that a ciphertext copied to another row or tenant does not decrypt.
 */
export class Encryption {
  readonly #config: KeyConfig
  #key: Promise<Buffer> | undefined

  constructor(config: KeyConfig) {
    this.#config = config
  }

  async encrypt(purpose: string, text: string): Promise<Buffer> {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', await this.#loadKey(), nonce).setAAD(Buffer.from(purpose))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), encrypted])
  }

  /** Decrypts with the current key or a previous one. */
  async decrypt(purpose: string, stored: Buffer): Promise<string> {
    const keys = [await this.#loadKey(), ...this.#config.previousEncryptionKeys]
    for (const key of keys) {
      const text = decryptWith(key, purpose, stored)
      if (text !== undefined) return text
    }
    throw new DecryptionError('the key does not fit')
  }

  /** The same text, encrypted with the current key; undefined if it already is. */
  async reencrypt(purpose: string, stored: Buffer): Promise<Buffer | undefined> {
    if (decryptWith(await this.#loadKey(), purpose, stored) !== undefined) return undefined
    return await this.encrypt(purpose, await this.decrypt(purpose, stored))
  }

  #loadKey(): Promise<Buffer> {
    this.#key ??= this.#readKey().catch((error) => {
      this.#key = undefined
      throw error
    })
    return this.#key
  }

  async #readKey(): Promise<Buffer> {
    const { encryptionKey, dataDir } = this.#config
    if (encryptionKey) return encryptionKey
    const path = join(dataDir, 'encryption.key')
    await mkdir(dataDir, { recursive: true })
    // If several processes start together, one writes the file and all read it.
    await writeFile(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
    const key = Buffer.from(await readFile(path, 'utf8'), 'base64')
    if (key.length !== 32) throw new Error(`${path} does not hold 32 bytes in base64`)
    return key
  }
}

/** Undefined when the value was encrypted with another key or for another purpose, or was altered. */
function decryptWith(key: Buffer, purpose: string, stored: Buffer): string | undefined {
  const textAt = 1 + nonceBytes + tagBytes
  if (stored[0] !== formatVersion || stored.length < textAt) throw new DecryptionError('unknown format')
  const nonce = stored.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.from(purpose))
    .setAuthTag(stored.subarray(1 + nonceBytes, textAt))
  try {
    return Buffer.concat([decipher.update(stored.subarray(textAt)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
