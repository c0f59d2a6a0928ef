import type { App, AppContext } from '../context.ts'
import { operation } from '../web/operation.ts'
import { listInvitations, setInvitationRole, withdrawInvitation } from './invitationQueries.ts'
import { invite, renew } from './invitations.ts'
import {
  Invitation,
  InvitationInput,
  InvitationPatch,
  InvitationRenewal,
  Invitations,
  Member,
  MemberPatch,
  Members,
  NewInvitation,
} from './schema.ts'
import { changeRole, endMembership, getMember, listMembers } from './verbs.ts'

export function memberRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/members',
    operation('listMembers', 'List the members of the team', { scope: 'admin', response: { 200: Members } }),
    async ({ tenantId }) => ({ items: await listMembers(db.read, tenantId) }),
  )

  app.patch(
    '/v0/members/:user_id',
    operation('updateMember', 'Change the role of a member', {
      scope: 'admin',
      confirms: true,
      description:
        'Their sessions have the new role within a second. Personal keys with a wider scope are narrowed.',
      body: MemberPatch,
      response: { 200: Member },
      problems: ['last_admin'],
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction(async (tx) => {
        await changeRole(tx, tenantId, params.user_id, body.role)
        return await getMember(tx, tenantId, params.user_id)
      }),
  )

  app.delete(
    '/v0/members/:user_id',
    operation('removeMember', 'Remove a member', {
      scope: 'admin',
      confirms: true,
      description:
        'Their sessions and personal keys stop working within a second. Keys of services that they look after stay.',
      problems: ['last_admin'],
    }),
    ({ tenantId, params }) => db.inTransaction((tx) => endMembership(tx, tenantId, params.user_id)),
  )
}

export function invitationRoutes(app: App, context: AppContext) {
  const { db } = context
  app.get(
    '/v0/invitations',
    operation('listInvitations', 'List open invitations', { scope: 'admin', response: { 200: Invitations } }),
    async ({ tenantId }) => ({ items: await listInvitations(db.read, tenantId) }),
  )

  app.post(
    '/v0/invitations',
    operation('createInvitation', 'Invite somebody to the team', {
      scope: 'admin',
      confirms: true,
      description:
        'It works once, for this address alone, and replaces an earlier one to the same address. Without a mail server, set `send` to false and pass on `url`.',
      body: InvitationInput,
      response: { 201: NewInvitation },
      problems: ['member_exists', 'member_limit', 'mail_unavailable'],
    }),
    ({ tenantId, caller, body }) =>
      db.inTransaction((tx) => invite(tx, context, tenantId, caller.userId ?? null, body)),
  )

  app.patch(
    '/v0/invitations/:invitation_id',
    operation('updateInvitation', 'Change the role of an invitation', {
      scope: 'admin',
      confirms: true,
      body: InvitationPatch,
      response: { 200: Invitation },
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => setInvitationRole(tx, tenantId, params.invitation_id, body.role)),
  )

  app.post(
    '/v0/invitations/:invitation_id/renew',
    operation('renewInvitation', 'Renew an invitation', {
      scope: 'admin',
      confirms: true,
      description: 'It gets a new link and a new end. The link of before stops working.',
      body: InvitationRenewal,
      response: { 200: NewInvitation },
      problems: ['mail_unavailable'],
    }),
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => renew(tx, context, tenantId, params.invitation_id, body)),
  )

  app.delete(
    '/v0/invitations/:invitation_id',
    operation('withdrawInvitation', 'Withdraw an invitation', {
      scope: 'admin',
      description: 'Its link stops working.',
    }),
    ({ tenantId, params }) =>
      db.inTransaction((tx) => withdrawInvitation(tx, tenantId, params.invitation_id)),
  )
}
