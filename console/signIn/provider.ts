import type { Static } from 'typebox'
import type * as answers from '../../server/console/signInSchema.ts'
import { callConsole } from '../api/own.ts'
import type { Session } from '../api/session.ts'

export type OfferedProvider = Static<typeof answers.OfferedProvider>
export type ProviderNeeded = Static<typeof answers.ProviderNeeded>
export type ProviderOutcome = {
  to: string | null
  session: Session | null
  isLinked: boolean
  isConfirmed: boolean
}

/** The target after signing in, also with a provider. */
const destination = () => new URLSearchParams(location.search).get('to') ?? undefined

/** Opens a provider, chosen by its key or by the domain of an e-mail address. */
export async function goToProvider(by: { key?: string; email?: string }): Promise<never> {
  const to = destination()
  const { url } = await callConsole<{ url: string }>('POST', '/sign_in/provider', {
    ...by,
    ...(to && { to }),
  })
  return await leaveFor(url)
}

/** Never resolves, as the browser is leaving the page. */
function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

export const finishAtProvider = (query: string) =>
  callConsole<ProviderOutcome>('POST', '/sign_in/provider/finish', { query })
