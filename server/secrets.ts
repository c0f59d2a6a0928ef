import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from './db.ts'

/** Signs for one purpose; a signature made for one purpose is worthless for another. */
export type Sign = {
  (purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** All nodes sign with the one secret that lives in the database, made by whoever comes first. */
export async function loadSign(db: Database): Promise<Sign> {
  const secret = await db.inTransaction(async (tx) => {
    await tx`insert into secrets (name, value) values ('signing', ${randomBytes(32)}) on conflict (name) do nothing`
    const [row] = await tx<{ value: Buffer }[]>`select value from secrets where name = 'signing'`
    return row?.value as Buffer
  })
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()
  const verify = (purpose: string, text: string, signature: string) => {
    const given = Buffer.from(signature, 'base64url')
    const expected = mac(purpose, text)
    // The text form is compared too: base64url has spellings that decode to the same bytes.
    return (
      given.length === expected.length &&
      timingSafeEqual(given, expected) &&
      expected.toString('base64url') === signature
    )
  }
  return Object.assign((purpose: string, text: string) => mac(purpose, text).toString('base64url'), {
    verify,
  })
}
