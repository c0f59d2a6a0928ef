import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchReport } from '../batches/schema.ts'
import type { Api } from './api.ts'
import { notice, paint, wantsJson } from './output.ts'

const lookEveryMs = 500
/** Where there is no terminal, a line this often says that it goes on. */
const lineEveryMs = 5_000
/** One Ctrl-C may come several times at once: from the terminal, from npm, and from the launcher. */
const echoMs = 500

/** Shows how far a batch is until it has ended; undefined when whoever watched no longer wants to. */
export async function watchBatch(api: Api, batchId: string): Promise<BatchReport | undefined> {
  const path = `/batches/${batchId}`
  const progress = process.stderr.isTTY && !wantsJson ? new Bar() : new Lines()
  const asked = new AbortController()
  const hear = () => asked.abort()
  let isAnswered = false
  process.on('SIGINT', hear).on('SIGTERM', hear)
  try {
    for (;;) {
      // Once the question was answered with yes, the end is waited for.
      const stop = isAnswered ? undefined : asked.signal
      const batch = await api.get<BatchReport>(path, stop).catch((error) => {
        if (!stop?.aborted) throw error
      })
      if (batch) progress.show(batch)
      if (batch && batch.finishedAt !== null) return batch
      if (stop?.aborted) {
        progress.end()
        if (!(await wantsCancel(batchId))) return undefined
        await api.post(`${path}/cancel`, {})
        isAnswered = true
      }
      await sleep(lookEveryMs, undefined, stop && { signal: stop }).catch(() => {})
    }
  } finally {
    progress.end()
    process.off('SIGINT', hear).off('SIGTERM', hear)
  }
}

/** Asks whoever pressed Ctrl-C; where nobody can be asked, the batch goes on. */
async function wantsCancel(batchId: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  await sleep(echoMs)
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const again = new Promise<string>((resolve) =>
    asking.once('SIGINT', () => resolve('')).once('close', () => resolve('')),
  )
  const question = asking.question(`Cancel ${batchId}? What is made stays. [y/N] `).catch(() => '')
  const answer = await Promise.race([question, again])
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** What a person sees: a bar on one line. */
class Bar {
  #isShown = false

  show({ counts, status }: BatchReport) {
    const done = counts.total - counts.waiting - counts.running
    const width = Math.max(10, Math.min(40, (process.stderr.columns ?? 80) - 50))
    const filled = Math.round((done / Math.max(1, counts.total)) * width)
    const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(width - filled))
    process.stderr.write(`\r\x1b[K${bar} ${figures({ counts, status })}`)
    this.#isShown = true
  }

  end() {
    if (this.#isShown) process.stderr.write('\n')
    this.#isShown = false
  }
}

/** What a log gets: a line now and then. */
class Lines {
  #last = 0

  show(batch: BatchReport) {
    if (Date.now() - this.#last < lineEveryMs && batch.finishedAt === null) return
    this.#last = Date.now()
    notice(figures(batch))
  }

  end() {}
}

function figures({ counts, status }: Pick<BatchReport, 'counts' | 'status'>): string {
  const done = counts.total - counts.waiting - counts.running
  const percent = Math.floor((done / Math.max(1, counts.total)) * 100)
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : ''
  return `${percent}% ${done}/${counts.total}, ${counts.made} made, ${counts.drafted} drafted${failed}${status === 'cancelling' ? ', cancelling' : ''}`
}
