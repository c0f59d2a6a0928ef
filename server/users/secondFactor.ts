import type { Reader, Tx } from '../database/database.ts'
import { hashKey } from '../web/auth.ts'
import { plainRecoveryCode } from './totp.ts'

const mostFailures = 5
const pauseMinutes = 15

type Totp = { secret: Buffer; createdAt: string }

export async function findTotp(db: Reader, userId: string): Promise<Totp | undefined> {
  const [row] = await db<Totp[]>`
    select encrypted_secret as secret, created_at from credentials where user_id = ${userId} and kind = 'totp'`
  return row
}

/** `step` is the time step of the code that confirmed the app; the code can't be used again. */
export async function storeTotp(tx: Tx, userId: string, secret: Buffer, step: number): Promise<void> {
  await tx`
    insert into credentials (user_id, credential_id, kind, encrypted_secret, counter)
    values (${userId}, 'totp', 'totp', ${secret}, ${step})
    on conflict (user_id, credential_id) do update
    set encrypted_secret = excluded.encrypted_secret, counter = excluded.counter, created_at = now(), failures = 0,
      paused_until = null`
}

/** Marks the code of a time step as used. False if it was used before, possibly by a concurrent request. */
export async function spendTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const [row] = await tx`
    update credentials set counter = ${step}, failures = 0, last_used_at = now()
    where user_id = ${userId} and kind = 'totp' and counter < ${step} returning user_id`
  return row !== undefined
}

/** Whether too many wrong codes were entered recently. */
export async function isPaused(db: Reader, userId: string): Promise<boolean> {
  const [row] = await db`
    select from credentials where user_id = ${userId} and kind = 'totp' and paused_until > now()`
  return row !== undefined
}

/** Counts a wrong code; the fifth in a row pauses codes for 15 minutes. */
export async function countWrongCode(tx: Tx, userId: string): Promise<void> {
  await tx`
    update credentials set failures = case when failures + 1 >= ${mostFailures} then 0 else failures + 1 end,
      paused_until = case when failures + 1 >= ${mostFailures} then now() + make_interval(mins => ${pauseMinutes}) end
    where user_id = ${userId} and kind = 'totp'`
}

const hashOf = (userId: string, code: string) =>
  hashKey(`${userId} ${plainRecoveryCode(code)}`).toString('hex')

/** Replaces all recovery codes. */
export async function storeRecoveryCodes(tx: Tx, userId: string, codes: string[]): Promise<void> {
  await tx`delete from credentials where user_id = ${userId} and kind = 'recovery_code'`
  const rows = codes.map((code, i) => ({
    userId,
    credentialId: `recovery ${i + 1}`,
    kind: 'recovery_code',
    verifier: hashOf(userId, code),
  }))
  await tx`insert into credentials ${tx.values(rows)}`
}

/** Uses a recovery code. If two requests use it at once, one is refused. */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const [row] = await tx`
    delete from credentials
    where user_id = ${userId} and kind = 'recovery_code' and verifier = ${hashOf(userId, code)} returning user_id`
  if (row) await tx`update credentials set failures = 0 where user_id = ${userId} and kind = 'totp'`
  return row !== undefined
}

export async function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) from credentials where user_id = ${userId} and kind = 'recovery_code'`
  return row?.count ?? 0
}

export async function deleteTotp(tx: Tx, userId: string): Promise<void> {
  await tx`delete from credentials where user_id = ${userId} and kind in ('totp', 'recovery_code')`
}
