import { ProblemError } from './problem.ts'
import { readSession, sessionUrl } from './session.ts'

/** Why a session ended; shown where one signs in again. */
export const sessionEnds = ['removed', 'revoked', 'ended'] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** After a refusal, such as because of too many open windows. */
const againMs = 30_000

type Heard = { onEnd: (reason: SessionEnd) => void; onChange: () => void }

/**
 * Listens for the end of the session while the window is shown, as browsers have few connections for many tabs. A tab
 * that is shown again learns at once what it missed.
 */
export function watchSession({ onEnd, onChange }: Heard): () => void {
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
      // Lost connections are opened again by the browser, refused ones are not.
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

/** Whether the service says so: a refused request may have been sent before the user signed in again. */
export async function isSessionOver(): Promise<boolean> {
  return await readSession().then(
    () => false,
    (error: unknown) => error instanceof ProblemError && error.status === 401,
  )
}

let stop = () => {}

/** Whoever signs out needs no word about the end of the session. */
export function stopWatchingSession(): void {
  stop()
}
