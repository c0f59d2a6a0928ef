import { TaskThread } from '../threads/taskThread.ts'
import type { GraphicsTask } from './thread.ts'

export type GraphicsWorker = TaskThread<GraphicsTask, Uint8Array>

/** Makes font subsets and social previews in a thread, as each takes hundreds of milliseconds of a core. */
export function openGraphicsWorker(): GraphicsWorker {
  return new TaskThread({
    file: new URL('./thread.ts', import.meta.url),
    memoryMb: 192,
    workMs: 15_000,
    idleMs: 60_000,
    mostWaiting: 500,
    busy: () => new Error('too many graphics are waiting to be made'),
  })
}
