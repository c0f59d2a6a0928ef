/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the launcher. */
const echoMs = 500

/** Shuts down in order on the first signal, and immediately if the user signals again. Returns the signal handler. */
export function stopOnSignal(finish: () => Promise<void>): (reason: string) => void {
  let askedAt: number | undefined
  const onSignal = (signal: string) => {
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
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal)
  // The launcher holds this channel; it closes when the launcher is killed, which sends no signal.
  if (process.channel) process.on('disconnect', () => onSignal('disconnect'))
  return onSignal
}
