import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
/** 16 MB and some 50 ms a try. */
const cost = { N: 16_384, r: 8, p: 1 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password.normalize('NFKC'), salt, 32, cost)).toString('base64url')}`
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, cost)
  return timingSafeEqual(given, Buffer.from(expected, 'base64url'))
}
