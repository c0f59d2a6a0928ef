import { ChevronDown, Fingerprint, Lock, Mail, MoreHorizontal, TriangleAlert } from 'lucide-react'
import { type Role, roles } from '../../shared/roles.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge, Status } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { actionsColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RelativeTime, readTime } from '../ui/figures.tsx'
import { Menu, MenuChoice, MenuItem } from '../ui/Menu.tsx'
import type { useTeamActions } from './queries.ts'
import { type Invitation, type Member, nameOf, roleOptions, type TeamRow, wayOf } from './words.ts'

type TeamColumnOptions = {
  ownId: string | undefined
  admins: number
  actions: ReturnType<typeof useTeamActions>
}

export function teamColumns({ ownId, admins, actions }: TeamColumnOptions): Column<TeamRow>[] {
  return [
    { key: 'name', head: 'Name', width: 'minmax(0, 1fr)', cell: (row) => <Who row={row} ownId={ownId} /> },
    {
      key: 'role',
      head: 'Role',
      width: '116px',
      cell: (row) => (
        <RoleCell row={row} admins={admins} onChange={(role) => void actions.changeRole(row, role)} />
      ),
      skeleton: '64px',
    },
    { key: 'way', head: 'Signs in with', width: '224px', from: 'lg', cell: (row) => <WayCell row={row} /> },
    { key: 'seen', head: 'Last seen', width: '104px', from: 'md', cell: (row) => <SeenCell row={row} /> },
    {
      key: 'keys',
      head: 'Keys',
      width: '104px',
      align: 'end',
      from: 'lg',
      cell: (row) => <KeysCell row={row} actions={actions} />,
    },
    actionsColumn((row) => row.kind !== 'left' && <RowMenu row={row} {...{ ownId, admins, actions }} />),
  ]
}

function Who({ row, ownId }: { row: TeamRow; ownId: string | undefined }) {
  if (row.kind === 'invitation')
    return (
      <span className="flex min-w-0 items-center gap-2.5">
        <span className="grid size-8 shrink-0 place-items-center rounded-full border border-dashed border-edge text-quiet">
          <Mail aria-hidden className="size-3.5" />
        </span>
        <Two
          first={row.invitation.email}
          second={<RelativeTime at={row.invitation.createdAt} />}
          before="Invited "
        />
      </span>
    )
  const { member } = row
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={nameOf(member)} picture={member.picture} size={32} />
      <Two first={nameOf(member)} second={member.name ? (member.email ?? 'No e-mail address') : ''} />
      {member.userId === ownId && <Badge tone="accent">You</Badge>}
    </span>
  )
}

function Two({ first, second, before = '' }: { first: string; second: React.ReactNode; before?: string }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{first}</span>
      <span className="block truncate text-xs text-quiet">
        {before}
        {second}
      </span>
    </span>
  )
}

type RoleProps = { row: TeamRow; admins: number; onChange: (role: Role) => void }

/** The last admin's role is text, because it can't be changed. */
function RoleCell({ row, admins, onChange }: RoleProps) {
  const role = row.kind === 'invitation' ? row.invitation.role : row.member.role
  const isLast = row.kind === 'member' && role === 'admin' && admins === 1
  if (row.kind === 'left' || isLast)
    return <span className={row.kind === 'left' ? 'text-quiet' : ''}>{roles[role].label}</span>
  const name = row.kind === 'invitation' ? row.invitation.email : nameOf(row.member)
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Role of ${name}: ${roles[role].label}`}
          className="-ms-2 flex h-8 items-center gap-1.5 rounded-md px-2 hover:bg-hover data-[state=open]:bg-hover"
        >
          {roles[role].label}
          <ChevronDown aria-hidden className="size-3.5 text-faint" />
        </button>
      }
    >
      <MenuChoice value={role} onChange={onChange} options={roleOptions} />
    </Menu>
  )
}

function WayCell({ row }: { row: TeamRow }) {
  if (row.kind === 'invitation') return <EndCell invitation={row.invitation} />
  if (row.kind === 'left')
    return (
      <span className="text-quiet">
        Left <RelativeTime at={row.member.endedAt ?? row.member.createdAt} />
      </span>
    )
  const { text, isWeak } = wayOf(row.member)
  const Icon = isWeak ? TriangleAlert : row.member.signsInWith[0] === 'passkey' ? Fingerprint : Lock
  return (
    <span className={`flex items-center gap-2 ${isWeak ? 'text-warn' : ''}`}>
      <Icon aria-hidden className={`size-4 shrink-0 ${isWeak ? '' : 'text-quiet'}`} />
      <span className="truncate">{text}</span>
    </span>
  )
}

const isOver = ({ expiresAt }: Invitation) => readTime(expiresAt).getTime() < Date.now()

function EndCell({ invitation }: { invitation: Invitation }) {
  if (isOver(invitation)) return <Status of="archived">Ended</Status>
  return (
    <span className="text-quiet">
      Ends <RelativeTime at={invitation.expiresAt} />
    </span>
  )
}

function SeenCell({ row }: { row: TeamRow }) {
  if (row.kind === 'invitation' || row.member.lastSeenAt === null)
    return <span className="text-quiet">Not yet</span>
  return <RelativeTime at={row.member.lastSeenAt} className="text-quiet" />
}

function KeysCell({ row, actions }: { row: TeamRow; actions: TeamColumnOptions['actions'] }) {
  if (row.kind === 'invitation')
    return isOver(row.invitation) ? (
      <Button size="sm" onClick={() => void actions.renew(row.invitation)}>
        Renew
      </Button>
    ) : null
  const { personalKeyCount, serviceKeyCount } = row.member
  if (row.kind === 'left')
    return serviceKeyCount > 0 ? <span className="text-warn">{serviceKeyCount} to hand over</span> : null
  const count = personalKeyCount + serviceKeyCount
  return <span className={count === 0 ? 'text-quiet' : ''}>{count}</span>
}

function RowMenu({ row, ownId, admins, actions }: { row: TeamRow } & TeamColumnOptions) {
  if (row.kind === 'left') return null
  const name = row.kind === 'invitation' ? row.invitation.email : nameOf(row.member)
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} size="sm" label={`Actions for ${name}`} />}>
      {row.kind === 'invitation' ? (
        <InvitationItems invitation={row.invitation} actions={actions} />
      ) : (
        <MemberItems member={row.member} {...{ ownId, admins, actions }} />
      )}
    </Menu>
  )
}

function InvitationItems({
  invitation,
  actions,
}: {
  invitation: Invitation
  actions: TeamColumnOptions['actions']
}) {
  return (
    <>
      <MenuItem onSelect={() => void actions.renew(invitation)}>
        {invitation.isMailed ? 'Send again' : 'Copy a new link'}
      </MenuItem>
      <MenuItem danger onSelect={() => void actions.withdraw(invitation)}>
        Withdraw
      </MenuItem>
    </>
  )
}

function MemberItems({ member, ownId, admins, actions }: { member: Member } & TeamColumnOptions) {
  const isLast = member.role === 'admin' && admins === 1
  return (
    <MenuItem danger disabled={isLast} onSelect={() => void actions.remove(member)}>
      {isLast ? 'The last admin stays' : member.userId === ownId ? 'Leave the team' : 'Remove from the team'}
    </MenuItem>
  )
}
