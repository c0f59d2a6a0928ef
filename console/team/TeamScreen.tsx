import { UserPlus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useSession } from '../api/session.ts'
import { useCommand } from '../shell/commands.ts'
import { ListScreen } from '../shell/ListScreen.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { FilterChip } from '../ui/filters.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { useTeam, useTeamActions } from './queries.ts'
import { RolesTab } from './RolesTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { SsoTab } from './SsoTab.tsx'
import type { TeamSearch } from './search.ts'
import { teamColumns } from './teamColumns.tsx'
import { groupWords, roleOptions, type TeamRow } from './words.ts'

export function TeamScreen() {
  const [search, change] = useAddress<TeamSearch>()
  const invite = () => change({ invite: true })
  const list = useTeam(search.query, search.role)
  useShortcut('c', invite)
  useCommand({ id: 'invite', label: 'Invite people to the team', icon: UserPlus, keys: 'c', run: invite })
  const people = list.rows.filter(({ kind }) => kind === 'member').length
  return (
    <>
      <PageHeader
        title="Team"
        action={
          <Button look="primary" icon={UserPlus} keys="c" onClick={invite}>
            Invite people
          </Button>
        }
      />
      <Tabs
        label="Team"
        tabs={[
          { value: 'people', label: 'People', count: list.isLoading ? undefined : people },
          { value: 'roles', label: 'Roles' },
          { value: 'sso', label: 'Single sign-on' },
          { value: 'settings', label: 'Settings' },
        ]}
        value={search.tab ?? 'people'}
        onChange={(tab) => change({ tab: tab === 'people' ? undefined : tab })}
      >
        <TabPanel value="people">
          <People list={list} search={search} change={change} />
        </TabPanel>
        <TabPanel value="roles">
          <RolesTab rows={list.rows} />
        </TabPanel>
        <TabPanel value="sso">
          <SsoTab />
        </TabPanel>
        <TabPanel value="settings">
          <SettingsTab />
        </TabPanel>
      </Tabs>
      {search.invite && <InvitePanel onClose={() => change({ invite: undefined })} />}
    </>
  )
}

type Props = {
  list: ReturnType<typeof useTeam>
  search: TeamSearch
  change: (change: Partial<TeamSearch>) => void
}

function People({ list, search, change }: Props) {
  const { user } = useSession()
  const actions = useTeamActions()
  const { admins } = list
  const columns = useMemo(
    () => teamColumns({ ownId: user?.userId, admins, actions }),
    [user, admins, actions],
  )
  return (
    <ListScreen<TeamRow>
      title="Team"
      isPart
      words={['person or invitation', 'people and invitations']}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      rowHeight={54}
      groupOf={({ kind }) => (kind === 'member' ? undefined : kind)}
      groupHead={(kind) => groupWords[kind as keyof typeof groupWords]}
      search={{ label: 'Search people' }}
      filters={
        <FilterChip
          label="Role"
          options={roleOptions}
          value={search.role}
          onChange={(role) => change({ role })}
        />
      }
      filterNames={['role']}
      none={{
        icon: Users,
        title: 'Only keys so far',
        text: 'Invite people, so that everyone signs in as themselves and access ends when somebody leaves.',
        action: (
          <Button look="primary" icon={UserPlus} onClick={() => change({ invite: true })}>
            Invite people
          </Button>
        ),
      }}
    />
  )
}
