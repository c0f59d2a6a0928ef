import { Link } from '@tanstack/react-router'
import { PanelLeft, Search } from 'lucide-react'
import { useMay } from '../api/session.ts'
import { useUnreadLabel } from '../api/unread.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { showPalette } from './commands.ts'
import { Mark } from './Mark.tsx'
import { type NavItem, navGroups } from './navigation.ts'

type Props = { isCollapsed?: boolean; onCollapse?: () => void; onGo?: () => void }

export function Rail({ isCollapsed = false, onCollapse, onGo }: Props) {
  return (
    <nav
      aria-label="Main"
      className={cx(
        'flex h-full flex-col border-e border-line bg-rail transition-[width]',
        isCollapsed ? 'w-13' : 'w-58',
      )}
    >
      <div className={cx('flex h-14 items-center justify-between ps-3.5 pe-2', isCollapsed && 'pe-3.5')}>
        <Mark hideName={isCollapsed} />
        {onCollapse && !isCollapsed && (
          <IconButton icon={PanelLeft} label="Collapse sidebar" keys="[" size="sm" onClick={onCollapse} />
        )}
      </div>
      <div className="thin-scroll flex-1 space-y-4 overflow-y-auto px-2 pb-2">
        <SearchButton
          isCollapsed={isCollapsed}
          onClick={() => {
            onGo?.()
            showPalette()
          }}
        />
        {navGroups.map((group) => (
          <NavGroup key={group.places[0]?.to} group={group} isCollapsed={isCollapsed} onGo={onGo} />
        ))}
      </div>
      <div className="space-y-1 border-t border-line p-2">
        {onCollapse && isCollapsed && (
          <IconButton
            icon={PanelLeft}
            label="Expand sidebar"
            keys="["
            side="right"
            className="w-full!"
            onClick={onCollapse}
          />
        )}
        <AccountMenu isCollapsed={isCollapsed} />
      </div>
    </nav>
  )
}

function SearchButton({ isCollapsed, onClick }: { isCollapsed: boolean; onClick: () => void }) {
  if (isCollapsed)
    return (
      <IconButton
        icon={Search}
        label="Search"
        keys="mod+k"
        side="right"
        className="w-full!"
        onClick={onClick}
      />
    )
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-8 w-full items-center gap-2.5 rounded-md border border-line bg-ground px-2 text-sm text-quiet shadow-low hover:border-edge max-md:h-10"
    >
      <Search aria-hidden className="size-4" />
      <span className="flex-1 text-start">Search</span>
      <Kbd keys="mod+k" />
    </button>
  )
}

type GroupProps = { group: (typeof navGroups)[number]; isCollapsed: boolean; onGo: (() => void) | undefined }

function NavGroup({ group, isCollapsed, onGo }: GroupProps) {
  const isForAdmins = group.places.every(({ scope }) => scope === 'admin')
  // Hides the heading of a group without visible items.
  const may = useMay(isForAdmins ? 'admin' : 'read')
  if (!may) return null
  return (
    <div>
      {group.label && !isCollapsed && <div className="px-2 pb-1 text-xs text-faint">{group.label}</div>}
      <ul className="space-y-px">
        {group.places.map((place) => (
          <NavLink key={place.to} place={place} isCollapsed={isCollapsed} onGo={onGo} />
        ))}
      </ul>
    </div>
  )
}

function NavLink({ place, isCollapsed, onGo }: { place: NavItem } & Omit<GroupProps, 'group'>) {
  const { label, to, icon: Icon, keys, scope = 'read' } = place
  const may = useMay(scope)
  if (!may) return null
  const link = (
    <Link
      to={to}
      onClick={() => onGo?.()}
      className={cx(
        'group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-quiet hover:bg-hover hover:text-ink max-md:h-10',
        'aria-[current=page]:bg-pressed aria-[current=page]:text-ink',
        isCollapsed && 'relative justify-center',
      )}
      activeOptions={{ includeSearch: false }}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {isCollapsed ? <span className="sr-only">{label}</span> : <span className="flex-1">{label}</span>}
      {to === '/notices' && <UnreadCount isCollapsed={isCollapsed} />}
      {!isCollapsed && (
        <span className="hidden group-hover:block group-focus-visible:block">
          <Kbd keys={keys} />
        </span>
      )}
    </Link>
  )
  return (
    <li>
      {isCollapsed ? (
        <Tooltip label={label} keys={keys} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

function UnreadCount({ isCollapsed }: { isCollapsed: boolean }) {
  const unread = useUnreadLabel()
  if (!unread) return null
  return (
    <span
      className={cx(
        'rounded-full bg-accent text-center text-xs leading-none font-semibold text-ground tabular-nums',
        isCollapsed ? 'absolute end-1.5 top-1 size-2' : 'min-w-5 px-1.5 py-1',
      )}
    >
      <span className={cx(isCollapsed && 'sr-only')}>{unread}</span>
      <span className="sr-only"> unread</span>
    </span>
  )
}
