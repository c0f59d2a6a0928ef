import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { databaseNow } from '../database/clock.ts'

/** The values recommended by RFC 6238 and supported by all authenticator apps: SHA-1, six digits, 30 seconds. */
const stepMs = 30_000
const digits = 6
const secretBytes = 20
/** Codes of the previous and the next step are accepted, because clocks differ. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): string {
  return toBase32(randomBytes(secretBytes))
}

/** The URI for the QR code that apps scan. */
export function totpUri(secret: string, account: string): string {
  const label = `Foyer:${account}`
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Foyer`
}

/**
 * The time step of a code that is currently valid, or undefined. Each step may be used once, so the caller stores it.
 */
export function stepOfCode(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const now = Math.floor(databaseNow() / stepMs)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, i) => now - tolerance + i)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)))
}

/** RFC 4226: four bytes of the MAC, at an offset given by its last byte. */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
export const recoveryCodeCount = 10

/** Eight characters, none easily confused, about 40 bits: at most five are tried in 15 minutes. */
export function newRecoveryCode(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Normalises a code as typed: in any case, with or without the dash. */
export function plainRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
