import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FairQueue } from '../threads/fairQueue.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
/** 16 MB and about 50 ms per attempt. */
const cost = { N: 16_384, r: 8, p: 1 }

/**
 * Node.js has four threads for this, files, DNS and compression: two stay free. Each tenant gets one of the other two,
 * however many attempts its links receive.
 */
const deriving = new FairQueue({ of: 'passwords', atOnce: 2, ofTenant: 1, waiting: 20, waitMs: 10_000 })

export async function hashPassword(tenantId: string, password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveKey(tenantId, password, salt)
  return `${salt.toString('base64url')}.${key.toString('base64url')}`
}

export async function isPassword(tenantId: string, password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await deriveKey(tenantId, password, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(given, Buffer.from(expected, 'base64url'))
}

function deriveKey(tenantId: string, password: string, salt: Buffer): Promise<Buffer> {
  return deriving.run(tenantId, () => derive(password.normalize('NFKC'), salt, 32, cost))
}
