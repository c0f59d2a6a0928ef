import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { Problem } from '../../shared/problem.ts'
import type { BatchReport } from '../batches/schema.ts'
import { type Api, connectApi } from './api.ts'
import { notice, print, wantsJson } from './output.ts'
import { watchBatch } from './watch.ts'

type Options = {
  csv?: string
  accounts?: string[]
  persons?: string[]
  columns?: Record<string, string>
  message?: string
  url?: string
  key?: string
  detach?: boolean
}

/** Exit codes of a batch, for scripts. */
const exitCodes = { failures: 3, cancelled: 4, interrupted: 130 }

export function batchCommand(program: Command) {
  program
    .command('batch <page>')
    .description('create audiences of a page in bulk, or follow a batch by its id')
    .option('--csv <file>', 'a CSV file with a header row: name, email, company, domain, notes, …')
    .option('--columns <pairs>', 'map columns to fields: "Kontakt=name,Mail=email"', toColumns)
    .option('--accounts <ids>', 'account ids, separated by commas', toList)
    .option('--persons <ids>', 'person ids, separated by commas', toList)
    .option('--message <text>', 'sent to each audience: "Personalise for them."')
    .option('--url <url>', 'URL of the service (default: PUBLIC_URL, or PORT on this machine)')
    .option('--key <key>', 'API key with the write scope (default: FOYER_API_KEY)')
    .option('--detach', 'do not wait until it has finished')
    .addHelpText(
      'after',
      `\nExit codes: 0 success, 1 could not be started or watched, ${exitCodes.failures} some rows failed, ` +
        `${exitCodes.cancelled} cancelled, ${exitCodes.interrupted} no longer watched.`,
    )
    .action(async (page: string, options: Options) => {
      const api = connectApi(options, 'write')
      const batchId = page.startsWith('batch_') ? page : await startBatch(api, page, options)
      if (options.detach) return print({ batchId }, `Batch ${batchId} is running. ${howToWatch(batchId)}`)
      const ended = await watchBatch(api, batchId)
      if (!ended) {
        notice(`Batch ${batchId} continues. ${howToWatch(batchId)}`)
        process.exitCode = exitCodes.interrupted
        return
      }
      print(ended, describe(ended))
      if (ended.status === 'cancelled') process.exitCode = exitCodes.cancelled
      else if (ended.counts.failed > 0) process.exitCode = exitCodes.failures
    })
}

async function startBatch(api: Api, pageId: string, options: Options): Promise<string> {
  const { csv, columns, accounts, persons, message } = options
  const csvFileId = csv === undefined ? undefined : await upload(api, csv)
  const { batchId } = await api.post<{ batchId: string }>(
    `/pages/${encodeURIComponent(pageId)}/audiences/bulk`,
    {
      ...(accounts && { accountIds: accounts }),
      ...(persons && { personIds: persons }),
      ...(csvFileId && { csvFileId }),
      ...(columns && { columns }),
      ...(message !== undefined && { message }),
      // A retry after a lost response must not create everything twice.
      idempotencyKey: randomUUID(),
    },
  )
  if (!wantsJson) notice(`Batch ${batchId} is running.`)
  return batchId
}

async function upload(api: Api, path: string): Promise<string> {
  const form = new FormData()
  try {
    form.set('file', await openAsBlob(path, { type: 'text/csv' }), basename(path))
  } catch {
    throw new Problem('invalid_input', `${path} can't be read.`)
  }
  return (await api.post<{ fileId: string }>('/files', form)).fileId
}

function howToWatch(batchId: string) {
  return `To watch it: npx foyer batch ${batchId}`
}

function describe({ status, counts, failures, batchId }: BatchReport): string {
  const parts = [
    `${counts.made} made`,
    ...(['drafted', 'unchanged', 'failed', 'cancelled', 'repeated'] as const).flatMap((name) =>
      counts[name] > 0 ? [`${counts[name]} ${name}`] : [],
    ),
  ]
  const lines = failures
    .slice(0, 20)
    .map(({ csvRow, position, reason }) => `  row ${csvRow ?? position}: ${reason}`)
  const rest = counts.failed - lines.length
  return [
    `Batch ${batchId} ${status === 'cancelled' ? 'was cancelled' : 'has finished'}: ${parts.join(', ')} of ${counts.total}.`,
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more: GET /v0/batches/${batchId}/rows?status=failed`] : []),
  ].join('\n')
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function toColumns(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^(.+)=(\w+)$/.exec(pair.trim()))
  if (pairs.some((pair) => pair === null))
    throw new InvalidArgumentError('Use heading=field pairs, separated by commas.')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
