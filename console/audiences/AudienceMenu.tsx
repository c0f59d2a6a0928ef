import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  ExternalLink,
  House,
  LayoutTemplate,
  Link2,
  PencilLine,
  Share2,
} from 'lucide-react'
import { useMay } from '../api/session.ts'
import { pageQuery } from '../pages/queries.ts'
import { openShare } from '../share/queries.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { copyAddress } from '../status/StepCell.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { openInTab } from '../ui/openInTab.ts'
import { useAudienceVerbs } from './queries.ts'
import type { Audience } from './words.ts'

type Props = { audience: Audience; standing: AudienceStanding | undefined }

/** Actions on an audience; those the session has no permission for are hidden. */
export function AudienceMenu({ audience, standing }: Props) {
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const { archive, restore, showEveryone } = useAudienceVerbs()
  const { data: page } = useQuery(pageQuery(audience.pageId))
  const isArchived = audience.archivedAt !== null
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${audience.effectiveName}`} size="sm" />}>
      <MenuItem icon={PencilLine} onSelect={() => void navigate({ href: studioPath(audience) })}>
        Open in the studio
      </MenuItem>
      {mayWrite && !isArchived && (
        <MenuItem
          icon={LayoutTemplate}
          onSelect={() => void navigate({ href: `${studioPath(audience)}/edit` })}
        >
          Edit blocks
        </MenuItem>
      )}
      {!isArchived && (
        <MenuItem
          icon={Share2}
          onSelect={() => openShare({ pageId: audience.pageId, audienceId: audience.audienceId })}
        >
          Publish and share
        </MenuItem>
      )}
      {standing?.url && (
        <MenuItem icon={Link2} onSelect={() => void copyAddress(standing.url ?? '')}>
          Copy link
        </MenuItem>
      )}
      {standing?.isLive && standing.url && (
        <MenuItem icon={ExternalLink} onSelect={() => openInTab(standing.url ?? '')}>
          Open the public page
        </MenuItem>
      )}
      {mayWrite && !isArchived && (
        <>
          {page?.flags.includes('home_page') &&
            !audience.flags.includes('home_page') &&
            audience.personId === null && (
              <MenuItem icon={House} onSelect={() => void showEveryone(audience)}>
                Show at the site root
              </MenuItem>
            )}
          <MenuLine />
          <MenuItem icon={Archive} onSelect={() => void archive(audience)}>
            Take offline
          </MenuItem>
        </>
      )}
      {mayWrite && isArchived && (
        <>
          <MenuLine />
          <MenuItem icon={ArchiveRestore} onSelect={() => void restore(audience)}>
            Put back
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The URL of an audience's studio. */
export function studioPath({ pageId, audienceId }: Pick<Audience, 'pageId' | 'audienceId'>): string {
  return `/pages/${pageId}/audiences/${audienceId}`
}
