import { KeyRound, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useList } from '../api/lists.ts'
import { useSession } from '../api/session.ts'
import { AdminOnly } from '../shell/AdminOnly.tsx'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import { CreateKey } from './CreateKey.tsx'
import { keysQuery, useRevokeKey } from './queries.ts'
import type { KeysSearch } from './search.ts'
import { type ApiKey, scopeWords, widestOf } from './words.ts'

export function KeysScreen() {
  return (
    <AdminOnly title="Keys">
      <Keys />
    </AdminOnly>
  )
}

function Keys() {
  const [search, change] = useAddress<KeysSearch>()
  const { keyId: ownKeyId } = useSession()
  const revoke = useRevokeKey()
  const columns = useMemo(() => keyColumns(ownKeyId, (key) => void revoke(key)), [ownKeyId, revoke])
  return (
    <ListScreen
      title="Keys"
      words={['key', 'keys']}
      list={useList(keysQuery())}
      columns={columns}
      rowKey={({ keyId }) => keyId}
      create={{
        label: 'Create key',
        first: 'Create your first key',
        command: 'Create a key',
        run: () => change({ create: true }),
      }}
      filters={
        <p className="text-sm text-quiet">
          Applications use keys to call the API, and people to sign in. Create one for each.
        </p>
      }
      none={{ icon: KeyRound, title: 'No keys' }}
    >
      {search.create && <CreateKey onClose={() => change({ create: undefined })} />}
    </ListScreen>
  )
}

function keyColumns(ownKeyId: string, revoke: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      width: 'minmax(0, 1fr)',
      cell: ({ keyId, name }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="truncate font-medium">{name}</span>
          {keyId === ownKeyId && <Badge tone="accent">Current session</Badge>}
        </span>
      ),
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
      key: 'meaning',
      head: 'Access',
      width: 'minmax(0, 1.2fr)',
      from: 'lg',
      cell: ({ scopes }) => <span className="text-quiet">{scopeWords[widestOf(scopes)].hint}</span>,
    },
    {
      key: 'created',
      head: 'Created',
      width: '104px',
      align: 'end',
      from: 'md',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-quiet" />,
      skeleton: '64px',
    },
    {
      key: 'revoke',
      head: 'Actions',
      hideHead: true,
      width: '32px',
      align: 'end',
      cell: (key) => (
        <IconButton icon={Trash2} size="sm" label={`Revoke ${key.name}`} onClick={() => revoke(key)} />
      ),
      skeleton: 'none',
    },
  ]
}
