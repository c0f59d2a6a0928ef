import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Role } from '../../shared/roles.ts'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import type { PagedList } from '../api/lists.ts'
import { readQuery } from '../api/lists.ts'
import { profileQuery } from '../api/profile.ts'
import type { Shape } from '../api/schema.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt, notify, notifyProblem } from '../ui/notify.tsx'
import { type Invitation, type Member, nameOf, type TeamRow } from './words.ts'

export const membersQuery = readQuery(keys.team.members, (call) => api.members.list(call))

const invitationsQuery = readQuery(keys.team.invitations, (call) => api.invitations.list(call))

/** Members, then invitations, then former members. */
export function useTeam(
  text: string | undefined,
  role: Role | undefined,
): PagedList<TeamRow> & { admins: number } {
  const [members, invitations] = [useQuery(membersQuery), useQuery(invitationsQuery)]
  const rows = useMemo(
    () => toRows(members.data?.items ?? [], invitations.data?.items ?? []),
    [members.data, invitations.data],
  )
  const isPending = members.isPending || invitations.isPending
  const shown = rows.filter((row) => matches(row, text, role))
  return {
    rows: shown,
    total: isPending ? undefined : shown.length,
    isLoading: isPending,
    isStale: false,
    error: members.error ?? invitations.error,
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
    retry: () => void Promise.all([members.refetch(), invitations.refetch()]),
    admins: rows.filter((row) => row.kind === 'member' && row.member.role === 'admin').length,
  }
}

function toRows(members: Member[], invitations: Invitation[]): TeamRow[] {
  const present = members.filter(({ endedAt }) => endedAt === null)
  const left = members.filter(({ endedAt }) => endedAt !== null)
  return [
    ...present.map((member) => ({ kind: 'member' as const, id: member.userId, member })),
    ...invitations.map((invitation) => ({
      kind: 'invitation' as const,
      id: invitation.invitationId,
      invitation,
    })),
    ...left.map((member) => ({ kind: 'left' as const, id: member.userId, member })),
  ]
}

function matches(row: TeamRow, text: string | undefined, role: Role | undefined): boolean {
  const { name, email, role: held } = row.kind === 'invitation' ? { name: '', ...row.invitation } : row.member
  const haystack = `${name} ${email ?? ''}`.toLowerCase()
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (role === undefined || role === held) && words.every((word) => haystack.includes(word))
}

type Invite = { emails: string[]; role: Role; expiresInDays: number; send: boolean }
type Invited = { email: string; url: string | null }

/** Sends invitations one by one, so that those before a rejected one are kept. */
export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ emails, ...body }: Invite) => {
      const made: Invited[] = []
      for (const email of emails) made.push(await api.invitations.create({ email, ...body }))
      return made
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.team.invitations }),
    // The links must not stay in the cache.
    gcTime: 0,
  })
}

/** Actions on a row of the team; each shows a notice with its result. */
export function useTeamActions() {
  const client = useQueryClient()
  const { user } = useSession()
  const act = async (work: () => Promise<unknown>, done: string) => {
    await attempt(work, done)
    await client.invalidateQueries({ queryKey: keys.team.all })
  }
  return {
    changeRole: (row: TeamRow, role: Role) => {
      if (row.kind === 'invitation') {
        const { invitationId, email } = row.invitation
        const change = () => api.invitations.update(invitationId, { role })
        return act(change, `${email} is invited as ${role}`)
      }
      const change = () => api.members.update(row.member.userId, { role })
      return act(change, `${nameOf(row.member)} is now ${role}`)
    },
    remove: async (member: Member) => {
      const isSelf = member.userId === user?.userId
      const name = nameOf(member)
      const confirmed = await confirm({
        title: isSelf ? 'Leave the team?' : `Remove ${name}?`,
        body: `${isSelf ? 'Your' : 'Their'} sessions and personal keys stop working within a second. Keys of services stay${member.serviceKeyCount > 0 ? ' and need somebody to look after them' : ''}.`,
        action: isSelf ? 'Leave' : 'Remove',
        danger: true,
      })
      if (!confirmed) return
      await act(() => api.members.remove(member.userId), `${name} was removed`)
    },
    withdraw: ({ invitationId, email }: Invitation) => {
      const withdraw = () => api.invitations.withdraw(invitationId)
      return act(withdraw, `The invitation of ${email} was withdrawn`)
    },
    renew: ({ invitationId, email, isMailed }: Invitation) => {
      return act(
        async () => {
          const body = { send: isMailed }
          const made = await api.invitations.renew(invitationId, body)
          if (made.url) await navigator.clipboard.writeText(made.url)
        },
        isMailed ? `A new invitation was sent to ${email}` : `The new link for ${email} was copied`,
      )
    },
  }
}

export type TenantSettings = Shape<'TenantSettings'>

export const tenantSettingsQuery = readQuery(keys.team.settings, (call) => api.settings.get(call))

/** Saves changed settings; the rail shows a new name at once. */
export function useChangeSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<TenantSettings>) => api.settings.update(body),
    onSuccess: (saved) => {
      client.setQueryData(tenantSettingsQuery.queryKey, saved)
      notify('Saved')
      return Promise.all(
        [sessionQuery, profileQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      )
    },
    onError: notifyProblem,
  })
}
