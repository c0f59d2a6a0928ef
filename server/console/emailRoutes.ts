import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../shared/problem.ts'
import { ClosedObject, Enum } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { listMembershipsOf } from '../members/queries.ts'
import { Email } from '../members/schema.ts'
import { enqueue } from '../queue/jobs.ts'
import { systemTenant } from '../queue/kinds.ts'
import { lockUser, setVerifiedEmail } from '../users/queries.ts'
import { deleteStepsOfKind, hasStep, spendStep } from '../users/steps.ts'
import { recordOwn } from './record.ts'
import type { Sessions } from './sessions.ts'
import { WithToken } from './signInSchema.ts'
import type { SignIns } from './signIns.ts'
import { identifyUser } from './userRoutes.ts'

const hide = { hide: true }
const EmailChange = ClosedObject({ email: Email })
const Answered = ClosedObject({ status: Enum(['waiting', 'changed']), email: Type.String() })

/**
 * Changing or verifying the user's e-mail address. The new address and, if it was verified, the current one each get a
 * link; the change takes effect when both were used.
 */
export function emailRoutes(app: App, context: AppContext, sessions: Sessions, signIns: SignIns) {
  const { db, mailer } = context
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => sessions.guard(request, reply)

  app.post(
    '/console/api/user/email',
    { onRequest, bodyLimit: 4096, config: { confirms: true }, schema: { ...hide, body: EmailChange } },
    async (request, reply) => {
      const { user } = await identifyUser(context, sessions, request, reply)
      if (!mailer.isConfigured) throw new Problem('mail_unavailable', 'No mail server is configured.')
      await signIns.limitAddress(user.userId)
      const data = { email: request.body.email }
      await db.inTransaction(async (tx) =>
        enqueue(tx, 'email_change', systemTenant, { key: user.userId, data }),
      )
      return await reply.code(202).send()
    },
  )

  app.post(
    '/console/api/email_change',
    {
      onRequest: signIns.guard,
      bodyLimit: 4096,
      schema: { ...hide, body: WithToken, response: { 200: Answered } },
    },
    async (request) =>
      await db.inTransaction(async (tx) => {
        const { token } = request.body
        const step = (await spendStep(tx, 'new_email', token)) ?? (await spendStep(tx, 'old_email', token))
        if (!step?.userId) throw new Problem('step_unknown', 'The link has been used or has expired.')
        const { userId } = step
        const email = String(step.data.newEmail)
        // Serialises simultaneous uses of both links: otherwise each request could wait for the other link.
        await lockUser(tx, userId)
        const other = step.kind === 'new_email' ? 'old_email' : 'new_email'
        if (await hasStep(tx, other, userId)) return { status: 'waiting' as const, email }
        if (!(await setVerifiedEmail(tx, userId, email)))
          throw new Problem('email_taken', 'Another user has verified this address.')
        await deleteStepsOfKind(tx, userId, ['link'])
        for (const { tenantId, keyId } of await listMembershipsOf(tx, userId))
          recordOwn(tx, request, { tenantId, keyId, scopes: [], userId }, 'email.changed')
        return { status: 'changed' as const, email }
      }),
  )
}
