import { after } from 'node:test'

type Step = () => unknown

/** Runs all steps in order, also after one that fails, and throws the first error. */
export async function finish(...steps: Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/**
 * Closes something after the last test of the process. A failure is printed and fails the process: thrown, it would make
 * Node.js skip the hooks of others, and what they leave open keeps the process alive.
 */
export function afterTests(close: Step): void {
  after(async () => {
    await finish(close).catch((error) => {
      process.stderr.write(`Closing after the tests failed: ${error?.stack ?? error}\n`)
      process.exitCode = 1
    })
  })
}
