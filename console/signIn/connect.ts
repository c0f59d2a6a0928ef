import { queryOptions } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'

export type AppScope = 'read' | 'write' | 'publish'

/** What an app asks for, as `/console/api/connect` says it. */
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

/** Returns where the browser goes on; null refuses. */
export function decide(uid: string, scope: AppScope | null) {
  return callConsole<{ location: string }>('POST', `${pathOf(uid)}/decision`, { scope })
}
