import { randomFillSync } from 'node:crypto'

/** Every kind of id there is. The prefix names the kind; the rest is a UUIDv7 in base32, so ids sort by creation. */
export const idPrefixes = [
  'tenant',
  'brand',
  'page',
  'audience',
  'version',
  'message',
  'asset',
  'file',
  'account',
  'account_log',
  'person',
  'person_log',
  'activity',
  'page_link',
  'tenant_domain',
  'webhook',
  'delivery',
  'key',
  'submission',
  'visit',
  'notice',
  'channel',
  'field',
  'template',
  'batch',
  'release',
  'schedule',
] as const

export type IdPrefix = (typeof idPrefixes)[number]

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${newUuid()}`
}

/** The id of something that is known by a UUID. */
export function idOf(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${toBase32(Buffer.from(uuid.replaceAll('-', ''), 'hex'))}`
}

export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[a-z0-9]{26}$`
}

/** Sorts before every id of this kind made at that time or later. */
export function firstIdAt(prefix: IdPrefix, milliseconds: number): string {
  const time = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0')
  return idOf(prefix, `${time}70008000000000000000`)
}

/** Random bytes for many UUIDs, as asking for them takes longer than the rest. */
const random = Buffer.alloc(4_000)
let used = random.length
const uuid = Buffer.alloc(16)
let lastMs = 0
/** The 12 bits after the version: random in the first UUID of a millisecond, then one more each time. */
let counter = 0

/** A UUIDv7 in base32. Those that a process makes sort by creation. */
export function newUuid(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  random.copy(uuid, 6, used, used + 10)
  used += 10
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = uuid.readUInt16BE(6) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  uuid.writeUIntBE(lastMs, 0, 6)
  uuid.writeUInt16BE(0x7000 | counter, 6)
  uuid.writeUInt8(0x80 | (uuid.readUInt8(8) & 0x3f), 8)
  return toBase32(uuid)
}

const digits = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz')
const text = Buffer.alloc(26)

/** Two bits that are zero and the 128 of a UUID, five to a digit. */
function toBase32(bytes: Buffer): string {
  let [bits, count, length] = [0, 2, 0]
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff
    count += 8
    while (count >= 5) {
      count -= 5
      text.writeUInt8(digits.readUInt8((bits >> count) & 31), length++)
    }
  }
  return text.toString('latin1')
}

/** A tenant's slug is a label of the host name of its site. */
export const slugPattern = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
