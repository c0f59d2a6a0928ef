import { describe } from '../api/problem.ts'
import { notify, notifyFailure } from './notify.tsx'

/** The number of parallel requests. */
const atOnce = 4

export type BulkProgress = { verb: string; done: number; total: number }

type BulkWork<T> = {
  rows: T[]
  /** The action in progress: “Archiving”. */
  verb: string
  work: (row: T) => Promise<unknown>
  /** The result: “12 pages archived”. */
  tell: (count: number) => string
  undo?: (row: T) => Promise<unknown>
  onProgress: (progress: BulkProgress | undefined) => void
  /** Refetches the lists. */
  refresh: () => Promise<unknown>
}

/** Runs an action on many rows, a few at a time, then shows the result and offers undo. */
export async function runForAll<T>(given: BulkWork<T>): Promise<void> {
  const { tell, undo, refresh } = given
  const { done, failures } = await runEach(given)
  await refresh()
  const [first] = failures
  if (first !== undefined) {
    const { title, detail } = describe(first)
    notifyFailure(`${failures.length} of ${given.rows.length} couldn’t be changed`, detail || title)
  }
  if (done.length === 0) return
  notify(tell(done.length), {
    ...(undo && {
      undo: async () => {
        const back = await runEach({ ...given, rows: done, verb: 'Undoing', work: undo })
        await refresh()
        if (back.failures.length > 0) throw back.failures[0]
      },
    }),
  })
}

async function runEach<T>({ rows, verb, work, onProgress }: BulkWork<T>) {
  const done: T[] = []
  const failures: unknown[] = []
  const left = rows.values()
  const tell = () => onProgress({ verb, done: done.length + failures.length, total: rows.length })
  tell()
  const workers = Array.from({ length: atOnce }, async () => {
    for (const row of left) {
      try {
        await work(row)
        done.push(row)
      } catch (error) {
        failures.push(error)
      }
      tell()
    }
  })
  await Promise.all(workers)
  onProgress(undefined)
  return { done, failures }
}
