import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2, Unplug } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { useAddress } from '../ui/address.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import {
  type AppConnection,
  connectionsQuery,
  type RegisteredApp,
  useEndConnection,
  useRemoveApp,
} from './queries.ts'
import { RegisterApp } from './RegisterApp.tsx'
import type { ProgramsSearch } from './search.ts'
import { scopeWords } from './words.ts'

/** Apps that users have connected, and those that an admin has registered. */
export function Connections({ signsIn }: { signsIn: boolean }) {
  const { data } = useQuery(connectionsQuery)
  const [search, change] = useAddress<ProgramsSearch>()
  return (
    <section>
      <div className="flex items-end justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">Connected</h2>
          <p className="mt-0.5 text-sm text-quiet">Each acts as the person who let it in.</p>
        </div>
        {signsIn && (
          <Button icon={Plus} onClick={() => change({ register: true })}>
            Register an app
          </Button>
        )}
      </div>
      {!data && <Skeleton className="mt-4 h-28 rounded-xl" />}
      {data && data.connections.length === 0 && data.apps.length === 0 && (
        <p className="mt-4 rounded-xl border border-dashed border-edge p-5 text-sm text-quiet">
          No app is connected yet. It appears here when somebody signs in with an assistant.
        </p>
      )}
      {data && data.connections.length + data.apps.length > 0 && (
        <ul className="mt-4 divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
          {data.connections.map((connection) => (
            <Connection key={connection.connectionId} of={connection} />
          ))}
          {data.apps.map((app) => (
            <Registered key={app.appId} of={app} />
          ))}
        </ul>
      )}
      {search.register && <RegisterApp onClose={() => change({ register: undefined })} />}
    </section>
  )
}

function Connection({ of }: { of: AppConnection }) {
  const end = useEndConnection()
  const { name, host, userName, scope, lastUsedAt, createdAt } = of
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar name={name} size={32} square />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" dir="auto">
          {name}
        </p>
        <p className="truncate text-xs text-quiet">
          {host} · {userName} · {scopeWords[scope]}
        </p>
      </div>
      <RelativeTime at={lastUsedAt ?? createdAt} className="text-sm text-quiet max-sm:hidden" />
      <IconButton icon={Unplug} label={`End ${name} of ${userName}`} onClick={() => void end(of)} />
    </li>
  )
}

function Registered({ of }: { of: RegisteredApp }) {
  const remove = useRemoveApp()
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Avatar name={of.name} size={32} square />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium" dir="auto">
          {of.name} <span className="font-normal text-quiet">registered</span>
        </p>
        <p className="flex min-w-0 items-center gap-1 text-xs text-quiet">
          <code className="truncate" dir="ltr">
            {of.appId}
          </code>
          <CopyButton text={of.appId} label="Copy client id" />
        </p>
      </div>
      <IconButton icon={Trash2} label={`Remove ${of.name}`} onClick={() => void remove(of)} />
    </li>
  )
}
