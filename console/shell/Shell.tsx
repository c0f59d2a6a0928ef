import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { Bell, Menu as MenuIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { useUnreadLabel } from '../api/unread.ts'
import { IconButton } from '../ui/Button.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { Mark } from './Mark.tsx'
import { useIsRailNarrow } from './narrowRail.ts'
import { type NavItem, navGroups } from './navigation.ts'
import { useOwnVisits } from './ownVisits.ts'
import { PaletteHost } from './PaletteHost.tsx'
import { Rail } from './Rail.tsx'
import { ShortcutsHost } from './ShortcutsHost.tsx'
import { useSessionEnd } from './useSessionEnd.ts'

const collapsedName = 'foyer.rail'

/** The rail with the screen beside it. On phones, the rail is a drawer. */
export function Shell() {
  const [isCollapsed, setIsCollapsed] = useState(localStorage.getItem(collapsedName) === 'collapsed')
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  // The user can widen a rail that the screen has narrowed, until they leave the screen.
  const isNarrowed = useIsRailNarrow()
  const [isWidened, setIsWidened] = useState(false)
  const isRailCollapsed = isNarrowed ? !isWidened : isCollapsed
  const collapse = () => {
    if (isNarrowed) return setIsWidened(!isWidened)
    localStorage.setItem(collapsedName, isCollapsed ? 'open' : 'collapsed')
    setIsCollapsed(!isCollapsed)
  }
  useShortcut('[', collapse)
  useOwnVisits()
  useSessionEnd()
  return (
    <div className="flex h-full">
      <a
        href="#screen"
        className="sr-only rounded-md bg-raised px-3 py-2 text-sm shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="max-md:hidden">
        <Rail isCollapsed={isRailCollapsed} onCollapse={collapse} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 md:hidden">
          <Dialog.Root open={isDrawerOpen} onOpenChange={setIsDrawerOpen}>
            <Dialog.Trigger asChild>
              <IconButton icon={MenuIcon} label="Open menu" size="lg" />
            </Dialog.Trigger>
            <Dialog.Portal>
              <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
              <Dialog.Content
                aria-describedby={undefined}
                className="fixed inset-y-0 start-0 z-40 animate-slide-start shadow-float"
              >
                <Dialog.Title className="sr-only">Menu</Dialog.Title>
                <Rail onGo={() => setIsDrawerOpen(false)} />
              </Dialog.Content>
            </Dialog.Portal>
          </Dialog.Root>
          <Mark />
          <BellLink />
        </header>
        <main id="screen" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <PaletteHost />
      <ShortcutsHost />
      {navGroups
        .flatMap(({ places }) => places)
        .map((place) => (
          <GoTo key={place.to} place={place} />
        ))}
    </div>
  )
}

/** On phones, the rail with the unread count is hidden, so this link shows it. */
function BellLink() {
  const unread = useUnreadLabel()
  return (
    <Link
      to="/notices"
      aria-label={unread ? `Notices, ${unread} unread` : 'Notices'}
      className="relative ms-auto grid size-10 place-items-center rounded-md text-quiet hover:bg-hover hover:text-ink"
    >
      <Bell aria-hidden className="size-5" />
      {unread && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 min-w-4.5 rounded-full bg-accent px-1 py-0.5 text-center text-2xs leading-none font-semibold text-ground tabular-nums"
        >
          {unread}
        </span>
      )}
    </Link>
  )
}

function GoTo({ place }: { place: NavItem }) {
  const navigate = useNavigate()
  const may = useMay(place.scope ?? 'read')
  useShortcut(place.keys, () => void navigate({ to: place.to }), may)
  return null
}
