import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type ConflictPolicy, conflictPolicies, releaseKinds } from '../releases/choices.ts'
import type { Release, ReleaseAudiences, ReleaseInput, ReleaseRow } from '../releases/schema.ts'
import { StartError } from '../start/startError.ts'
import { type Api, connectApi } from './api.ts'
import { notice, print, wantsJson } from './output.ts'
import { type Progress, watchProgress } from './watch.ts'

type Options = {
  kind: 'base' | 'drafts'
  revision?: number
  audiences?: string[]
  batch?: string
  account?: string
  query?: string
  state?: 'behind' | 'conflicts' | 'current'
  conflicts?: ConflictPolicy
  publish: boolean
  dryRun?: boolean
  at?: string
  note?: string
  undo?: boolean
  cancel?: boolean
  url?: string
  key?: string
  detach?: boolean
}

/** Exit codes of a release, for scripts. */
const exitCodes = { needsDecision: 3, cancelled: 4, interrupted: 130 }

export function releaseCommand(program: Command) {
  program
    .command('release <page>')
    .description('release a page to its audiences, or follow a release by its id')
    .addOption(
      new Option('--kind <kind>', 'release changes of the page, or publish drafts')
        .choices(releaseKinds)
        .default('base'),
    )
    .option('--revision <number>', 'which revision of the page (default: the newest)', toNumber)
    .option('--audiences <ids>', 'audience ids, separated by commas (default: all)', toList)
    .option('--batch <id>', 'the audiences created by a batch')
    .option('--account <id>', 'the audiences of an account and its persons')
    .option('--query <words>', 'the audiences whose name contains these words')
    .addOption(
      new Option('--state <state>', 'the audiences in this state').choices([
        'behind',
        'conflicts',
        'current',
      ]),
    )
    .addOption(
      new Option('--conflicts <policy>', 'what to do with conflicts (default: skip)').choices(
        conflictPolicies,
      ),
    )
    .option('--no-publish', 'save drafts instead of publishing')
    .option('--dry-run', 'show what would happen without changing anything')
    .option('--at <time>', 'when to start: 2026-12-01T09:00:00Z')
    .option('--note <text>', 'note for this release')
    .option('--undo', 'undo a release: pass its id instead of a page')
    .option('--cancel', 'cancel a release: pass its id instead of a page')
    .option('--url <url>', 'URL of the service (default: PUBLIC_URL, or PORT on this machine)')
    .option('--key <key>', 'API key with the publish scope (default: FOYER_API_KEY)')
    .option('--detach', 'do not wait until it has finished')
    .addHelpText(
      'after',
      `\nExamples:\n  npx foyer release page_01kb… --dry-run\n  npx foyer release page_01kb… --note "New prices"\n  npx foyer release page_01kb… --kind drafts --batch batch_01kb…\n  npx foyer release release_01kb… --undo\n` +
        `\nExit codes: 0 success, 1 could not be started or watched, ${exitCodes.needsDecision} some audiences were not released, ` +
        `${exitCodes.cancelled} cancelled, ${exitCodes.interrupted} no longer watched.`,
    )
    .action(run)
}

async function run(page: string, options: Options): Promise<void> {
  const api = connectApi(options, 'publish')
  const started = await start(api, page, options)
  if (options.detach || started.status === 'scheduled')
    return print(started, `${describe(started)} ${howToWatch(started)}`)
  const ended = await watchProgress(api, `/releases/${started.releaseId}`, {
    name: started.releaseId,
    isOver: ({ status }: Release) => ['finished', 'cancelled', 'undone'].includes(status),
    progress: progressOf,
    cancelQuestion: 'What is already published stays published.',
  })
  if (!ended) {
    notice(`Release ${started.releaseId} continues. ${howToWatch(started)}`)
    process.exitCode = exitCodes.interrupted
    return
  }
  print(ended, [describe(ended), ...(await listProblems(api, ended))].join('\n'))
  const { conflicts, overtaken, blocked, failed } = ended.counts
  if (ended.status === 'cancelled') process.exitCode = exitCodes.cancelled
  else if (ended.status === 'finished' && conflicts + overtaken + blocked + failed > 0)
    process.exitCode = exitCodes.needsDecision
}

async function start(api: Api, page: string, options: Options): Promise<Release> {
  if (!page.startsWith('release_')) {
    if (options.undo || options.cancel) throw new StartError('Pass the id of a release to undo or cancel it.')
    const started = await api.post<Release>(`/pages/${encodeURIComponent(page)}/releases`, inputOf(options))
    if (!wantsJson) notice(`Release ${started.releaseId} is ${started.status}.`)
    return started
  }
  const path = `/releases/${encodeURIComponent(page)}`
  if (options.undo) return await api.post<Release>(`${path}/undo`, {})
  if (options.cancel) return await api.post<Release>(`${path}/cancel`, {})
  return await api.get<Release>(path)
}

function inputOf(options: Options): ReleaseInput {
  const { kind, revision, conflicts, publish, dryRun, at, note } = options
  return {
    kind,
    audiences: audiencesOf(options),
    ...(revision !== undefined && { revision }),
    ...(conflicts && { conflicts }),
    ...(publish ? {} : { publish: false }),
    ...(dryRun && { dryRun }),
    ...(at !== undefined && { publishAt: toTimestamp(at) }),
    ...(note !== undefined && { note }),
    // A retry after a lost response must not release twice.
    operationKey: randomUUID(),
  }
}

function audiencesOf({ audiences, batch, account, query, state }: Options): ReleaseAudiences {
  const filter = {
    ...(account && { accountId: account }),
    ...(query && { query }),
    ...(state && { baseState: state }),
  }
  const isFiltered = Object.keys(filter).length > 0
  if ([audiences, batch, isFiltered || undefined].filter(Boolean).length > 1)
    throw new StartError(
      'Choose audiences by id, by batch, or by account, query and state, but not by more than one of these.',
    )
  if (audiences) return { audienceIds: audiences }
  if (batch) return { batchId: batch }
  return isFiltered ? { filter } : { all: true }
}

function progressOf({ status, counts, undo, dryRun }: Release): Progress {
  const isUndo = undo !== null
  const { total, waiting } = undo ?? counts
  const done = total - waiting
  const figures = isUndo
    ? `${undo.undone} undone`
    : `${counts.published} ${dryRun ? 'to publish' : 'published'}${counts.drafted > 0 ? `, ${counts.drafted} drafted` : ''}${counts.conflicts > 0 ? `, ${counts.conflicts} with conflicts` : ''}`
  return { done, total, figures: `${figures}${status === 'cancelling' ? ', cancelling' : ''}` }
}

function describe({ releaseId, status, dryRun, counts, undo, publishAt }: Release): string {
  if (status === 'scheduled')
    return `Release ${releaseId} begins on ${new Date(Number(publishAt)).toISOString()}.`
  if (undo)
    return `Release ${releaseId} is ${status}: ${undo.undone} of ${undo.total} audiences are back to what they saw before${undo.overtaken > 0 ? `, ${undo.overtaken} were published again since and are unchanged` : ''}.`
  const names = {
    published: dryRun ? 'would be published' : 'published',
    drafted: dryRun ? 'would be drafted' : 'drafted',
    unchanged: 'unchanged',
    conflicts: 'with conflicts',
    detached: 'detached',
    overtaken: 'overtaken',
    blocked: 'blocked by their check',
    failed: 'failed',
    cancelled: 'cancelled',
  }
  const parts = Object.entries(names).flatMap(([name, words]) => {
    const count = counts[name as keyof typeof names]
    return count > 0 ? [`${count} ${words}`] : []
  })
  const what = dryRun ? 'Dry run' : 'Release'
  return `${what} ${releaseId} is ${status}: ${parts.join(', ') || 'no audiences to release to'}, of ${counts.total}.`
}

const mostListed = 20

/** The first audiences that need attention. */
async function listProblems(api: Api, { releaseId, counts, undo }: Release): Promise<string[]> {
  if (wantsJson || undo) return []
  const lines: string[] = []
  for (const status of ['failed', 'blocked', 'overtaken', 'conflicts'] as const) {
    if (counts[status] === 0 || lines.length >= mostListed) continue
    const path = `/releases/${releaseId}/rows?status=${status}&limit=${mostListed - lines.length}`
    const { items } = await api.get<{ items: ReleaseRow[] }>(path)
    lines.push(...items.map((row) => `  ${row.audienceName ?? 'erased'}: ${row.reason ?? status}`))
  }
  const rest = counts.failed + counts.blocked + counts.overtaken + counts.conflicts - lines.length
  return [...lines, ...(rest > 0 ? [`  and ${rest} more: GET /v0/releases/${releaseId}/rows`] : [])]
}

function howToWatch({ releaseId }: Release) {
  return `To watch it: npx foyer release ${releaseId}`
}

function toTimestamp(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new StartError(`${text} is not a valid time. Use the form 2026-12-01T09:00:00Z.`)
  return `+${ms}`
}

function toNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
