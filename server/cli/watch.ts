import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../batches/schema.ts'
import type { Api } from './api.ts'
import { notice, paint, wantsJson } from './output.ts'

const lookEveryMs = 500
/** Without a terminal, a progress line is printed this often. */
const lineEveryMs = 5_000
/** One Ctrl-C may arrive several times: from the terminal, from npm, and from the launcher. */
const echoMs = 500

/** The progress of an operation, and further figures. */
export type Progress = { done: number; total: number; figures: string }

export type Watched<T> = {
  name: string
  isOver(state: T): boolean
  progress(state: T): Progress
  /** States what is kept after a cancel; shown with the question. */
  cancelQuestion: string
}

/** Shows the progress of an operation until it ends; undefined if the user stopped watching. */
export async function watchProgress<T>(api: Api, path: string, watched: Watched<T>): Promise<T | undefined> {
  const progress = process.stderr.isTTY && !wantsJson ? new Bar() : new Lines()
  const asked = new AbortController()
  const onSignal = () => asked.abort()
  let isAnswered = false
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    for (;;) {
      // After a confirmed cancel, wait for the end.
      const stop = isAnswered ? undefined : asked.signal
      const state = await api.get<T>(path, stop).catch((error) => {
        if (!stop?.aborted) throw error
      })
      const isOver = state !== undefined && watched.isOver(state)
      if (state !== undefined) progress.show(watched.progress(state), isOver)
      if (isOver) return state
      if (stop?.aborted) {
        progress.end()
        if (!(await wantsCancel(watched))) return undefined
        await api.post(`${path}/cancel`, {})
        isAnswered = true
      }
      await sleep(lookEveryMs, undefined, stop && { signal: stop }).catch(() => {})
    }
  } finally {
    progress.end()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

export async function watchBatch(api: Api, batchId: string): Promise<BatchReport | undefined> {
  return await watchProgress<BatchReport>(api, `/batches/${batchId}`, {
    name: batchId,
    isOver: ({ finishedAt }) => finishedAt !== null,
    progress: batchProgress,
    cancelQuestion: 'Audiences created so far stay.',
  })
}

/** Asks the user after Ctrl-C; without a terminal, watching continues. */
async function wantsCancel({
  name,
  cancelQuestion,
}: Pick<Watched<unknown>, 'name' | 'cancelQuestion'>): Promise<boolean> {
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

/** For terminals: a bar on one line. */
class Bar {
  #isShown = false

  show(progress: Progress) {
    const { done, total } = progress
    const width = Math.max(10, Math.min(40, (process.stderr.columns ?? 80) - 50))
    const filled = Math.round((done / Math.max(1, total)) * width)
    const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(width - filled))
    process.stderr.write(`\r\x1b[K${bar} ${toLine(progress)}`)
    this.#isShown = true
  }

  end() {
    if (this.#isShown) process.stderr.write('\n')
    this.#isShown = false
  }
}

/** For logs: a line from time to time. */
class Lines {
  #last = 0

  show(progress: Progress, isOver: boolean) {
    if (Date.now() - this.#last < lineEveryMs && !isOver) return
    this.#last = Date.now()
    notice(toLine(progress))
  }

  end() {}
}

function toLine({ done, total, figures }: Progress): string {
  return `${Math.floor((done / Math.max(1, total)) * 100)}% ${done}/${total}, ${figures}`
}

function batchProgress({ counts, status }: BatchReport): Progress {
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : ''
  const cancelling = status === 'cancelling' ? ', cancelling' : ''
  return {
    done: counts.total - counts.waiting - counts.running,
    total: counts.total,
    figures: `${counts.made} made, ${counts.drafted} drafted${failed}${cancelling}`,
  }
}
