import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Copy, Ellipsis, Globe, Layers, LayoutTemplate, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { openShare } from '../share/queries.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { usePageVerbs } from './queries.ts'
import { SaveTemplatePanel } from './SaveTemplatePanel.tsx'
import type { Page } from './words.ts'

type Props = {
  page: Page
  /** Called after the page was deleted. */
  onRemoved?: () => void
}

/** Actions on a page; those the session has no permission for are hidden. */
export function PageMenu({ page, onRemoved }: Props) {
  const mayWrite = useMay('write')
  const mayPublish = useMay('publish')
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)
  const { archive, restore, restoreDeleted, duplicate, remove } = usePageVerbs()
  if (!mayWrite) return null
  if (page.deletedAt !== null)
    return (
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${page.name}`} size="sm" />}>
        <MenuItem icon={ArchiveRestore} onSelect={() => void restoreDeleted(page)}>
          Restore as a draft
        </MenuItem>
      </Menu>
    )
  const isArchived = page.status === 'archived'
  const duplicateIt = async () => {
    const copy = await duplicate(page)
    if (copy) void navigate({ to: '/pages/$pageId', params: { pageId: copy.pageId } })
  }
  const removeIt = async () => {
    if (await remove(page)) onRemoved?.()
  }
  return (
    <>
      {isSaving && <SaveTemplatePanel page={page} onClose={() => setIsSaving(false)} />}
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${page.name}`} size="sm" />}>
        {mayPublish && page.status === 'draft' && (
          <MenuItem icon={Globe} onSelect={() => openShare({ pageId: page.pageId })}>
            Publish and share
          </MenuItem>
        )}
        {mayPublish && !isArchived && (
          <MenuItem icon={Archive} onSelect={() => void archive(page)}>
            Take offline
          </MenuItem>
        )}
        {isArchived && (
          <MenuItem icon={ArchiveRestore} onSelect={() => void restore(page)}>
            Restore as a draft
          </MenuItem>
        )}
        <MenuItem icon={Copy} onSelect={() => void duplicateIt()}>
          Duplicate
        </MenuItem>
        <MenuItem icon={LayoutTemplate} onSelect={() => setIsSaving(true)}>
          Save as template
        </MenuItem>
        {!isArchived && (
          <MenuItem
            icon={Layers}
            onSelect={() => void navigate({ to: '/batches/new', search: { pageId: page.pageId } })}
          >
            Create in bulk
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => void removeIt()}>
          Delete
        </MenuItem>
      </Menu>
    </>
  )
}
