import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { databaseNow } from '../database/clock.ts'
import type { Database, Tx } from '../database/database.ts'
import { everyTenant, siteChannel } from '../database/siteChanges.ts'

/** Signs for one purpose; a signature is invalid for any other purpose. */
export type Sign = {
  (purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Reloads the secrets after a rotation. */
  reload(): Promise<void>
  /** The secret that signs now, for threads of this process: see `signBy`. */
  current(): Uint8Array
}

type Secrets = { current: Buffer; previous: { value: Buffer; validUntilMs: number }[] }

/** How long signatures of a replaced secret stay valid. */
const graceHours = 24

/** All nodes sign with one secret in the database, created by the first node that needs it. */
export async function loadSign(db: Database): Promise<Sign> {
  let secrets = await loadSecrets(db)
  const isBy = (secret: Buffer, purpose: string, text: string, signature: string) => {
    const given = Buffer.from(signature, 'base64url')
    const expected = macBy(secret, purpose, text)
    // The text form is compared too: several base64url spellings decode to the same bytes.
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      expected.toString('base64url') === signature
    )
  }
  const verify = (purpose: string, text: string, signature: string) => {
    const { current, previous } = secrets
    if (isBy(current, purpose, text, signature)) return true
    return previous.some(
      ({ value, validUntilMs }) => validUntilMs > databaseNow() && isBy(value, purpose, text, signature),
    )
  }
  const reload = async () => {
    secrets = await loadSecrets(db)
  }
  const sign = (purpose: string, text: string) => signBy(secrets.current)(purpose, text)
  return Object.assign(sign, { verify, reload, current: () => secrets.current })
}

/** Signs with a secret that a thread was given. */
export function signBy(secret: Uint8Array): (purpose: string, text: string) => string {
  return (purpose, text) => macBy(secret, purpose, text).toString('base64url')
}

function macBy(secret: Uint8Array, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()
}

async function loadSecrets(db: Database): Promise<Secrets> {
  return await db.inTransaction(async (tx) => {
    await tx`insert into secrets (name, value) values ('signing', ${randomBytes(32)}) on conflict (name) do nothing`
    const rows = await tx<{ name: string; value: Buffer; untilMs: number | null }[]>`
      select name, value, floor(extract(epoch from valid_until) * 1000)::bigint as until_ms from secrets
      where name = 'signing' or name like ${`${previousName}%`}
      order by valid_until desc nulls first`
    const [current, ...previous] = rows
    return {
      current: current?.value as Buffer,
      previous: previous.map(({ value, untilMs }) => ({ value, validUntilMs: untilMs ?? 0 })),
    }
  })
}

const previousName = 'signing_previous'

/**
 * Replaces the signing secret; every process is notified, and pages are rendered again with it. Each replaced secret
 * stays valid for its own day, however often the secret is replaced meanwhile.
 */
export async function rotateSigningSecret(tx: Tx): Promise<void> {
  await tx`delete from secrets where name like ${`${previousName}%`} and valid_until < now()`
  await tx`
    update secrets
    set name = ${`${previousName}_${randomBytes(8).toString('hex')}`},
      valid_until = now() + ${graceHours} * interval '1 hour'
    where name = 'signing'`
  await tx`insert into secrets (name, value) values ('signing', ${randomBytes(32)})`
  tx.notify(siteChannel, everyTenant)
}
