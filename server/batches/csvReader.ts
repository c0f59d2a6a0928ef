import { on } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { type InputError, invalid, invalidInput } from '../../shared/problem.ts'
import type { CustomField } from '../fields/schema.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import type { Columns } from './schema.ts'

/** A row of a batch before it has a position: what it asks for, as JSON, or why it can't be used. */
export type RowInput = {
  csvRow: number | null
  given: string | null
  reason: string | null
  /** What the row says, as JSON, where it can't be used. */
  cells: string | null
}

export type CsvThreadInput = { columns: Columns | undefined; fields: CustomField[] }
export type CsvThreadOutput =
  | { type: 'rows'; rows: RowInput[] }
  | { type: 'refused'; errors: InputError[] }
  | { type: 'end'; columns: Columns | undefined }

/** Reading a file of 20 MiB takes 4 s of a core, several times that on a busy machine; proxies wait for a minute. */
const usualLimits = { ms: 45_000, memoryMb: 192 }

/**
 * A file that is read takes a core: two at a time, one of a tenant. As many of a tenant wait as may be unfinished, so that
 * repeats of one request all get its answer.
 */
export const csvReading = new FairQueue({
  of: 'CSV files',
  atOnce: 2,
  ofTenant: 1,
  waiting: 30,
  waitMs: usualLimits.ms,
})

/**
 * Reads a CSV file in a thread of its own, so that a large or hostile file delays no other request. The thread reads on
 * when a chunk of rows is stored. Returns how the columns were read.
 */
export async function readCsvRows(
  bytes: Readable,
  input: CsvThreadInput,
  store: (rows: RowInput[]) => Promise<void>,
  limits = usualLimits,
): Promise<Columns> {
  const ended = new AbortController()
  const thread = new Worker(new URL('./csvThread.ts', import.meta.url), {
    stdin: true,
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  const outputs = on(thread, 'message', { signal: ended.signal, close: ['exit'] })
  const timer = setTimeout(() => ended.abort(tooExpensive('time')), limits.ms)
  pipeline(bytes, thread.stdin as NonNullable<typeof thread.stdin>, (error) => {
    // A thread that refuses the file does not read it to its end.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') ended.abort(error)
  })
  try {
    for await (const [output] of outputs as AsyncIterable<[CsvThreadOutput]>) {
      if (output.type === 'refused') throw invalidInput(output.errors)
      if (output.type === 'end') {
        if (!output.columns) throw invalid('/csvFileId', 'has no header row')
        return output.columns
      }
      await store(output.rows)
      thread.postMessage('next')
    }
    throw new Error('the thread that reads a CSV file ended early')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooExpensive('memory')
    throw code === 'ABORT_ERR' ? ended.signal.reason : error
  } finally {
    clearTimeout(timer)
    bytes.destroy()
    await thread.terminate()
  }
}

function tooExpensive(what: 'time' | 'memory') {
  return invalid('/csvFileId', `takes too much ${what} to read; split it into smaller files`)
}
