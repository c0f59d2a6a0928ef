import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { editLists, listQuery, readQuery, refreshLists } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt } from '../ui/notify.tsx'
import { type Batch, type BatchRow, isUnderWay } from './words.ts'

/** The polling interval during a batch. Hidden windows don't poll. */
const pollMs = 2_000

export function batchQuery(batchId: string) {
  return readQuery(keys.batches.one(batchId), (call) => api.batches.get(batchId, call), {
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pollMs : false),
  })
}

/** The rows of a batch. They are reloaded once when it ends and don't change after that. */
export function batchRowsQuery(batchId: string, status: BatchRow['status'] | undefined, hasEnded: boolean) {
  return listQuery<BatchRow>(
    keys.batches.rowList(batchId, { status, hasEnded }),
    (page, signal) => api.batches.listRows(batchId, { ...(status && { status }), ...page }, { signal }),
    hasEnded ? 0 : 2 * pollMs,
  )
}

export type CsvSource = { file: File; columns: NonNullable<Shape<'BatchInput'>['columns']> }

export type NewBatch = {
  /** Omitted for an import of accounts and people. */
  pageId: string | undefined
  /** The rows of a file, or accounts or persons with certain custom field values. */
  source: CsvSource | Pick<Shape<'BatchInput'>, 'accountsWhere' | 'personsWhere'>
  message: string
  /**
   * The same for every attempt with the same content, so that a retry after a lost response doesn't start a second
   * batch.
   */
  idempotencyKey: string
}

/** Ids of uploaded files, so that a second attempt doesn't upload again. */
const sent = new WeakMap<File, string>()

async function sendOnce(file: File, progress: (share: number) => void): Promise<string> {
  const fileId = sent.get(file) ?? (await api.files.upload(file, { onProgress: progress })).fileId
  sent.set(file, fileId)
  return fileId
}

type ImportFile = Omit<Shape<'ImportInput'>, 'idempotencyKey'>

/** Previews what the rows would become; uploads the file for that, once. */
export function csvCheckQuery(source: CsvSource | undefined, pageId: string | undefined) {
  const { name = '', size = 0, lastModified = 0 } = source?.file ?? {}
  return queryOptions({
    queryKey: keys.batches.check(`${name} ${size} ${lastModified} ${pageId}`, source?.columns ?? {}),
    queryFn: async () => {
      if (!source) throw new Error('there is no file to check')
      const csvFileId = await sendOnce(source.file, () => {})
      return await api.batches.checkCsvFile({ csvFileId, columns: source.columns, ...(pageId && { pageId }) })
    },
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Uploads the file, then starts the batch. */
export function useStartBatch(progress: (share: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ pageId, source, message, idempotencyKey }: NewBatch) => {
      const chosen =
        'file' in source
          ? { csvFileId: await sendOnce(source.file, progress), columns: source.columns }
          : source
      if (pageId === undefined)
        return await api.batches.importAccounts({ ...(chosen as ImportFile), idempotencyKey })
      return await api.batches.create(pageId, { ...chosen, ...(message && { message }), idempotencyKey })
    },
    onSuccess: () => refreshLists(client, keys.batches.all),
  })
}

export function importsQuery() {
  return listQuery<Batch>(keys.batches.list({ kind: 'import' }), (page, signal) =>
    api.batches.list({ kind: 'import', ...page }, { signal }),
  )
}

export function useCancelBatch() {
  const client = useQueryClient()
  return async ({ batchId, counts, pageId }: Batch) => {
    const word = pageId === null ? 'import' : 'batch'
    const confirmed = await confirm({
      title: `Stop this ${word}?`,
      body:
        pageId === null
          ? `The ${counts.made} rows imported so far stay. Remaining rows are skipped. You can’t resume the import.`
          : `The ${counts.made} audiences created so far stay. Remaining rows are skipped and running messages are interrupted. You can’t resume the batch.`,
      action: `Stop ${word}`,
      danger: true,
    })
    if (!confirmed) return
    await attempt(async () => {
      const batch = await api.batches.cancel(batchId)
      editLists<Batch>(client, keys.batches.all, (row) => (row.batchId === batchId ? batch : row))
      await client.invalidateQueries({ queryKey: batchQuery(batchId).queryKey })
    }, `Stopping the ${word}`)
  }
}

/** Retries a failed row, which resumes the batch. */
export function useRetryRow(batchId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ position, values }: Pick<BatchRow, 'position' | 'values'>) =>
      api.batches.retryRow(batchId, { position, ...(values && { values }) }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: batchQuery(batchId).queryKey }),
        client.invalidateQueries({ queryKey: keys.batches.rows(batchId) }),
        refreshLists(client, keys.batches.all),
      ])
    },
  })
}
