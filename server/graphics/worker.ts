import { TaskThreads } from '../threads/taskThread.ts'
import type { GraphicsTask } from './thread.ts'

export type GraphicsWorker = TaskThreads<GraphicsTask, Uint8Array>

/** Generates font subsets and social previews in threads, as each takes hundreds of milliseconds of CPU time. */
export function openGraphicsWorker({ waiting = 200 } = {}): GraphicsWorker {
  return new TaskThreads({
    of: 'graphics',
    file: new URL('./thread.ts', import.meta.url),
    memoryMb: 192,
    workMs: 15_000,
    idleMs: 60_000,
    waiting,
  })
}
