import { pipeline, type Readable } from 'node:stream'
import { type InputError, invalid, invalidInput } from '../../shared/problem.ts'
import type { CustomField } from '../fields/schema.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { Thread } from '../threads/thread.ts'
import type { ColumnMapping } from './schema.ts'

/** A row of a batch before it has a position: its content as JSON, or why it can't be used. */
export type RowInput = {
  csvRow: number | null
  given: string | null
  reason: string | null
  /** The values of an unusable row, as JSON. */
  cells: string | null
}

export type CsvThreadInput = { columns: ColumnMapping | undefined; fields: CustomField[]; isImport?: boolean }
export type CsvThreadOutput =
  | { type: 'rows'; rows: RowInput[] }
  | { type: 'refused'; errors: InputError[] }
  | { type: 'end'; columns: ColumnMapping | undefined }

/** Parsing a file of 20 MiB takes 4 s of a core, several times that on a busy machine; proxies time out after a minute. */
const usualLimits = { ms: 45_000, memoryMb: 192 }

/**
 * Parsing a file takes a core: two at a time, one per tenant. The queue of a tenant is as long as its limit of
 * unfinished batches, so that all repeats of one request get its response.
 */
export const csvReading = new FairQueue({
  of: 'CSV files',
  atOnce: 2,
  ofTenant: 1,
  waiting: 30,
  waitMs: usualLimits.ms,
})

/**
 * Parses a CSV file in a separate thread, so that a large or hostile file delays no other request. The thread continues
 * when a chunk of rows is stored. Returns how the columns were interpreted.
 */
export async function readCsvRows(
  bytes: Readable,
  input: CsvThreadInput,
  store: (rows: RowInput[]) => Promise<void>,
  limits = usualLimits,
): Promise<ColumnMapping> {
  const { ms: wallMs, memoryMb } = limits
  const thread = new Thread<'next', CsvThreadOutput>(new URL('./csvThread.ts', import.meta.url), {
    stdin: true,
    workerData: input,
    memoryMb,
  })
  const outputs = thread.exchange({ wallMs, tooLong: () => tooExpensive('time') })
  const next = outputs.next()
  pipeline(bytes, thread.stdin as NonNullable<typeof thread.stdin>, (error) => {
    // A thread that rejects the file does not read it to the end.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') thread.fail(error)
  })
  try {
    for (let { value: output } = await next; output; { value: output } = await outputs.next()) {
      if (output.type === 'refused') throw invalidInput(output.errors)
      if (output.type === 'end') {
        if (!output.columns) throw invalid('/csvFileId', 'has no header row')
        return output.columns
      }
      await store(output.rows)
      thread.send('next')
    }
    throw new Error('the exchange ended without an error')
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooExpensive('memory') : error
  } finally {
    bytes.destroy()
    await thread.close()
    await outputs.return()
  }
}

function tooExpensive(what: 'time' | 'memory') {
  return invalid('/csvFileId', `takes too much ${what} to read; split it into smaller files`)
}
