import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Static } from 'typebox'
import type * as answers from '../../server/console/signInSchema.ts'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import { createPasskey, type PasskeyResponse } from '../api/passkeys.ts'
import { ProblemError } from '../api/problem.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { goToProvider, type ProviderNeeded } from './provider.ts'

export type SecondFactor = Static<typeof answers.SecondFactorNeeded>
/** The result of the first factor: a session, or a request for the second factor. */
export type FirstFactorResult = Session | SecondFactor

export const waysQuery = queryOptions({
  queryKey: keys.signIn.ways,
  queryFn: () => {
    const tenant = new URLSearchParams(location.search).get('tenant')
    return callConsole<Static<typeof answers.SignInWays>>(
      'GET',
      `/sign_in${tenant ? `?tenant=${encodeURIComponent(tenant)}` : ''}`,
    )
  },
})

export const signInByPassword = async (body: { email: string; password: string }) =>
  await followProvider(
    callConsole<FirstFactorResult | ProviderNeeded>('POST', '/sign_in/password', body),
    body.email,
  )
export const requestLink = async (email: string) =>
  await followProvider(callConsole<object | ProviderNeeded>('POST', '/sign_in/link', { email }), email)

/** If an address belongs to the domain of a provider, the user must sign in there. */
async function followProvider<T extends object>(
  answer: Promise<T | ProviderNeeded>,
  email: string,
): Promise<T> {
  const outcome = await answer
  if ('next' in outcome && outcome.next === 'provider') return await goToProvider({ email })
  return outcome as T
}
export const useLink = (token: string) =>
  callConsole<FirstFactorResult>('POST', '/sign_in/link/use', { token })

export const sendSecondFactor = (body: { token: string; code?: string; recoveryCode?: string }) =>
  callConsole<Session>('POST', '/sign_in/second_factor', body)

export const signInByPasskey = async (answer: Promise<PasskeyResponse>) =>
  callConsole<Session>('POST', '/sign_in/passkey', await answer)

export function openedLinkQuery(token: string) {
  return queryOptions({
    queryKey: keys.signIn.link(token),
    queryFn: () => callConsole<Static<typeof answers.OpenedLink>>('POST', '/sign_in/link/open', { token }),
    retry: false,
    gcTime: 0,
  })
}

export type Invitation = Static<typeof answers.OpenedInvitation>

export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: keys.signIn.invitation(token),
    queryFn: () => callConsole<Invitation>('POST', '/invitation/open', { token }),
    retry: false,
    gcTime: 0,
  })
}

export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  callConsole<Session>('POST', '/invitation/accept', body)

export async function acceptWithPasskey(body: { token: string; name: string }): Promise<Session> {
  const passkey = await createPasskey('/invitation/passkey/options', body)
  return await callConsole<Session>('POST', '/invitation/accept', { ...body, passkey })
}
export const joinByInvitation = (token: string) => callConsole<Session>('POST', '/invitation/join', { token })

/** Starts a session as this user, without cached data of the previous one. */
export function useEnter(): (session: Session, to?: string) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async (session, to = '/home') => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    await router.navigate({ href: to, replace: true })
  }
}

/** A mutation of the sign-in screens. They show 401 errors themselves instead of ending the session. */
export function useAttempt<I, O>(run: (input: I) => Promise<O>, onDone: (outcome: O) => unknown) {
  return useMutation({ mutationFn: run, onSuccess: async (outcome) => void (await onDone(outcome)) })
}

export function isRefused(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 401 || error.status === 400)
}

/** Reads a token from the fragment of the URL and removes it there. */
export function takeFromAddress(name: 'code' | 'link' | 'token'): string | undefined {
  const [, value] = new RegExp(`^#${name}=([^&]+)`).exec(location.hash) ?? []
  if (value) history.replaceState(history.state, '', location.pathname + location.search)
  return value && decodeURIComponent(value)
}

/** Runs something once when the screen opens: codes work once, but effects run twice in development. */
export function useOnce(run: () => void): void {
  const isDone = useRef(false)
  const once = useEffectEvent(() => {
    if (!isDone.current) run()
    isDone.current = true
  })
  useEffect(() => once(), [])
}
