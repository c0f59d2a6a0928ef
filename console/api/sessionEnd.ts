import { ProblemError } from './problem.ts'
import { readSession, sessionUrl } from './session.ts'

/** Why a session ended; shown on the sign-in screen. */
export const sessionEnds = ['removed', 'revoked', 'ended'] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** The delay after a rejected connection, for example with too many windows open. */
const againMs = 30_000

type SessionHandlers = { onEnd: (reason: SessionEnd) => void; onChange: () => void }

/**
 * Watches for the end of the session while the window is visible, as browsers limit connections across tabs. A tab
 * that becomes visible again learns at once what it missed.
 */
export function watchSession({ onEnd, onChange }: SessionHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  // Another tab of this browser may have signed in again.
  const leaveUnlessSignedIn = async (reason: SessionEnd, pauseMs: number) => {
    close()
    if (await isSessionOver()) onEnd(reason)
    else timer = setTimeout(follow, pauseMs)
  }
  const follow = () => {
    close()
    if (document.visibilityState === 'hidden') return
    const opened = new EventSource(`${sessionUrl}/events`)
    source = opened
    opened.addEventListener('changed', onChange)
    opened.addEventListener('ended', ({ data }) => void leaveUnlessSignedIn(JSON.parse(data).reason, 0))
    opened.addEventListener('error', () => {
      // The browser reopens lost connections, but not rejected ones.
      if (opened.readyState === EventSource.CLOSED) void leaveUnlessSignedIn('ended', againMs)
    })
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  stop = () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
  return stop
}

/** Asks the service, as a rejected request may have been sent before the user signed in again. */
export async function isSessionOver(): Promise<boolean> {
  return await readSession().then(
    () => false,
    (error: unknown) => error instanceof ProblemError && error.status === 401,
  )
}

let stop = () => {}

/** After signing out, the end of the session is expected. */
export function stopWatchingSession(): void {
  stop()
}
