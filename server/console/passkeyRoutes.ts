import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notFound, Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { Me } from '../tenants/schema.ts'
import {
  authenticationOptions,
  deletePasskey,
  listPasskeys,
  readRegistration,
  registrationOptions,
  renamePasskey,
  storePasskey,
} from '../users/passkeys.ts'
import { createStep, spendStep } from '../users/steps.ts'
import { provePasskey } from './proofs.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { PasskeyAnswer, PasskeyName, PasskeyOptions } from './signInSchema.ts'
import type { SignIns } from './signIns.ts'
import { identifyUser } from './userRoutes.ts'

const path = '/console/api/user/passkeys'
const hide = { hide: true }
/** Time limit for responding to a challenge. */
export const challengeMinutes = 5
/** Responses contain certificates of authenticators. */
const bodyLimit = 64 * 1024

const OnePasskey = Type.Object({ credential_id: Type.String({ minLength: 1, maxLength: 200 }) })
const NewOwnPasskey = ClosedObject({ ...PasskeyAnswer.properties, name: PasskeyName })

/** Signing in with a passkey. It needs no second factor, because the authenticator has verified the user. */
export function passkeySignIn(app: App, context: AppContext, signIns: SignIns) {
  const { db, publicUrl } = context
  const options = { onRequest: signIns.guard, bodyLimit }

  app.post(
    '/console/api/passkey/options',
    { ...options, schema: { ...hide, response: { 200: PasskeyOptions } } },
    async () => {
      const options = await authenticationOptions(publicUrl())
      const { challenge } = options
      const step = { kind: 'passkey', data: { challenge }, minutes: challengeMinutes } as const
      return { token: await db.inTransaction((tx) => createStep(tx, step)), options }
    },
  )

  app.post(
    '/console/api/sign_in/passkey',
    { ...options, schema: { ...hide, body: PasskeyAnswer, response: { 201: Me } } },
    async (request, reply) => {
      const userId = await provePasskey(context, request.body)
      const admitted =
        userId && (await db.inTransaction((tx) => signIns.admit(tx, request, userId, 'passkey')))
      if (!admitted) throw new Problem('sign_in_refused', 'This passkey is not known here.')
      return await signIns.answer(reply, admitted)
    },
  )
}

/** The user's passkeys. */
export function passkeyRoutes(app: App, context: AppContext, sessions: Sessions) {
  const { db, publicUrl } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)
  const options = { onRequest, bodyLimit, config: { confirms: true } }
  const identifyOwner = (request: FastifyRequest, reply: FastifyReply) =>
    identifyUser(context, sessions, request, reply)
  const identify = async (request: FastifyRequest, reply: FastifyReply) =>
    (await identifyOwner(request, reply)).user

  app.post(
    `${path}/options`,
    { ...options, schema: { ...hide, response: { 200: PasskeyOptions } } },
    async (request, reply) => {
      const { userId, name, email } = await identify(request, reply)
      const who = { userId, userName: email ?? name, displayName: name }
      const options = await registrationOptions(publicUrl(), who, await listPasskeys(db.read, userId))
      const { challenge } = options
      const step = { kind: 'passkey', userId, data: { challenge }, minutes: challengeMinutes } as const
      return { token: await db.inTransaction((tx) => createStep(tx, step)), options }
    },
  )

  app.post(path, { ...options, schema: { ...hide, body: NewOwnPasskey } }, async (request, reply) => {
    const {
      caller,
      user: { userId },
    } = await identifyOwner(request, reply)
    const { token, name, response } = request.body
    const step = await db.inTransaction((tx) => spendStep(tx, 'passkey', token))
    const challenge = step?.userId === userId ? String(step.data.challenge) : undefined
    const passkey = challenge && (await readRegistration(publicUrl(), response, challenge))
    if (!passkey) throw new Problem('step_unknown', 'The passkey could not be verified. Try again.')
    await db.inTransaction(async (tx) => {
      if (!(await storePasskey(tx, userId, name.trim(), passkey)))
        throw new Problem('state_conflict', 'This passkey is registered already.')
      recordOwn(tx, request, caller, 'passkey.added', { label: name.trim() })
    })
    return await reply.code(204).send()
  })

  app.patch(
    `${path}/:credential_id`,
    {
      onRequest,
      bodyLimit,
      schema: { ...hide, params: OnePasskey, body: ClosedObject({ name: PasskeyName }) },
    },
    async (request, reply) => {
      const { userId } = await identify(request, reply)
      const { credential_id: id } = request.params
      if (!(await db.inTransaction((tx) => renamePasskey(tx, userId, id, request.body.name.trim()))))
        notFound('passkey', id)
      return await reply.code(204).send()
    },
  )

  app.delete(
    `${path}/:credential_id`,
    { ...options, schema: { ...hide, params: OnePasskey } },
    async (request, reply) => {
      const {
        caller,
        user: { userId },
      } = await identifyOwner(request, reply)
      const { credential_id: id } = request.params
      await db.inTransaction(async (tx) => {
        if (!(await deletePasskey(tx, userId, id))) notFound('passkey', id)
        recordOwn(tx, request, caller, 'passkey.removed')
      })
      return await reply.code(204).send()
    },
  )
}
