import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Foyer, Shape } from '../../../sdk/index.ts'
import { clean, exitCodes, notice, print, printInterrupted } from '../output.ts'
import type { Progress } from './progress.ts'
import { connectService, type ServiceOptions, withService } from './service.ts'
import { openFile } from './uploads.ts'
import { watchProgress } from './watch.ts'

type Columns = NonNullable<Shape<'BatchInput'>['columns']>
type BatchOptions = ServiceOptions & {
  csv?: string
  accounts?: string[]
  persons?: string[]
  columns?: Columns
  message?: string
  detach?: boolean
}

export function batchCommand(program: Command) {
  withService(program.command('batch <page>'))
    .description('create audiences of a page in bulk, or follow a batch by its id')
    .option('--csv <file>', 'a CSV file with a header row: name, email, company, domain, notes, …')
    .option('--columns <pairs>', 'map columns to fields: "Kontakt=name,Mail=email"', toColumns)
    .option('--accounts <ids>', 'account ids, separated by commas', toList)
    .option('--persons <ids>', 'person ids, separated by commas', toList)
    .option('--message <text>', 'sent to each audience: "Personalise for them."')
    .option('--detach', 'do not wait until it has finished')
    .addHelpText(
      'after',
      `\nNeeds a key with the scope write. Exit codes: ${exitCodes.partly} some rows failed, ${exitCodes.cancelled} cancelled, ${exitCodes.interrupted} no longer watched.`,
    )
    .action(run)
}

async function run(page: string, options: BatchOptions): Promise<void> {
  const foyer = await connectService(options, { isWatching: page.startsWith('batch_') })
  const batchId = page.startsWith('batch_') ? page : await startBatch(foyer, page, options)
  if (options.detach) return print({ batchId }, `Batch ${batchId} is running. ${howToWatch(batchId)}`)
  const watching = await connectService(options, { isWatching: true })
  const ended = await watchProgress({
    name: batchId,
    wait: (how) => watching.batches.wait(batchId, how),
    cancel: () => watching.batches.cancel(batchId),
    isOver: ({ finishedAt }) => finishedAt !== null,
    progress: progressOf,
    cancelQuestion: 'Audiences created so far stay.',
  })
  if (!ended) return printInterrupted(`Batch ${batchId} continues. ${howToWatch(batchId)}`)
  print(ended, describe(ended))
  if (ended.status === 'cancelled') process.exitCode = exitCodes.cancelled
  else if (ended.counts.failed > 0) process.exitCode = exitCodes.partly
}

async function startBatch(foyer: Foyer, pageId: string, options: BatchOptions): Promise<string> {
  const { csv, columns, accounts, persons, message } = options
  const file = csv === undefined ? undefined : await openFile(csv)
  const csvFileId = file && (await foyer.files.upload(file, { name: basename(csv ?? '') })).fileId
  const { batchId } = await foyer.batches.create(pageId, {
    ...(accounts && { accountIds: accounts }),
    ...(persons && { personIds: persons }),
    ...(csvFileId && { csvFileId }),
    ...(columns && { columns }),
    ...(message !== undefined && { message }),
  })
  notice(`Batch ${batchId} is running.`)
  return batchId
}

function howToWatch(batchId: string) {
  return `To watch it: npx foyer batch ${batchId}`
}

function progressOf({ counts, status }: Shape<'BatchReport'>): Progress {
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : ''
  const cancelling = status === 'cancelling' ? ', cancelling' : ''
  const done = counts.total - counts.waiting - counts.running
  const figures = `${counts.made} made, ${counts.drafted} drafted${failed}${cancelling}`
  return { done, total: counts.total, figures: `${done}/${counts.total}, ${figures}` }
}

function describe({ status, counts, failures, batchId }: Shape<'BatchReport'>): string {
  const parts = [
    `${counts.made} made`,
    ...(['drafted', 'unchanged', 'failed', 'cancelled', 'repeated'] as const).flatMap((name) =>
      counts[name] > 0 ? [`${counts[name]} ${name}`] : [],
    ),
  ]
  const lines = failures
    .slice(0, 20)
    .map(({ csvRow, position, reason }) => `  row ${csvRow ?? position}: ${clean(reason ?? '')}`)
  const rest = counts.failed - lines.length
  return [
    `Batch ${batchId} ${status === 'cancelled' ? 'was cancelled' : 'has finished'}: ${parts.join(', ')} of ${counts.total}.`,
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more: npx foyer batches list-rows ${batchId} --status failed --all`] : []),
  ].join('\n')
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function toColumns(text: string): Columns {
  const pairs = text.split(',').map((pair) => /^(.+)=(\w+)$/.exec(pair.trim()))
  if (pairs.some((pair) => pair === null))
    throw new InvalidArgumentError('Use heading=field pairs, separated by commas.')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])) as Columns
}
