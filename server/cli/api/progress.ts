import { notice, paint, wantsJson } from '../output.ts'

/** Without a terminal, a progress line is printed this often. */
const lineEveryMs = 5_000

/** The progress of an operation, and further figures. */
export type Progress = { done: number; total: number; figures: string }

/** Shows progress on standard error: a bar on a terminal, otherwise a line from time to time. */
export function openProgress() {
  return process.stderr.isTTY && !wantsJson ? new Bar() : new Lines()
}

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

class Lines {
  #last = 0

  show(progress: Progress, isOver: boolean) {
    const now = performance.now()
    if (this.#last > 0 && now - this.#last < lineEveryMs && !isOver) return
    this.#last = now
    notice(toLine(progress))
  }

  end() {}
}

function toLine({ done, total, figures }: Progress): string {
  return `${Math.floor((done / Math.max(1, total)) * 100)}% ${figures}`
}
