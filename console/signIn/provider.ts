import { callConsole } from '../api/own.ts'
import type { Session } from '../api/session.ts'

export type OfferedProvider = { key: string; name: string }
export type ProviderNeeded = { next: 'provider' } & OfferedProvider
export type ProviderOutcome = {
  to: string | null
  session: Session | null
  isLinked: boolean
  isConfirmed: boolean
}

/** Where the sign-in screen was asked to go on, also after a provider. */
const destination = () => new URLSearchParams(location.search).get('to') ?? undefined

/** Leaves for a provider, chosen by its key or by the domain of an address. */
export async function goToProvider(by: { key?: string; email?: string }): Promise<never> {
  const to = destination()
  const { url } = await callConsole<{ url: string }>('POST', '/sign_in/provider', {
    ...by,
    ...(to && { to }),
  })
  return await leaveFor(url)
}

/** The window is about to show the provider, so nothing follows here. */
function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

export const finishAtProvider = (query: string) =>
  callConsole<ProviderOutcome>('POST', '/sign_in/provider/finish', { query })
