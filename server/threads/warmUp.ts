/** Loading a thread takes a second of a core, which a start and the first requests would wait for. */
const delayMs = 4_000

/** Starts threads before their first task, once the service has been up for a while. A task that comes earlier starts its own. */
export function warmUpLater(warmUp: () => void): void {
  setTimeout(warmUp, delayMs).unref()
}
