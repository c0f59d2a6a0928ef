import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../shared/problem.ts'
import { type Layout, layOut } from './columns.ts'
import { readCsv } from './csv.ts'
import type { CsvThreadInput, CsvThreadOutput, RowInput } from './csvReader.ts'
import { readGiven } from './given.ts'

// The thread that parses one CSV file; see csvReader.ts. The file arrives on stdin.

/** Small enough that the main thread handles a chunk in a few milliseconds. */
const mostRowsAtOnce = 1_000
const mostCharactersAtOnce = 128 * 1024

const port = parentPort
if (!port) throw new Error('csvThread.ts runs in a worker thread')
const send = (output: CsvThreadOutput) => port.postMessage(output)

async function readAll({ columns, fields, isImport = false }: CsvThreadInput): Promise<void> {
  let layout: Layout | undefined
  let rows: RowInput[] = []
  let characters = 0
  const flush = async () => {
    if (rows.length === 0) return
    send({ type: 'rows', rows })
    rows = []
    characters = 0
    // The next chunk is sent only when this one is stored.
    await once(port as NonNullable<typeof port>, 'message')
  }
  for await (const { csvRow, ...row } of readCsv(process.stdin)) {
    if (row.error === undefined && !layout) {
      layout = layOut(row.cells, columns, fields, isImport)
      continue
    }
    const read =
      row.error === undefined
        ? readGiven(row.cells, layout as Layout, fields)
        : { reason: row.error, values: undefined }
    const given = 'given' in read ? JSON.stringify(read.given) : null
    const cells = 'values' in read && read.values ? JSON.stringify(read.values) : null
    rows.push({ csvRow, given, reason: 'reason' in read ? read.reason : null, cells })
    characters += (given ?? cells ?? '').length
    if (rows.length === mostRowsAtOnce || characters > mostCharactersAtOnce) await flush()
  }
  await flush()
  send({ type: 'end', columns: layout?.columns })
}

// Not awaited: a module that awaits would delay the `error` event of the thread.
readAll(workerData as CsvThreadInput)
  .catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    send({ type: 'refused', errors: error.members.errors as never })
  })
  .finally(() => port.close())
