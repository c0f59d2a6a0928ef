import { useState } from 'react'
import type { listQuery, PagedList } from '../api/lists.ts'
import { describe } from '../api/problem.ts'
import { downloadCsv } from './download.ts'
import { attempt, notify, notifyFailure } from './notify.tsx'
import { type RowNaming, useSelection } from './selection.ts'

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

type BulkRun<T> = Pick<BulkWork<T>, 'verb' | 'work' | 'tell' | 'undo'> & {
  /** The rows that the action applies to; all if omitted. */
  applies?: (row: T) => boolean
  /** Says that it applies to none of the selected rows. */
  none?: string
}

type BulkOptions<T> = {
  query: ReturnType<typeof listQuery<T>>
  list: PagedList<T>
  naming: RowNaming<T>
  /** Refetches the lists. */
  refresh: () => Promise<unknown>
}

/** The selection of a list, with the means for actions on its rows. */
export function useBulk<T>({ query, list, naming, refresh }: BulkOptions<T>) {
  const selection = useSelection(query, list, naming)
  const [progress, setProgress] = useState<BulkProgress>()
  const withRows = (work: (rows: T[]) => unknown) => () =>
    void attempt(async () => work(await selection.readRows()))
  return {
    selection,
    progress,
    /** A button's action on the selected rows. */
    withRows,
    run: ({ applies = () => true, none = '', ...work }: BulkRun<T>) =>
      withRows((selected) => {
        const rows = selected.filter(applies)
        if (rows.length === 0) return notify(none)
        selection.clear()
        return runForAll({ ...work, rows, refresh, onProgress: setProgress })
      }),
    exportCsv: (file: string, head: string[], toLine: (row: T) => (string | number | null)[]) =>
      withRows((rows) => downloadCsv(file, head, rows.map(toLine))),
  }
}
