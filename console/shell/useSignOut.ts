import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../api/session.ts'
import { stopWatchingSession } from '../api/sessionEnd.ts'
import { notifyProblem } from '../ui/notify.tsx'

/** Ends the session and clears all cached data. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    stopWatchingSession()
    try {
      await signOut()
    } catch (error) {
      return notifyProblem(error)
    }
    await navigate({ to: '/sign-in' })
    client.clear()
  }
}
