import { KeyRound, Server, Trash2, TriangleAlert, UserRoundCheck } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { actionsColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import type { KeyOwner } from './queries.ts'
import { type ApiKey, pageCount, scopeWords, widestOf } from './words.ts'

type KeyColumnOptions = {
  ownKeyId: string
  ownUserId: string | undefined
  keepers: Map<string, KeyOwner>
  revoke: (key: ApiKey) => void
  takeOver: (key: ApiKey) => void
}

export function keyColumns({
  ownKeyId,
  ownUserId,
  keepers,
  revoke,
  takeOver,
}: KeyColumnOptions): Column<ApiKey>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      width: 'minmax(0, 1fr)',
      cell: (key) => <Name of={key} isOwn={key.keyId === ownKeyId} />,
    },
    {
      key: 'owner',
      head: 'Belongs to',
      width: 'minmax(0, 0.7fr)',
      from: 'md',
      cell: (key) => <Owner of={key} keeper={keepers.get(key.userId ?? '')} ownUserId={ownUserId} />,
    },
    {
      key: 'scope',
      head: 'Scope',
      width: '96px',
      cell: ({ scopes }) => {
        const { label, hint } = scopeWords[widestOf(scopes)]
        return <span title={hint}>{label}</span>
      },
      skeleton: '56px',
    },
    {
      key: 'pages',
      head: 'Pages',
      width: '80px',
      from: 'lg',
      cell: (key) => <span className={key.pageIds ? '' : 'text-quiet'}>{pageCount(key)}</span>,
    },
    {
      key: 'used',
      head: 'Last used',
      width: '104px',
      from: 'md',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <RelativeTime at={lastUsedAt} className="text-quiet" />
        ) : (
          <span className="text-quiet">Never</span>
        ),
    },
    {
      key: 'ends',
      head: 'Ends',
      width: '104px',
      from: 'lg',
      cell: ({ expiresAt }) =>
        expiresAt ? <RelativeTime at={expiresAt} /> : <span className="text-quiet">Never</span>,
    },
    actionsColumn(
      (key) => (
        <span className="flex justify-end gap-1">
          {ownUserId && isLeft(key, keepers) && (
            <IconButton
              icon={UserRoundCheck}
              size="sm"
              label={`Look after ${key.name}`}
              onClick={() => takeOver(key)}
            />
          )}
          <IconButton icon={Trash2} size="sm" label={`Revoke ${key.name}`} onClick={() => revoke(key)} />
        </span>
      ),
      '68px',
    ),
  ]
}

/** Whether the owner of a service's key has left the team. */
function isLeft({ kind, userId }: ApiKey, keepers: Map<string, KeyOwner>): boolean {
  return kind === 'service' && userId !== null && keepers.get(userId)?.hasLeft === true
}

function Name({ of: key, isOwn }: { of: ApiKey; isOwn: boolean }) {
  const Icon = key.kind === 'service' ? Server : KeyRound
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line bg-sunken text-quiet max-md:hidden">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{key.name}</span>
        {key.hint && (
          <code className="block text-xs text-quiet" dir="ltr">
            foyer_…{key.hint}
          </code>
        )}
      </span>
      {isOwn && <Badge tone="accent">Current session</Badge>}
    </span>
  )
}

type OwnerProps = { of: ApiKey; keeper: KeyOwner | undefined; ownUserId: string | undefined }

function Owner({ of: key, keeper, ownUserId }: OwnerProps) {
  if (!keeper) return <span className="text-quiet">{key.kind === 'service' ? 'A service' : 'Unknown'}</span>
  if (keeper.hasLeft)
    return (
      <span className="flex items-center gap-2 text-warn">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{keeper.name} left</span>
      </span>
    )
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={keeper.name} size={22} />
      <span className="truncate">{key.userId === ownUserId ? 'You' : keeper.name}</span>
    </span>
  )
}
