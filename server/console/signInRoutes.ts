import { Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { enqueue } from '../queue/jobs.ts'
import { systemTenant } from '../queue/kinds.ts'
import { findPublicProviders, findRequiredFor, toPublicProvider } from '../sso/required.ts'
import { Me } from '../tenants/schema.ts'
import { findPasswordHash } from '../users/credentials.ts'
import { describeBrowser, shortened } from '../users/device.ts'
import { isPassword } from '../users/password.ts'
import { findUsersWithEmail, hasUsers, type User } from '../users/queries.ts'
import { findStep, spendStep } from '../users/steps.ts'
import { networkOf } from '../web/network.ts'
import {
  LinkRequest,
  OpenedLink,
  PasswordSignIn,
  ProviderNeeded,
  SecondFactorNeeded,
  SignInWays,
  WithToken,
} from './signInSchema.ts'
import type { SignIns } from './signIns.ts'

const path = '/console/api/sign_in'
const hide = { hide: true }

const SignInQuery = ClosedObject({ tenant: Type.Optional(Type.String({ maxLength: 63 })) })
const PasswordOutcome = Type.Union([SecondFactorNeeded, ProviderNeeded])

/** Signing in with a password or with a link that is sent by e-mail. */
export function signInRoutes(app: App, context: AppContext, signIns: SignIns) {
  const { db, mailer, sign } = context
  const options = { onRequest: signIns.guard, bodyLimit: 4096 }

  app.get(
    path,
    { ...options, schema: { ...hide, querystring: SignInQuery, response: { 200: SignInWays } } },
    async ({ query }) => ({
      email: mailer.isConfigured,
      hasUsers: await hasUsers(db.read),
      ...(await findPublicProviders(db.read, query.tenant)),
    }),
  )

  app.post(
    `${path}/password`,
    {
      ...options,
      schema: { ...hide, body: PasswordSignIn, response: { 200: PasswordOutcome, 201: Me } },
    },
    async (request, reply) => {
      const { email, password } = request.body
      await signIns.limitAddress(email)
      const users = await findUsersWithEmail(db.read, email)
      const user = await findByPassword(context, networkOf(request.ip), users, password)
      const next = user && (await signIns.firstFactor(request, user, 'password'))
      if (!next) for (const { userId } of users) signIns.refused.note(request, userId, 'password')
      const required = await findRequiredFor(db.read, email)
      if (!next && required)
        return await reply.code(200).send({ next: 'provider', ...toPublicProvider(required) })
      if (!next) throw new Problem('sign_in_refused', 'E-mail and password don’t go together.')
      return await signIns.answer(reply, next)
    },
  )

  app.post(
    `${path}/link`,
    {
      ...options,
      schema: { ...hide, body: LinkRequest, response: { 200: ProviderNeeded, 202: Type.Object({}) } },
    },
    async (request, reply) => {
      if (!mailer.isConfigured)
        throw new Problem('mail_unavailable', 'No mail server is configured. Sign in another way.')
      const { email } = request.body
      await signIns.limitAddress(email)
      const required = await findRequiredFor(db.read, email)
      if (required) return await reply.code(200).send({ next: 'provider', ...toPublicProvider(required) })
      const key = sign('sign-in link', email.toLowerCase())
      const data = { email, userAgent: shortened(request.headers['user-agent']) }
      await db.inTransaction(async (tx) => enqueue(tx, 'sign_in_link', systemTenant, { key, data }))
      return await reply.code(202).send({})
    },
  )

  app.post(
    `${path}/link/open`,
    { ...options, schema: { ...hide, body: WithToken, response: { 200: OpenedLink } } },
    async ({ body }) => {
      const step = await findStep(db.read, 'link', body.token)
      if (!step) throw linkUnknown()
      const browser = describeBrowser(String(step.data.userAgent ?? ''))
      return { email: step.email ?? '', askedAt: step.createdAt, browser }
    },
  )

  app.post(
    `${path}/link/use`,
    {
      ...options,
      schema: { ...hide, body: WithToken, response: { 200: SecondFactorNeeded, 201: Me } },
    },
    async (request, reply) => {
      const step = await db.inTransaction((tx) => spendStep(tx, 'link', request.body.token))
      const userId = step?.userId
      const next = userId ? await signIns.firstFactor(request, { userId }, 'link') : undefined
      if (!next) throw linkUnknown()
      return await signIns.answer(reply, next)
    },
  )
}

function linkUnknown(): Problem {
  return new Problem('step_unknown', 'The link has been used or has expired.')
}

/** Takes equally long for an unknown address, for a user without a password, and for a real attempt. */
async function findByPassword(
  { db }: AppContext,
  network: string,
  users: User[],
  password: string,
): Promise<User | undefined> {
  const waiting = `sign-in ${network}`
  if (users.length === 0) await isPassword(waiting, password, undefined)
  for (const user of users)
    if (await isPassword(waiting, password, await findPasswordHash(db.read, user.userId))) return user
  return undefined
}
