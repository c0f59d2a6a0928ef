import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { totpPurpose } from '../secrets/encryptedColumns.ts'
import { Me } from '../tenants/schema.ts'
import { deleteTotp, storeRecoveryCodes, storeTotp } from '../users/secondFactor.ts'
import { createStep, findStep, spendStep } from '../users/steps.ts'
import { newRecoveryCode, newTotpSecret, recoveryCodeCount, stepOfCode, totpUri } from '../users/totp.ts'
import { proveCode } from './proofs.ts'
import type { SignInMethod } from './queries.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { NewTotp, RecoveryCodes, SecondFactor, Token, TotpCode } from './signInSchema.ts'
import type { SignIns } from './signIns.ts'
import { identifyUser } from './userRoutes.ts'

const path = '/console/api/user'
const hide = { hide: true }
const setupMinutes = 15

/** The second factor of a sign-in. The session is created only after it. */
export function secondFactorSignIn(app: App, context: AppContext, signIns: SignIns) {
  const { db } = context
  app.post(
    '/console/api/sign_in/second_factor',
    {
      onRequest: signIns.guard,
      bodyLimit: 4096,
      schema: { ...hide, body: SecondFactor, response: { 201: Me } },
    },
    async (request, reply) => {
      const { token, ...given } = request.body
      const step = await findStep(db.read, 'second_factor', token)
      if (!step?.userId) throw new Problem('step_unknown', 'Start signing in again.')
      const { userId } = step
      await proveCode(context, userId, given).catch((error: unknown) => {
        signIns.refused.note(request, userId, 'second_factor')
        throw error
      })
      const admitted = await db.inTransaction(async (tx) => {
        const spent = await spendStep(tx, 'second_factor', token)
        return (
          spent?.userId && (await signIns.admit(tx, request, spent.userId, spent.data.way as SignInMethod))
        )
      })
      if (!admitted) throw new Problem('step_unknown', 'Start signing in again.')
      return await signIns.answer(reply, admitted)
    },
  )
}

/** The user's authenticator app and recovery codes. */
export function secondFactorRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db, encryption } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const options = { onRequest, bodyLimit: 4096, config: { confirms: true } }
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller, user } = await identifyUser(context, sessions, request, reply)
    return { caller, ...user }
  }

  app.post(
    `${path}/totp`,
    { ...options, schema: { ...hide, response: { 200: NewTotp } } },
    async (request, reply) => {
      const { userId, email, name } = await identify(request, reply)
      const secret = newTotpSecret()
      const stored = (await encryption.encrypt(totpPurpose(userId), secret)).toString('base64')
      const step = { kind: 'totp', userId, data: { stored }, minutes: setupMinutes } as const
      const token = await db.inTransaction((tx) => createStep(tx, step))
      return { token, secret, uri: totpUri(secret, email ?? name) }
    },
  )

  app.put(
    `${path}/totp`,
    {
      ...options,
      schema: {
        ...hide,
        body: ClosedObject({ token: Token, code: TotpCode }),
        response: { 200: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const { caller, userId } = await identify(request, reply)
      const { token, code } = request.body
      const step = await findStep(db.read, 'totp', token)
      if (step?.userId !== userId) throw new Problem('step_unknown', 'Start again.')
      const stored = Buffer.from(String(step.data.stored), 'base64')
      const used = stepOfCode(await encryption.decrypt(totpPurpose(userId), stored), code)
      if (used === undefined)
        throw new Problem('code_wrong', 'The code is wrong. Check the clock of your device.')
      const recoveryCodes = newCodes()
      await db.inTransaction(async (tx) => {
        if (!(await spendStep(tx, 'totp', token))) throw new Problem('step_unknown', 'Start again.')
        await storeTotp(tx, userId, stored, used)
        await storeRecoveryCodes(tx, userId, recoveryCodes)
        recordOwn(tx, request, caller, 'second_factor.set')
      })
      return { recoveryCodes }
    },
  )

  app.delete(`${path}/totp`, { ...options, schema: hide }, async (request, reply) => {
    const { caller, userId } = await identify(request, reply)
    await db.inTransaction(async (tx) => {
      await deleteTotp(tx, userId)
      recordOwn(tx, request, caller, 'second_factor.removed')
    })
    return await reply.code(204).send()
  })

  app.post(
    `${path}/recovery_codes`,
    { ...options, schema: { ...hide, response: { 200: RecoveryCodes } } },
    async (request, reply) => {
      const { caller, userId } = await identify(request, reply)
      const recoveryCodes = newCodes()
      await db.inTransaction(async (tx) => {
        await storeRecoveryCodes(tx, userId, recoveryCodes)
        recordOwn(tx, request, caller, 'recovery_codes.renewed')
      })
      return { recoveryCodes }
    },
  )
}

function newCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode)
}
