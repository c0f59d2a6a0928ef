import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { checkCsv } from './check.ts'
import { createBatch } from './create.ts'
import { CsvCheck, CsvCheckInput, ImportInput } from './importSchema.ts'
import { BatchAccepted } from './schema.ts'

export function importRoutes(app: App, context: AppContext) {
  app.post(
    '/v0/accounts/import',
    operation('importAccounts', 'Import accounts and people', {
      scope: 'write',
      description:
        'From the rows of a CSV file, in the background: a batch without a page, whose progress and failed rows are read like those of any other batch. ' +
        'Persons and accounts that exist are not changed, except that custom fields get the values of the file and an account without a name gets its company name.',
      body: ImportInput,
      response: { 202: BatchAccepted },
      problems: ['batch_limit', 'key_reused'],
    }),
    async ({ tenantId, caller: { keyId }, body }) => ({
      batchId: await createBatch(context, tenantId, null, body, keyId),
    }),
  )

  app.post(
    '/v0/batches/check',
    operation('checkCsvFile', 'Check a CSV file', {
      scope: 'write',
      description:
        'Reads a file as a batch or an import would, and stores nothing: how many rows it has, and which can’t be used.',
      body: CsvCheckInput,
      response: { 200: CsvCheck },
    }),
    ({ tenantId, body }) => checkCsv(context, tenantId, body),
  )
}
