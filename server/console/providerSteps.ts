import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'
import type { AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { ProviderError } from '../sso/client.ts'
import { findProvider, type Provider } from '../sso/queries.ts'
import { beginAtProvider, finishAtProvider, type Proof, type StartedSignIn } from '../sso/signIn.ts'
import { toTimestamp } from '../time.ts'
import { createStep, spendStep } from '../users/steps.ts'
import { SessionCookie } from './cookie.ts'

/** Time limit for signing in at the provider. */
const minutes = 15

type FlowPurpose = {
  /** The user who is signed in already; undefined for a sign-in. */
  userId?: string
  to?: string | undefined
  /** Whether the user only confirms their identity. */
  confirms?: boolean
  email?: string | undefined
}
type FinishedSignIn = {
  provider: Provider
  proof: Proof
  userId: string | null
  to: string | null
  confirms: boolean
}

/** The redirects to a provider and back. A flow can be completed once, in the browser that started it. */
export class ProviderSteps {
  readonly #context: AppContext
  readonly #cookie: SessionCookie

  constructor(context: AppContext) {
    this.#context = context
    this.#cookie = new SessionCookie(context.publicUrl, 'foyer-sign-in')
  }

  async begin(request: FastifyRequest, reply: FastifyReply, provider: Provider, purpose: FlowPurpose) {
    const { to, confirms = false, email, userId = null } = purpose
    const asked = { loginHint: email, isFresh: confirms }
    const { url, ...begun } = await beginAtProvider(this.#context, provider, asked).catch(unavailable)
    const { tenantId, providerId } = provider
    const data = { tenantId, providerId, to, confirms, ...begun }
    const token = await this.#context.db.inTransaction((tx) =>
      createStep(tx, { kind: 'provider', userId, data, minutes }),
    )
    this.#cookie.write(request, reply, token, toTimestamp(databaseNow() + minutes * 60_000))
    return { url }
  }

  async finish(request: FastifyRequest, reply: FastifyReply, query: string): Promise<FinishedSignIn> {
    const { db } = this.#context
    const token = this.#cookie.read(request)
    const step = token && (await db.inTransaction((tx) => spendStep(tx, 'provider', token)))
    if (!step) throw lost()
    this.#cookie.clear(request, reply)
    const begun = step.data as StartedSignIn & Pick<Provider, 'tenantId' | 'providerId'> & FlowPurpose
    if (new URLSearchParams(query).get('state') !== begun.state) throw lost()
    const provider = await findProvider(db.read, begun.tenantId, begun.providerId)
    if (!provider) throw unknownProvider()
    const proof = await finishAtProvider(this.#context, provider, begun, query).catch(unavailable)
    if (!proof) throw new Problem('provider_refused', `${provider.name} did not sign you in.`)
    return { provider, proof, userId: step.userId, to: begun.to ?? null, confirms: begun.confirms ?? false }
  }
}

export function unknownProvider(): Problem {
  return new Problem('provider_refused', 'There is no single sign-on for this address. Sign in another way.')
}

export function lost(): Problem {
  return new Problem(
    'step_unknown',
    'This sign-in was begun in another window, or too long ago. Start again.',
  )
}

function unavailable(error: unknown): never {
  if (error instanceof ProviderError) throw new Problem('provider_unavailable', error.message)
  throw error
}
