import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Foyer, Shape } from '../../../sdk/index.ts'
import { type ConflictPolicy, conflictPolicies, releaseKinds } from '../../releases/choices.ts'
import { StartError } from '../../start/startError.ts'
import { clean, exitCodes, notice, print, printInterrupted, wantsJson } from '../output.ts'
import { parseTime } from './input.ts'
import type { Progress } from './progress.ts'
import { connectService, type ServiceOptions } from './service.ts'
import { watchProgress } from './watch.ts'

type Release = Shape<'Release'>
type ReleaseAudiences = Shape<'ReleaseAudiences'>
type ReleaseOptions = ServiceOptions & {
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
  detach?: boolean
}

const exits = `Exit codes: ${exitCodes.partly} some audiences were not released, ${exitCodes.cancelled} cancelled, ${exitCodes.interrupted} no longer watched.`

function create(command: Command) {
  command
    .argument('<page-id>')
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
    .option('--at <time>', 'when to start: 2026-12-01T09:00:00Z', parseTime)
    .option('--note <text>', 'note for this release')
    .option('--detach', 'do not wait until it has finished')
    .addHelpText(
      'after',
      `\nExamples:\n  npx foyer releases create page_01kb… --dry-run\n  npx foyer releases create page_01kb… --note "New prices"\n  npx foyer releases create page_01kb… --kind drafts --batch batch_01kb…\n\n${exits}`,
    )
    .action(async (pageId: string, options: ReleaseOptions) => {
      const input = inputOf(options)
      const release = await (await connectService(options)).releases.create(pageId, input)
      notice(`Release ${release.releaseId} is ${release.status}.`)
      await follow(release, options)
    })
}

function undo(command: Command) {
  command
    .argument('<release-id>')
    .option('--restore-content', 'also take the change out of the content of the page')
    .option('--detach', 'do not wait until it has finished')
    .action(async (releaseId: string, options: ReleaseOptions & { restoreContent?: boolean }) => {
      const { restoreContent = false } = options
      await follow(
        await (await connectService(options)).releases.undo(releaseId, { restoreContent }),
        options,
      )
    })
}

function watch(command: Command) {
  command
    .description('Follow a release until it has finished.')
    .argument('<release-id>')
    .addHelpText('after', `\n${exits}`)
    .action(async (releaseId: string, options: ReleaseOptions) =>
      follow(await (await connectService(options)).releases.get(releaseId), options),
    )
}

async function follow(started: Release, options: ReleaseOptions): Promise<void> {
  const { releaseId } = started
  if (options.detach || started.status === 'scheduled')
    return print(started, `${describe(started)} ${howToWatch(started)}`)
  const foyer = await connectService(options, { isWatching: true })
  const ended = await watchProgress<Release>({
    name: releaseId,
    wait: (how) => foyer.releases.wait(releaseId, how),
    cancel: () => foyer.releases.cancel(releaseId),
    isOver: ({ status }) => ['finished', 'cancelled', 'undone'].includes(status),
    progress: progressOf,
    cancelQuestion: 'What is already published stays published.',
  })
  if (!ended) return printInterrupted(`Release ${releaseId} continues. ${howToWatch(started)}`)
  print(ended, [describe(ended), ...(await listProblems(foyer, ended))].join('\n'))
  const { conflicts, overtaken, blocked, failed } = ended.counts
  if (ended.status === 'cancelled') process.exitCode = exitCodes.cancelled
  else if (ended.status === 'finished' && conflicts + overtaken + blocked + failed > 0)
    process.exitCode = exitCodes.partly
}

function inputOf(options: ReleaseOptions): Shape<'ReleaseInput'> {
  const { kind, revision, conflicts, publish, dryRun, at, note } = options
  return {
    kind,
    audiences: audiencesOf(options),
    ...(revision !== undefined && { revision }),
    ...(conflicts && { conflicts }),
    ...(publish ? {} : { publish: false }),
    ...(dryRun && { dryRun }),
    ...(at !== undefined && { publishAt: at }),
    ...(note !== undefined && { note }),
  }
}

function audiencesOf({ audiences, batch, account, query, state }: ReleaseOptions): ReleaseAudiences {
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
  return {
    done,
    total,
    figures: `${done}/${total}, ${figures}${status === 'cancelling' ? ', cancelling' : ''}`,
  }
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
async function listProblems(foyer: Foyer, { releaseId, counts, undo }: Release): Promise<string[]> {
  if (wantsJson || undo) return []
  const lines: string[] = []
  for (const status of ['failed', 'blocked', 'overtaken', 'conflicts'] as const) {
    if (counts[status] === 0 || lines.length >= mostListed) continue
    const { items } = await foyer.releases.listRows(releaseId, { status, limit: mostListed - lines.length })
    lines.push(
      ...items.map((row) => `  ${clean(`${row.audienceName ?? 'erased'}: ${row.reason ?? status}`)}`),
    )
  }
  const rest = counts.failed + counts.blocked + counts.overtaken + counts.conflicts - lines.length
  return [
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more: npx foyer releases list-rows ${releaseId} --all`] : []),
  ]
}

function howToWatch({ releaseId }: Release) {
  return `To watch it: npx foyer releases watch ${releaseId}`
}

function toNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

export const releaseCommands = { create, undo, watch }
