import { X } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { ConnectTenant } from './ConnectTenant.tsx'
import type { AppRequest, AppScope } from './connect.ts'

type Props = {
  request: AppRequest
  user: AppRequest['user']
  scope: AppScope
  onChange: (scope: AppScope) => void
}

/** The consent: the user that the app acts for, and its scopes. `publish` is off by default, `admin` is never granted. */
export function ConnectScopes({ request: { scopes, name }, user, scope, onChange }: Props) {
  return (
    <div className="mt-5 divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
      <div className="flex items-center gap-3 px-4 py-3">
        <Avatar name={user.name} size={28} />
        <div className="min-w-0">
          <p className="truncate text-sm font-medium">{user.name}</p>
          <p className="truncate text-xs text-quiet">{user.email}</p>
        </div>
      </div>
      <ConnectTenant />
      <div className="px-4 py-3">
        <Checkbox
          label="Read"
          hint="Pages, accounts, people, visits and figures"
          checked
          disabled
          onChange={() => {}}
        />
      </div>
      {scopes.includes('write') && (
        <div className="px-4 py-3">
          <Checkbox
            label="Draft"
            hint="Ask for changes, add notes, upload. Visitors don’t see drafts."
            checked={scope !== 'read'}
            onChange={(isTicked) => onChange(isTicked ? 'write' : 'read')}
          />
        </div>
      )}
      {scopes.includes('publish') && (
        <div className="flex items-start justify-between gap-2 px-4 py-3">
          <Checkbox
            label="Publish"
            hint={`${name} asks for it. Left out unless you tick it.`}
            checked={scope === 'publish'}
            onChange={(isTicked) => onChange(isTicked ? 'publish' : 'write')}
          />
          <Badge tone="warn">Goes public</Badge>
        </div>
      )}
      <p className="flex items-center gap-3 bg-rail px-4 py-3 text-sm text-quiet">
        <X aria-hidden className="size-4" /> Never: team, keys, single sign-on, audit log
      </p>
    </div>
  )
}
