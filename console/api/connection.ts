import { onlineManager } from '@tanstack/react-query'

/*
 * Whether the service can be reached.
 *
 *   reachable --(a request gets no response)--> unreachable: queries and mutations pause
 *   unreachable --(a probe is answered)-------> reachable: queries are refetched, paused mutations are sent
 *
 * Probes are sent after 1, 2, 4 and then every 5 seconds, and when the browser reports that it is online again.
 */

const probeUrl = '/console/api/session'
const firstPauseMs = 1_000
const longestPauseMs = 5_000
/** Statuses that proxies return while the service is down. */
const gatewayStatuses = new Set([502, 503, 504])

let timer: ReturnType<typeof setTimeout> | undefined

/** Reports a request that got no response. */
export function reportNoAnswer(): void {
  if (timer !== undefined) return
  onlineManager.setOnline(false)
  scheduleProbe(firstPauseMs)
}

function scheduleProbe(pauseMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(pauseMs), pauseMs)
}

async function probe(pauseMs: number): Promise<void> {
  if (!(await isAnswering())) {
    scheduleProbe(Math.min(pauseMs * 2 || firstPauseMs, longestPauseMs))
    return
  }
  timer = undefined
  onlineManager.setOnline(true)
}

async function isAnswering(): Promise<boolean> {
  const answer = await fetch(probeUrl, { cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && !gatewayStatuses.has(answer.status)
}

/** Replaces TanStack Query's online detection, which relies on the browser and doesn't know about the service. */
export function watchConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const online = () => (timer === undefined ? setOnline(true) : scheduleProbe(0))
    const offline = () => setOnline(false)
    addEventListener('online', online)
    addEventListener('offline', offline)
    return () => {
      removeEventListener('online', online)
      removeEventListener('offline', offline)
    }
  })
}

export function onConnectionChange(changed: () => void): () => void {
  return onlineManager.subscribe(changed)
}

export function isReachable(): boolean {
  return onlineManager.isOnline()
}

/** Resolves when the service can be reached, at once if it can. */
function untilReachable(): Promise<void> {
  return new Promise((resolve) => {
    if (isReachable()) return resolve()
    const unsubscribe = onConnectionChange(() => {
      if (!isReachable()) return
      unsubscribe()
      resolve()
    })
  })
}

/**
 * Loads a script and retries while the service is down; the router alone would reload the window and show the
 * browser's error page. A script that the service doesn't have is an error: the console was updated meanwhile.
 */
export function retryLoad<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (;;) {
      await untilReachable()
      try {
        return await load()
      } catch (error) {
        if (await isAnswering()) throw error
        reportNoAnswer()
      }
    }
  }
}
