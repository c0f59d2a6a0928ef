import { TaskThreads } from '../threads/taskThread.ts'

/** Longer documents are processed in a thread: one of this size is drawn in 12 ms, the largest in 200. */
export const mostInline = 32 * 1024

/** The work that `thread.ts` knows. */
export type DocumentTask = { kind: 'validate' | 'compare' | 'check' | 'page' | 'marked'; input: unknown }

const threads = new TaskThreads<DocumentTask, unknown>({
  of: 'large documents',
  file: new URL('./thread.ts', import.meta.url),
  memoryMb: 256,
  workMs: 20_000,
  idleMs: 45_000,
  waiting: 50,
})

/**
 * Runs work on large documents in a thread, one task per tenant at a time. Documents are sent as JSON text, which takes
 * less time on this side than copying thousands of objects. `work` is what the thread calls; here it only gives the types.
 */
export async function inDocumentThread<Input, Output>(
  share: string,
  kind: DocumentTask['kind'],
  _work: (input: Input) => Output,
  input: Input,
): Promise<Output> {
  return (await threads.run(share, { kind, input })) as Output
}
