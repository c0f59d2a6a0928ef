import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, CircleUser, Footprints, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { profileQuery, useSwitchTenant } from '../api/profile.ts'
import { useSession } from '../api/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { singleKeysAreOn, switchSingleKeys } from '../ui/shortcuts.ts'
import { showShortcuts } from './commands.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'
import { useSignOut } from './useSignOut.ts'

const themes: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
]

export function AccountMenu({ isCollapsed }: { isCollapsed: boolean }) {
  const { tenantName, user } = useSession()
  const theme = useTheme()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [singleKeys, setSingleKeys] = useState(singleKeysAreOn())
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <button
          type="button"
          className={cx(
            'flex h-10 w-full items-center gap-2.5 rounded-md px-1.5 text-start hover:bg-hover data-[state=open]:bg-hover',
            isCollapsed && 'justify-center',
          )}
        >
          <Avatar
            name={user?.name || user?.email || tenantName}
            picture={user?.picture}
            size={24}
            square={!user}
          />
          <span className={cx('min-w-0 flex-1 text-sm', isCollapsed && 'sr-only')}>
            {user && (
              <span className="block truncate leading-tight font-medium">{user.name || user.email}</span>
            )}
            <span className={cx('block truncate', user ? 'text-xs leading-tight text-quiet' : 'font-medium')}>
              {tenantName}
            </span>
            <span className="sr-only">: account, theme, shortcuts, sign out</span>
          </span>
          {!isCollapsed && <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />}
        </button>
      }
    >
      {user && <OwnItems />}
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice value={theme} onChange={setTheme} options={themes} />
      <MenuLine />
      <MenuLabel>Single-key shortcuts</MenuLabel>
      <MenuChoice
        value={singleKeys ? 'on' : 'off'}
        onChange={(next) => {
          switchSingleKeys(next === 'on')
          setSingleKeys(next === 'on')
        }}
        options={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
      <MenuItem icon={Keyboard} keys="?" onSelect={showShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Footprints} onSelect={() => void navigate({ to: '/home', search: { guide: true } })}>
        First steps
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

/** The user's own account and their other tenants. */
function OwnItems() {
  const navigate = useNavigate()
  const { data: profile } = useQuery(profileQuery)
  const switchTenant = useSwitchTenant()
  const tenants = profile?.tenants ?? []
  return (
    <>
      <MenuItem icon={CircleUser} onSelect={() => void navigate({ to: '/you' })}>
        Your account
      </MenuItem>
      <MenuLine />
      {tenants.length > 1 && (
        <>
          <MenuLabel>Team</MenuLabel>
          <MenuChoice
            value={tenants.find(({ isCurrent }) => isCurrent)?.tenantId}
            onChange={(tenantId) => void switchTenant(tenantId).catch(notifyProblem)}
            options={tenants.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
          />
          <MenuLine />
        </>
      )}
    </>
  )
}
