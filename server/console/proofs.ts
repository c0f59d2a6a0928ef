import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { totpPurpose } from '../secrets/encryptedColumns.ts'
import { findPasswordHash } from '../users/credentials.ts'
import { notePasskeyUse, readAuthentication } from '../users/passkeys.ts'
import { isPassword } from '../users/password.ts'
import {
  countWrongCode,
  findTotp,
  isPaused,
  spendRecoveryCode,
  spendTotpStep,
} from '../users/secondFactor.ts'
import { spendStep } from '../users/steps.ts'
import { stepOfCode } from '../users/totp.ts'

type ProofContext = Pick<AppContext, 'db' | 'encryption' | 'publicUrl'>
type PasskeyAnswer = { token: string; response: unknown }

/**
 * Returns the user whose passkey answered the challenge of `token`. A challenge can be used once, whatever the result.
 */
export async function provePasskey(
  { db, publicUrl }: ProofContext,
  { token, response }: PasskeyAnswer,
): Promise<string | undefined> {
  const step = await db.inTransaction((tx) => spendStep(tx, 'passkey', token))
  // Challenges for new passkeys belong to a user or an invitation.
  const challenge = step?.userId === null && !step.data.invitation ? step.data.challenge : undefined
  if (typeof challenge !== 'string') return undefined
  const proof = await readAuthentication(db.read, publicUrl(), response, challenge)
  if (proof) await db.inTransaction((tx) => notePasskeyUse(tx, proof))
  return proof?.userId
}

/** Throws unless the code is from the user's app or a recovery code, and was not used before. */
export async function proveCode(
  { db, encryption }: ProofContext,
  userId: string,
  { code, recoveryCode }: { code?: string; recoveryCode?: string },
): Promise<void> {
  if (await isPaused(db.read, userId)) throw paused()
  const isRight =
    recoveryCode === undefined
      ? await isTotpCode(db, encryption, userId, code ?? '')
      : await db.inTransaction((tx) => spendRecoveryCode(tx, userId, recoveryCode))
  if (isRight) return
  await db.inTransaction((tx) => countWrongCode(tx, userId))
  if (await isPaused(db.read, userId)) throw paused()
  throw new Problem('code_wrong', 'The code is wrong, or it was used before.')
}

async function isTotpCode(
  db: ProofContext['db'],
  encryption: ProofContext['encryption'],
  userId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(db.read, userId)
  if (!totp) return false
  const step = stepOfCode(await encryption.decrypt(totpPurpose(userId), totp.secret), code)
  return step !== undefined && (await db.inTransaction((tx) => spendTotpStep(tx, userId, step)))
}

function paused(): Problem {
  const detail = 'Five wrong codes pause this for 15 minutes. A passkey still works.'
  return new Problem('rate_limited', detail, {}, { 'retry-after': '900' })
}

export async function provePassword(
  { db }: ProofContext,
  userId: string,
  waiting: string,
  password: string,
): Promise<boolean> {
  return await isPassword(waiting, password, await findPasswordHash(db.read, userId))
}
