import type { App, AppContext } from '../context.ts'
import { checkCsv } from './check.ts'
import { createBatch } from './create.ts'
import { CsvCheck, CsvCheckInput, ImportInput } from './importSchema.ts'
import { BatchAccepted } from './schema.ts'

export function importRoutes(app: App, context: AppContext) {
  app.post(
    '/v0/accounts/import',
    {
      schema: {
        operationId: 'importAccounts',
        summary: 'Import accounts and people',
        description:
          'From the rows of a CSV file, in the background: a batch without a page, whose progress and failed rows are read like those of any other batch. ' +
          'Persons and accounts that exist are not changed, except for their custom fields.',
        body: ImportInput,
        response: { 202: BatchAccepted },
      },
      config: { scope: 'write', beyond: true, problems: ['batch_limit', 'key_reused'] },
    },
    async ({ tenantId, caller: { keyId }, body }) => ({
      batchId: await createBatch(context, tenantId, null, body, keyId),
    }),
  )

  app.post(
    '/v0/batches/check',
    {
      schema: {
        operationId: 'checkCsvFile',
        summary: 'Check a CSV file',
        description:
          'Reads a file as a batch or an import would, and stores nothing: how many rows it has, and which can’t be used.',
        body: CsvCheckInput,
        response: { 200: CsvCheck },
      },
      config: { scope: 'write', beyond: true },
    },
    ({ tenantId, body }) => checkCsv(context, tenantId, body),
  )
}
