/** One Ctrl-C may come several times at once: from the terminal, from npm, and from the launcher. */
const echoMs = 500

/** Finishes in order on the first signal, and ends at once when a person asks again. Returns what a signal calls. */
export function stopOnSignal(finish: () => Promise<void>): (reason: string) => void {
  let askedAt: number | undefined
  const hear = (signal: string) => {
    const now = performance.now()
    if (askedAt === undefined) {
      askedAt = now
      void finish().then(
        () => process.exit(),
        (error) => {
          process.stderr.write(`foyer: ${error?.stack ?? error}\n`)
          process.exit(1)
        },
      )
    } else if (signal === 'SIGINT' && now - askedAt > echoMs) process.exit(130)
  }
  process.on('SIGINT', hear).on('SIGTERM', hear).on('SIGHUP', hear)
  // The launcher holds this line; when it is killed without a word, nobody else would tell us.
  if (process.channel) process.on('disconnect', () => hear('disconnect'))
  return hear
}
