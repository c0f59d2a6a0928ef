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
import { addressOf, type Reach } from '../links/words.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { notify } from '../ui/notify.tsx'
import { type Audience, useAudienceVerbs } from './queries.ts'

type Props = {
  audience: Audience
  reach: Reach | undefined
  isLive: boolean
  onAddLink: (audienceId: string) => void
  onShare: (audience: Audience) => void
}

/** What can be done to an audience; what the key may not do is left out. */
export function AudienceMenu({ audience, reach, isLive, onAddLink, onShare }: Props) {
  const mayWrite = useMay('write')
  const navigate = useNavigate()
  const { archive, restore, showEveryone } = useAudienceVerbs()
  const address = reach && addressOf(audience, reach)
  const isArchived = audience.archivedAt !== null
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    notify('Link copied', { detail: text })
  }
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
      {address && (
        <>
          {!isArchived && (
            <MenuItem icon={Share2} onSelect={() => onShare(audience)}>
              Share
            </MenuItem>
          )}
          <MenuItem icon={Link2} onSelect={() => void copy(address)}>
            Copy the public link
          </MenuItem>
          {isLive && (
            <MenuItem icon={ExternalLink} onSelect={() => void window.open(address, '_blank', 'noopener')}>
              Open the public page
            </MenuItem>
          )}
        </>
      )}
      {mayWrite && !isArchived && (
        <>
          {!address && (
            <MenuItem icon={Link2} onSelect={() => onAddLink(audience.audienceId)}>
              Add a link
            </MenuItem>
          )}
          {reach?.isHome && !audience.flags.includes('home_page') && audience.personId === null && (
            <MenuItem icon={House} onSelect={() => void showEveryone(audience)}>
              Show at the site root
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem icon={Archive} onSelect={() => void archive(audience)}>
            Archive
          </MenuItem>
        </>
      )}
      {mayWrite && isArchived && (
        <>
          <MenuLine />
          <MenuItem icon={ArchiveRestore} onSelect={() => void restore(audience)}>
            Restore
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** Where an audience's page is worked on. */
export function studioPath({ pageId, audienceId }: Pick<Audience, 'pageId' | 'audienceId'>): string {
  return `/pages/${pageId}/audiences/${audienceId}`
}
