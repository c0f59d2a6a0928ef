import { KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import { useList } from '../api/lists.ts'
import { useSession } from '../api/session.ts'
import type { ProgramsSearch } from '../programs/search.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { useAddress } from '../ui/address.ts'
import { CreateKey } from './CreateKey.tsx'
import { keyColumns } from './keyColumns.tsx'
import { keysQuery, useKeyOwners, useRevokeKey, useTakeOver } from './queries.ts'
import { groupWords } from './words.ts'

/** The API keys of services and people. */
export function KeysTab() {
  const [search, change] = useAddress<ProgramsSearch>()
  const { keyId: ownKeyId, user } = useSession()
  const revoke = useRevokeKey()
  const takeOver = useTakeOver()
  const keepers = useKeyOwners()
  const list = useList(keysQuery())
  const rows = useMemo(
    () => [...list.rows].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'service' ? -1 : 1)),
    [list.rows],
  )
  const hasPersonal = rows.some(({ kind }) => kind === 'personal')
  const columns = useMemo(
    () =>
      keyColumns({
        ownKeyId,
        ownUserId: user?.userId,
        keepers,
        revoke: (key) => void revoke(key),
        takeOver: (key) => void takeOver(key),
      }),
    [ownKeyId, user, keepers, revoke, takeOver],
  )
  return (
    <ListScreen
      title="Keys"
      isPart
      words={['key', 'keys']}
      list={{ ...list, rows }}
      columns={columns}
      rowKey={({ keyId }) => keyId}
      rowHeight={52}
      groupOf={({ kind }) => (hasPersonal ? kind : undefined)}
      groupHead={(kind) => groupWords[kind as keyof typeof groupWords]}
      create={{
        label: 'Create key',
        first: 'Create your first key',
        command: 'Create a key',
        run: () => change({ create: true }),
      }}
      filters={
        <p className="text-sm text-quiet">
          Programs call the API with keys. Keys of services stay when people leave; personal ones stop with
          them.
        </p>
      }
      none={{ icon: KeyRound, title: 'No keys' }}
    >
      {search.create && <CreateKey onClose={() => change({ create: undefined })} />}
    </ListScreen>
  )
}
