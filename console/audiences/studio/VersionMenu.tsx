import { ChevronDown, GitCompareArrows, History } from 'lucide-react'
import { type List, useList } from '../../api/lists.ts'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/figures.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../ui/Menu.tsx'
import { messagesQuery, type Version, type Where } from './queries.ts'
import { hasDocument, isUnderWay } from './runs.ts'

/** Where a version stands, in a word. */
export function standingOf(version: Version, newest: Version | undefined, isLive: boolean): string {
  if (version.status === 'published') return isLive ? 'Published' : 'Not live yet'
  if (isUnderWay(version.status)) return 'In progress'
  if (version.status === 'cancelled') return 'Stopped'
  if (version.status === 'archived') return 'Older'
  return version.versionId === newest?.versionId ? 'Draft' : 'Older draft'
}

const dots: Record<string, string> = {
  Published: 'bg-good',
  Draft: 'border-[1.5px] border-accent',
  'In progress': 'bg-busy animate-shimmer',
  Stopped: 'bg-danger',
}

function Dot({ standing }: { standing: string }) {
  return (
    <span
      aria-hidden
      className={cx('size-2 shrink-0 rounded-full', dots[standing] ?? 'border-[1.5px] border-faint')}
    />
  )
}

/** When it came to be what it is. */
export function momentOf({ publishedAt, becameDraftAt, createdAt, status }: Version): string {
  return (status === 'published' ? publishedAt : becameDraftAt) ?? createdAt
}

const noVersionReasons: Record<string, string> = {
  nothing_changed: 'No changes',
  interrupted: 'Stopped',
  failed: 'Failed',
}

type Props = {
  where: Where
  shown: Version
  newest: Version | undefined
  isLive: boolean
  list: List<Version>
  onOpen: (versionId: string) => void
  onCompare: () => void
}

/** The version line: which version is in sight and where it stands, and the way to all others. */
export function VersionMenu({ where, shown, newest, isLive, list, onOpen, onCompare }: Props) {
  const standing = standingOf(shown, newest, isLive)
  const messages = useList(messagesQuery(where))
  // Runs that produced nothing have a number, too: left out, the numbers of the others would seem to skip.
  const reasonOf = (version: Version) => {
    if (hasDocument(version) || isUnderWay(version.status)) return undefined
    const answer = messages.rows.find(
      ({ author, versionId }) => author === 'agent' && versionId === version.versionId,
    )
    return noVersionReasons[answer?.outcome ?? 'interrupted']
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap hover:bg-hover data-[state=open]:bg-hover"
        >
          <Dot standing={standing} />
          <span className="font-medium">Version {shown.versionNumber}</span>
          <span className="truncate text-quiet">
            {standing}, <RelativeTime at={momentOf(shown)} />
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </button>
      }
    >
      <div className="w-72">
        <MenuLabel>Versions, newest first</MenuLabel>
        {list.rows.map((version) => (
          <VersionItem
            key={version.versionId}
            version={version}
            standing={reasonOf(version) ?? standingOf(version, newest, isLive)}
            isShown={version.versionId === shown.versionId}
            onOpen={onOpen}
          />
        ))}
        {list.hasMore && (
          <MenuItem icon={History} onSelect={list.loadMore}>
            Load older versions
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={GitCompareArrows} onSelect={onCompare}>
          See what changed
        </MenuItem>
      </div>
    </Menu>
  )
}

type ItemProps = {
  version: Version
  standing: string
  isShown: boolean
  onOpen: (versionId: string) => void
}

function VersionItem({ version, standing, isShown, onOpen }: ItemProps) {
  return (
    <MenuItem disabled={!hasDocument(version)} onSelect={() => onOpen(version.versionId)}>
      <span className="flex items-center gap-2.5">
        <Dot standing={standing} />
        <span className={cx('flex-1', isShown && 'font-semibold')}>
          Version {version.versionNumber}
          <span className="ms-2 font-normal text-quiet">{standing}</span>
        </span>
        <RelativeTime at={momentOf(version)} className="text-xs text-faint" />
      </span>
    </MenuItem>
  )
}
