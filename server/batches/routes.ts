import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { createBatch } from './create.ts'
import {
  demandBatch,
  getBatch,
  listBatches,
  listFailures,
  listRows,
  listTally,
  requestCancel,
  talliesOf,
} from './queries.ts'
import { retryRow } from './retry.ts'
import {
  Batch,
  BatchAccepted,
  BatchInput,
  BatchPage,
  BatchQuery,
  BatchReport,
  BatchRow,
  BatchRowPage,
  BatchRowQuery,
  BatchRowRetry,
} from './schema.ts'

export function batchRoutes(app: App, context: AppContext) {
  const { db } = context

  app.post(
    '/v0/pages/:page_id/audiences/bulk',
    operation('createBatch', 'Create many audiences', {
      scope: 'write',
      description:
        'For accounts, persons and the rows of a CSV file, each with the same message. It runs in the background; ' +
        'rows that can’t be used are reported and do not stop the batch.',
      body: BatchInput,
      response: { 202: BatchAccepted },
      problems: ['batch_limit', 'key_reused'],
    }),
    async ({ tenantId, caller: { keyId }, params, body }) => ({
      batchId: await createBatch(context, tenantId, params.page_id, body, keyId),
    }),
  )

  app.post(
    '/v0/batches/:batch_id/cancel',
    operation('cancelBatch', 'Cancel a batch', {
      scope: 'write',
      description:
        'Audiences created so far are kept. Remaining messages are not sent, and running ones are interrupted. A finished batch is returned unchanged.',
      body: Empty,
      response: { 200: Batch },
    }),
    async ({ tenantId, params: { batch_id } }) =>
      db.inTransaction(async (tx) => {
        await requestCancel(tx, tenantId, batch_id)
        return await getBatch(tx, tenantId, batch_id)
      }),
  )

  app.post(
    '/v0/batches/:batch_id/retry',
    operation('retryBatchRow', 'Retry a row that failed', {
      scope: 'write',
      description:
        'With corrected values, or unchanged. A finished batch runs again until the row is done, and `batch.finished` is sent again.',
      body: BatchRowRetry,
      response: { 200: BatchRow },
      problems: ['state_conflict', 'batch_limit'],
    }),
    ({ tenantId, params: { batch_id }, body: { position, values } }) =>
      db.inTransaction((tx) => retryRow(tx, tenantId, batch_id, position, values)),
  )

  batchListRoutes(app, context)
}

function batchListRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/batches',
    operation('listBatches', 'List batches', {
      scope: 'read',
      description: 'Newest first.',
      querystring: BatchQuery,
      response: { 200: BatchPage },
    }),
    async ({ tenantId, query: { pageId, kind, ...request } }) => {
      const filters = { ...(pageId && { pageId }), ...(kind && { kind }) }
      const pager = new Pager<[string]>(sign, request, 'listBatches', tenantId, filters)
      const [batches, total] = await db.inSnapshot((read) =>
        Promise.all([
          listBatches(read, tenantId, filters, pager.request),
          readTally(read, tenantId, tallyOfList(filters)),
        ]),
      )
      return pager.page(batches, total, ({ batchId }) => [batchId])
    },
  )

  app.get(
    '/v0/batches/:batch_id',
    operation('getBatch', 'Get a batch', {
      scope: 'read',
      description: 'Progress and failures.',
      response: { 200: BatchReport },
    }),
    async ({ tenantId, params: { batch_id } }) =>
      db.inSnapshot(async (read) => {
        const [batch, failures] = await Promise.all([
          getBatch(read, tenantId, batch_id),
          listFailures(read, tenantId, batch_id),
        ])
        return { ...batch, failures }
      }),
  )

  app.get(
    '/v0/batches/:batch_id/rows',
    operation('listBatchRows', 'List the rows of a batch', {
      scope: 'read',
      description: 'In their original order, with the result of each.',
      querystring: BatchRowQuery,
      response: { 200: BatchRowPage },
    }),
    async ({ tenantId, params: { batch_id }, query: { status, ...request } }) => {
      const pager = new Pager<[number]>(sign, request, 'listBatchRows', tenantId, { batch_id, status })
      const [rows, total] = await db.inSnapshot((read) =>
        Promise.all([
          listRows(read, tenantId, batch_id, status, pager.request),
          readTally(read, tenantId, ...talliesOf(batch_id, status)),
          demandBatch(read, tenantId, batch_id),
        ]),
      )
      return pager.page(rows, total, ({ position }) => [position])
    },
  )
}

function tallyOfList({ pageId, kind }: { pageId?: string; kind?: 'import' }): string {
  if (kind) return listTally(null)
  return pageId === undefined ? 'batches' : listTally(pageId)
}
