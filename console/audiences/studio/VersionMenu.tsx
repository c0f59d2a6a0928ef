import { ChevronDown, GitCompareArrows, History } from 'lucide-react'
import { useAuthors } from '../../api/authors.ts'
import { type PagedList, useList } from '../../api/lists.ts'
import type { AudienceStanding } from '../../status/queries.ts'
import { versionStatus } from '../../status/words.ts'
import { AuthorCell } from '../../ui/AuthorCell.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/figures.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../ui/Menu.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type AudienceIds, type AudienceVersion, messagesQuery } from './queries.ts'
import { hasDocument } from './runs.ts'
import { isUnderWay } from './standing.ts'

/** When the version was published, became a draft or was created. */
function momentOf({ publishedAt, becameDraftAt, createdAt, status }: AudienceVersion): string {
  return (status === 'published' ? publishedAt : becameDraftAt) ?? createdAt
}

type Props = {
  where: AudienceIds
  shown: AudienceVersion
  published: AudienceVersion
  standing: AudienceStanding
  list: PagedList<AudienceVersion>
  onOpen: (versionId: string) => void
  onCompare: () => void
}

/** Names the open version and its status, with a menu of all versions. */
export function VersionMenu({ where, shown, published, standing, list, onOpen, onCompare }: Props) {
  const messages = useList(messagesQuery(where))
  const asked = new Map(
    messages.rows.filter(({ author }) => author === 'user').map(({ versionId, text }) => [versionId, text]),
  )
  const statusOfVersion = (version: AudienceVersion) => versionStatus(version, { ...standing, published })
  // Failed and cancelled versions have no document, so they appear only in the chat.
  const versions = list.rows.filter((version) => hasDocument(version) || isUnderWay(version.status))
  const authors = useAuthors(versions.filter(hasDocument).map(({ versionId }) => versionId))
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="font-medium">Version {shown.versionNumber}</span>
          <span className="truncate text-quiet">{statusOfVersion(shown).words}</span>
          <RelativeTime at={momentOf(shown)} className="text-faint max-xl:hidden" />
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </button>
      }
    >
      <div className="w-80">
        <MenuLabel>Versions, newest first</MenuLabel>
        {versions.map((version) => (
          <MenuItem
            key={version.versionId}
            disabled={!hasDocument(version)}
            onSelect={() => onOpen(version.versionId)}
          >
            <span className="flex items-center gap-2.5">
              <span className={cx('shrink-0', version.versionId === shown.versionId && 'font-semibold')}>
                Version {version.versionNumber}
              </span>
              <StatusBadge status={{ ...statusOfVersion(version), meaning: '' }} className="min-w-0" />
              <RelativeTime at={momentOf(version)} className="ms-auto text-xs text-faint" />
            </span>
            <span className="block truncate text-xs text-quiet" dir="auto">
              {asked.get(version.versionId) ?? originOf(version)}
            </span>
            <span className="mt-1 block text-xs text-quiet empty:hidden">
              <AuthorCell author={authors.get(version.versionId)} size={16} />
            </span>
          </MenuItem>
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

/** How a version without a message was created. */
function originOf({ versionNumber }: AudienceVersion): string {
  return versionNumber === 1 ? 'The page, filled in for them' : 'Edited by hand, or brought by a release'
}
