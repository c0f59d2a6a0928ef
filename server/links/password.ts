import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordQueue } from '../threads/passwordQueue.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
/** 16 MB and about 50 ms per attempt. */
const cost = { N: 16_384, r: 8, p: 1 }

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
  return passwordQueue.run(tenantId, () => derive(password.normalize('NFKC'), salt, 32, cost))
}
