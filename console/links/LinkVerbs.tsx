import { Copy, Ellipsis, ExternalLink, Lock, Pencil, Share2, Trash2 } from 'lucide-react'
import type { AudienceOverview } from '../audiences/queries.ts'
import { openShare } from '../share/queries.ts'
import { copyAddress } from '../status/StepCell.tsx'
import { buttonClass, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { type PageLink, readable } from './words.ts'

export type LinkActions = {
  edit: (pageLinkId: string) => void
  protect: (link: PageLink) => void
  remove: (link: PageLink) => void
}

type Props = {
  link: PageLink
  address: string
  audience: AudienceOverview | null | undefined
  actions: LinkActions | undefined
}

/** Actions on a link; without write permission, it can only be opened. */
export function LinkVerbs({ link, address, audience, actions }: Props) {
  const path = readable(link.path)
  return (
    <span className="flex items-center justify-end gap-1">
      <Tooltip label={`Open ${path}`}>
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${path}`}
          className={cx(buttonClass('quiet', 'sm'), 'aspect-square px-0!')}
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </Tooltip>
      {actions && (
        <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${path}`} size="sm" />}>
          {audience && (
            <MenuItem
              icon={Share2}
              onSelect={() => openShare({ pageId: audience.pageId, audienceId: audience.audienceId })}
            >
              Publish and share
            </MenuItem>
          )}
          <MenuItem icon={Copy} onSelect={() => void copyAddress(address)}>
            Copy link
          </MenuItem>
          <MenuItem icon={Pencil} onSelect={() => actions.edit(link.pageLinkId)}>
            Edit
          </MenuItem>
          <MenuItem icon={Lock} onSelect={() => actions.protect(link)}>
            Protect
          </MenuItem>
          <MenuLine />
          <MenuItem icon={Trash2} danger onSelect={() => actions.remove(link)}>
            Remove
          </MenuItem>
        </Menu>
      )}
    </span>
  )
}
