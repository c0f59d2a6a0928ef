import { TaskThreads } from '../threads/taskThread.ts'
import type { EvaluatedSubject, Evaluation } from './evaluate.ts'

/** Merges documents in threads: a merge takes about a millisecond, and a release has thousands of them. */
const merger = new TaskThreads<Evaluation, EvaluatedSubject[]>({
  of: 'page comparisons',
  file: new URL('./thread.ts', import.meta.url),
  memoryMb: 256,
  workMs: 30_000,
  idleMs: 45_000,
  waiting: 50,
})

/** Compares audiences with a page, in a thread of this process. */
export async function evaluateInThread(
  tenantId: string,
  evaluation: Evaluation,
): Promise<EvaluatedSubject[]> {
  return evaluation.subjects.length === 0 ? [] : await merger.run(tenantId, evaluation)
}

/** Starts a thread before the first task. */
export function warmMerger(): void {
  merger.warm()
}
