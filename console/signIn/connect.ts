import { queryOptions } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'

export type AppScope = 'read' | 'write' | 'publish'

/** An app's authorisation request, from `/console/api/connect`. */
export type AppRequest = {
  name: string
  host: string
  isConfirmed: boolean
  isForeign: boolean
  redirectUri: string
  scopes: AppScope[]
  tenantName: string
  user: { name: string; email: string | null }
}

const pathOf = (uid: string) => `/connect/${encodeURIComponent(uid)}`

export function appRequestQuery(uid: string) {
  return queryOptions({
    queryKey: keys.apps.request(uid),
    queryFn: () => callConsole<AppRequest>('GET', `${pathOf(uid)}/request`),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the URL to continue at; a scope of null denies access. */
export function decide(uid: string, scope: AppScope | null) {
  return callConsole<{ location: string }>('POST', `${pathOf(uid)}/decision`, { scope })
}
