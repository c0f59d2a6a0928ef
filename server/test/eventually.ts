import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats a check until it passes; a change must reach every node within a second. */
export async function eventually<T>(check: () => Promise<T>, ms = 1_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(10)
    }
  }
}

/** Asks until there is an answer other than false or undefined, and returns it. */
export async function until<T>(what: string, ask: () => Promise<T> | T, ms = 15_000) {
  const end = performance.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>
    if (performance.now() > end) throw new Error(`never came true: ${what}`)
    await sleep(20)
  }
}
