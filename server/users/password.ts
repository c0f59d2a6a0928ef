import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordQueue } from '../threads/passwordQueue.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
/** 19 MiB and about 40 ms per attempt, as OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** The salt and hash of a PHC string, with their cost. */
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{16,64})\$([\w+/]{16,128})$/

/** `waiting` identifies the caller in the queue: a network, or a tenant. */
export async function hashPassword(waiting: string, password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await deriveTag(waiting, password, { ...cost, nonce: salt, tagLength })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Takes equally long for a user without a password, and for an unknown user. */
export async function isPassword(
  waiting: string,
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(hash ?? unknownHash) ?? []
  const expected = Buffer.from(tag, 'base64')
  const given = await deriveTag(waiting, password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(given, expected) && hash !== undefined
}

function deriveTag(
  waiting: string,
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return passwordQueue.run(waiting, () => derive('argon2id', { message, ...parameters }))
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

/** A hash without a known password. */
const unknownHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`
