import { TaskThread } from '../threads/taskThread.ts'
import { Problem } from '../web/problem.ts'
import type { Evaluation, Verdict } from './evaluate.ts'

/** More comparisons are asked for than this process can make. */
export class MergerBusy extends Problem {
  constructor() {
    super('unavailable', 'Too many pages are being compared. Try again in a few seconds.')
  }
}

/** Merges documents in a thread: a merge takes about a millisecond, and a release has thousands of them. */
const merger = new TaskThread<Evaluation, Verdict[]>({
  file: new URL('./thread.ts', import.meta.url),
  memoryMb: 256,
  workMs: 30_000,
  idleMs: 600_000,
  mostWaiting: 200,
  busy: () => new MergerBusy(),
})

/** Compares audiences with a page, in the thread of this process that does so. */
export async function evaluateInThread(evaluation: Evaluation): Promise<Verdict[]> {
  return evaluation.subjects.length === 0 ? [] : await merger.run(evaluation)
}

/** Starts the thread before somebody waits for it. */
export function warmMerger(): void {
  merger.warm()
}
