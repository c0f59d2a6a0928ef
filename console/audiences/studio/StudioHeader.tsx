import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Copy, LayoutTemplate, ListChecks } from 'lucide-react'
import type { NextStep } from '../../../shared/statusWords.ts'
import type { PagedList } from '../../api/lists.ts'
import type { Shape } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { readable } from '../../links/words.ts'
import { openShare } from '../../share/queries.ts'
import { countToCheck } from '../../share/words.ts'
import { useCommand } from '../../shell/commands.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { type AudienceStanding, useAudienceStandings } from '../../status/queries.ts'
import { copyAddress, HeadStepsCell, useAudienceStep } from '../../status/StepCell.tsx'
import { audienceStatus, versionStatus } from '../../status/words.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { Audience } from '../words.ts'
import { type AudienceIds, type AudienceVersion, checkQuery } from './queries.ts'
import { VersionMenu } from './VersionMenu.tsx'

type Props = {
  page: Shape<'Page'> | undefined
  audience: Audience | undefined
  shown: AudienceVersion | undefined
  newest: AudienceVersion | undefined
  /** The version that is being generated, if it is shown. */
  making: AudienceVersion | undefined
  where: AudienceIds
  list: PagedList<AudienceVersion>
  onOpen: (versionId: string) => void
  onCompare: () => void
}

/** The audience's name, the open version and its status, and the main action. */
export function StudioHeader({ page, audience, shown, newest, making, where, ...menu }: Props) {
  const standing = useAudienceStandings([where.audienceId]).get(where.audienceId)
  const visible = making ?? shown
  const versions = visible && audience && standing && (
    <VersionMenu {...{ where, standing, ...menu }} shown={visible} published={audience.publishedVersion} />
  )
  return (
    <>
      <PageHeader
        title={audience?.effectiveName ?? '…'}
        above={{ label: page?.name ?? 'Page', to: `/pages/${where.pageId}` }}
        beside={<div className="flex shrink-0 items-center max-lg:hidden">{versions}</div>}
        more={audience && <Smaller {...{ where, audience, standing, shown, newest }} />}
        action={
          audience && shown && standing && <Main {...{ where, audience, standing, shown, newest, making }} />
        }
      />
      <div className="-mt-1.5 flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 px-4 pb-1.5 text-sm text-quiet md:px-6">
        {standing ? <Standing standing={standing} /> : <Skeleton className="h-3.5 w-56" />}
        <span className="-ms-2 lg:hidden">{versions}</span>
      </div>
    </>
  )
}

function Standing({ standing }: { standing: AudienceStanding }) {
  const status = audienceStatus(standing)
  const { url, isLive } = standing
  return (
    <>
      <StatusBadge status={{ ...status, meaning: '' }} />
      <span className="min-w-0 truncate max-md:hidden">
        {status.meaning}
        {isLive && url && ` At ${readable(url)}`}
      </span>
    </>
  )
}

type PartProps = {
  where: AudienceIds
  audience: Audience
  standing: AudienceStanding
  shown: AudienceVersion
  newest: AudienceVersion | undefined
  making: AudienceVersion | undefined
}

/** The next step of the audience, or publishing the open version if it is an older one. */
function Main({ where, audience, standing, shown, newest, making }: PartProps) {
  const take = useAudienceStep()
  const isNewest = shown.versionId === newest?.versionId
  const ofVersion = versionStatus(shown, { ...standing, published: audience.publishedVersion })
  const isOld = !isNewest && shown.versionId !== standing.shownVersionId
  const status = isOld ? { ...ofVersion, second: undefined } : audienceStatus(standing)
  const run = (step: NextStep) =>
    isOld ? openShare({ ...where, versionId: shown.versionId }) : take(step, standing)
  const publishes = new Set<NextStep | undefined>(['publish', 'publishChanges', 'publishAgain', 'addLink'])
  const mayPublish = useMay('publish')
  const isOn = !making && mayPublish && publishes.has(status.next)
  const publish = () => status.next && run(status.next)
  useShortcut('p', publish, isOn)
  useCommand(
    isOn
      ? { id: 'publish version', label: 'Publish and share', icon: Copy, keys: 'p', run: publish }
      : undefined,
  )
  const { url, isLive } = standing
  useShortcut('s', () => url && void copyAddress(url), isLive && url !== null)
  if (making) return null
  const shortcut = isOn ? 'p' : status.next === 'copyLink' ? 's' : undefined
  return <HeadStepsCell status={status} onStep={run} {...(shortcut && { keys: shortcut })} />
}

type SmallerProps = Pick<PartProps, 'where' | 'audience' | 'newest'> & {
  standing: AudienceStanding | undefined
  shown: AudienceVersion | undefined
}

function Smaller({ where, audience, standing, shown, newest }: SmallerProps) {
  const mayWrite = useMay('write')
  const { isLive = false, url = null } = standing ?? {}
  const isDraft = shown?.status === 'draft' || (standing && !isLive)
  return (
    <>
      {shown && isDraft && shown.versionId === newest?.versionId && <ToCheck where={where} version={shown} />}
      {mayWrite && audience.archivedAt === null && (
        <Link to="/pages/$pageId/audiences/$audienceId/edit" params={where} className={buttonClass('quiet')}>
          <LayoutTemplate aria-hidden className="size-4" />
          <span className="max-xl:sr-only">Edit blocks</span>
        </Link>
      )}
      {isLive && url && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
          <ArrowUpRight aria-hidden className="size-4" />
          <span className="max-xl:sr-only">Open</span>
        </a>
      )}
    </>
  )
}

/** The number of findings to check before publishing. */
function ToCheck({ where, version }: { where: AudienceIds; version: AudienceVersion }) {
  const { data } = useQuery(checkQuery(where, version.versionId))
  const count = data ? countToCheck(data) : 0
  if (count === 0) return null
  return (
    <Button look="quiet" icon={ListChecks} onClick={() => openShare(where)}>
      {count} <span className="max-xl:sr-only">to check</span>
    </Button>
  )
}
