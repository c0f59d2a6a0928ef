import { useBlocker, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/ConfirmDialog.tsx'
import { usePageVerbs } from '../queries.ts'
import type { PageSearch } from '../search.ts'
import type { Page } from '../words.ts'
import { Actions } from './Actions.tsx'
import { Basics } from './Basics.tsx'
import { FooterLinks } from './FooterLinks.tsx'
import { UnsavedGroups } from './Group.tsx'
import { LogoRows } from './LogoRows.tsx'
import { Look } from './Look.tsx'
import { Scripts } from './Scripts.tsx'
import { Sharing } from './Sharing.tsx'

/** The settings of a page, in groups that are saved separately. */
export function SettingsTab({ page }: { page: Page }) {
  const unsaved = useRef(new Set<string>())
  const note = useCallback((group: string, isDirty: boolean) => {
    if (isDirty) unsaved.current.add(group)
    else unsaved.current.delete(group)
  }, [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isHere = (next.search as PageSearch).tab === 'settings' && next.pathname === current.pathname
      if (unsaved.current.size === 0 || isHere) return false
      return !(await confirm({
        title: 'Leave without saving?',
        body: 'Your changes to the settings are not saved and will be lost.',
        action: 'Leave',
      }))
    },
    enableBeforeUnload: () => unsaved.current.size > 0,
  })
  return (
    <UnsavedGroups value={note}>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-4xl px-4 pb-16 md:px-6">
          <Basics page={page} />
          <Look page={page} />
          <Actions page={page} />
          <LogoRows page={page} />
          <FooterLinks page={page} />
          <Sharing page={page} />
          <Scripts page={page} />
          <Remove page={page} />
        </div>
      </div>
    </UnsavedGroups>
  )
}

function Remove({ page }: { page: Page }) {
  const navigate = useNavigate()
  const { remove } = usePageVerbs()
  const mayWrite = useMay('write')
  if (!mayWrite) return null
  const removeIt = async () => {
    if (await remove(page)) await navigate({ to: '/pages', ignoreBlocker: true })
  }
  return (
    <section
      aria-label="Delete this page"
      className="grid gap-x-12 gap-y-4 py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="text-base font-semibold">Delete this page</h2>
        <p className="mt-1 text-sm text-quiet">
          Visitors lose access. You can restore it later from the Deleted filter.
        </p>
      </div>
      <div>
        <Button icon={Trash2} className="text-danger!" onClick={() => void removeIt()}>
          Delete page
        </Button>
      </div>
    </section>
  )
}
