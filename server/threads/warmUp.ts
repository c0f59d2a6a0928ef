/** Loading a thread takes a second of CPU time, which would delay the start and the first requests. */
const delayMs = 4_000

/**
 * Starts threads before their first task, some seconds after the start. A task that arrives earlier starts its own
 * thread.
 */
export function warmUpLater(warmUp: () => void): void {
  setTimeout(warmUp, delayMs).unref()
}
