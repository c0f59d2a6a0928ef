import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database, Tx } from '../database/database.ts'
import { everyTenant, siteChannel } from '../database/siteChanges.ts'

/** Signs for one purpose; a signature made for one purpose is worthless for another. */
export type Sign = {
  (purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Reads the secrets anew, after they were rotated. */
  reload(): Promise<void>
}

type Secrets = { current: Buffer; previous?: { value: Buffer; validUntilMs: number } }

/** How long signatures by the secret before stay good. */
const graceHours = 24

/** All nodes sign with the one secret that lives in the database, made by whoever comes first. */
export async function loadSign(db: Database): Promise<Sign> {
  let secrets = await loadSecrets(db)
  const macBy = (secret: Buffer, purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()
  const isBy = (secret: Buffer, purpose: string, text: string, signature: string) => {
    const given = Buffer.from(signature, 'base64url')
    const expected = macBy(secret, purpose, text)
    // The text form is compared too: base64url has spellings that decode to the same bytes.
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      expected.toString('base64url') === signature
    )
  }
  const verify = (purpose: string, text: string, signature: string) => {
    const { current, previous } = secrets
    if (isBy(current, purpose, text, signature)) return true
    const isPreviousGood = previous !== undefined && previous.validUntilMs > Date.now()
    return isPreviousGood && isBy(previous.value, purpose, text, signature)
  }
  const reload = async () => {
    secrets = await loadSecrets(db)
  }
  const sign = (purpose: string, text: string) => macBy(secrets.current, purpose, text).toString('base64url')
  return Object.assign(sign, { verify, reload })
}

async function loadSecrets(db: Database): Promise<Secrets> {
  return await db.inTransaction(async (tx) => {
    await tx`insert into secrets (name, value) values ('signing', ${randomBytes(32)}) on conflict (name) do nothing`
    const rows = await tx<{ name: string; value: Buffer; untilMs: number | null }[]>`
      select name, value, floor(extract(epoch from valid_until) * 1000)::bigint as until_ms from secrets
      where name in ('signing', 'signing_previous')`
    const find = (name: string) => rows.find((row) => row.name === name)
    const previous = find('signing_previous')
    return {
      current: find('signing')?.value as Buffer,
      ...(previous ? { previous: { value: previous.value, validUntilMs: previous.untilMs ?? 0 } } : {}),
    }
  })
}

/** Replaces the signing secret; every process is told, and pages are drawn anew with the new one. */
export async function rotateSigningSecret(tx: Tx): Promise<void> {
  await tx`
    insert into secrets (name, value, valid_until)
    select 'signing_previous', value, now() + ${graceHours} * interval '1 hour' from secrets where name = 'signing'
    on conflict (name) do update set value = excluded.value, valid_until = excluded.valid_until`
  await tx`
    insert into secrets (name, value) values ('signing', ${randomBytes(32)})
    on conflict (name) do update set value = excluded.value`
  tx.notify(siteChannel, everyTenant)
}
