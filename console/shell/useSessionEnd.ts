import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { sessionQuery, useSession } from '../api/session.ts'
import { watchSession } from '../api/sessionEnd.ts'

/** Opens the sign-in screen as soon as the session ends, even in an idle window. */
export function useSessionEnd(): void {
  const client = useQueryClient()
  const { leave } = useRouteContext({ from: '__root__' })
  const { tenantId } = useSession()
  const onEnd = useEffectEvent(leave)
  const onChange = useEffectEvent(() => void client.invalidateQueries(sessionQuery))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tenant is another session
  useEffect(() => watchSession({ onEnd, onChange }), [tenantId])
}
