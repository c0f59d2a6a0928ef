import { after } from 'node:test'

/** Closing services and databases after the last test takes half a minute on a busy machine. */
const graceMs = 90_000

// A test that fails before it closes a connection keeps its process alive. Without this, it would take until the runner's
// time limit of ten minutes.
after(() => {
  const end = () => {
    const held = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(
      `The tests have ended, but the process did not within ${graceMs / 1000} s: ${held}.\n`,
    )
    process.exit(1)
  }
  setTimeout(end, graceMs).unref()
})
