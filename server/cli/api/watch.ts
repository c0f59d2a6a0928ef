import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openProgress, type Progress } from './progress.ts'

/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the launcher. */
const echoMs = 500

export type WatchedOperation<T> = {
  name: string
  wait(options: { signal?: AbortSignal; onProgress: (state: T) => void }): Promise<T>
  cancel(): Promise<unknown>
  isOver(state: T): boolean
  progress(state: T): Progress
  /** What remains after a cancel; shown with the question. */
  cancelQuestion: string
}

/** Shows the progress of an operation until it ends; undefined if the user stopped watching. */
export async function watchProgress<T>(watched: WatchedOperation<T>): Promise<T | undefined> {
  const progress = openProgress()
  const asked = new AbortController()
  const onSignal = () => asked.abort()
  const onProgress = (state: T) => progress.show(watched.progress(state), watched.isOver(state))
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    return await watched.wait({ signal: asked.signal, onProgress })
  } catch (error) {
    if (!asked.signal.aborted) throw error
    progress.end()
    if (!(await wantsCancel(watched))) return undefined
    await watched.cancel()
    return await watched.wait({ onProgress })
  } finally {
    progress.end()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

/** Asks the user after Ctrl-C. Without a terminal, the operation continues. */
async function wantsCancel({
  name,
  cancelQuestion,
}: Pick<WatchedOperation<unknown>, 'name' | 'cancelQuestion'>): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  await sleep(echoMs)
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const again = new Promise<string>((resolve) =>
    asking.once('SIGINT', () => resolve('')).once('close', () => resolve('')),
  )
  const question = asking.question(`Cancel ${name}? ${cancelQuestion} [y/N] `).catch(() => '')
  const answer = await Promise.race([question, again])
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}
