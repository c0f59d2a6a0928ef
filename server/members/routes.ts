import type { App, AppContext } from '../context.ts'
import { Params } from '../web/schema.ts'
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
    {
      schema: {
        operationId: 'listMembers',
        summary: 'List the members of the team',
        response: { 200: Members },
      },
      config: { scope: 'admin', beyond: true },
    },
    async ({ tenantId }) => ({ items: await listMembers(db.read, tenantId) }),
  )

  app.patch(
    '/v0/members/:user_id',
    {
      schema: {
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description:
          'Their sessions have the new role within a second. Personal keys with a wider scope are narrowed.',
        params: Params({ user_id: 'user' }),
        body: MemberPatch,
        response: { 200: Member },
      },
      config: { scope: 'admin', confirms: true, beyond: true, problems: ['last_admin'] },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction(async (tx) => {
        await changeRole(tx, tenantId, params.user_id, body.role)
        return await getMember(tx, tenantId, params.user_id)
      }),
  )

  app.delete(
    '/v0/members/:user_id',
    {
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          'Their sessions and personal keys stop working within a second. Keys of services that they look after stay.',
        params: Params({ user_id: 'user' }),
      },
      config: { scope: 'admin', confirms: true, beyond: true, problems: ['last_admin'] },
    },
    ({ tenantId, params }) => db.inTransaction((tx) => endMembership(tx, tenantId, params.user_id)),
  )
}

export function invitationRoutes(app: App, context: AppContext) {
  const { db } = context
  app.get(
    '/v0/invitations',
    {
      schema: {
        operationId: 'listInvitations',
        summary: 'List open invitations',
        response: { 200: Invitations },
      },
      config: { scope: 'admin', beyond: true },
    },
    async ({ tenantId }) => ({ items: await listInvitations(db.read, tenantId) }),
  )

  app.post(
    '/v0/invitations',
    {
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite somebody to the team',
        description:
          'It works once, for this address alone, and replaces an earlier one to the same address. Without a mail server, set `send` to false and pass on `url`.',
        body: InvitationInput,
        response: { 201: NewInvitation },
      },
      config: {
        scope: 'admin',
        confirms: true,
        beyond: true,
        problems: ['member_exists', 'member_limit', 'mail_unavailable'],
      },
    },
    ({ tenantId, caller, body }) =>
      db.inTransaction((tx) => invite(tx, context, tenantId, caller.userId ?? null, body)),
  )

  app.patch(
    '/v0/invitations/:invitation_id',
    {
      schema: {
        operationId: 'updateInvitation',
        summary: 'Change the role of an invitation',
        params: Params({ invitation_id: 'invitation' }),
        body: InvitationPatch,
        response: { 200: Invitation },
      },
      config: { scope: 'admin', confirms: true, beyond: true },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => setInvitationRole(tx, tenantId, params.invitation_id, body.role)),
  )

  app.post(
    '/v0/invitations/:invitation_id/renew',
    {
      schema: {
        operationId: 'renewInvitation',
        summary: 'Renew an invitation',
        description: 'It gets a new link and a new end. The link of before stops working.',
        params: Params({ invitation_id: 'invitation' }),
        body: InvitationRenewal,
        response: { 200: NewInvitation },
      },
      config: { scope: 'admin', confirms: true, beyond: true, problems: ['mail_unavailable'] },
    },
    ({ tenantId, params, body }) =>
      db.inTransaction((tx) => renew(tx, context, tenantId, params.invitation_id, body)),
  )

  app.delete(
    '/v0/invitations/:invitation_id',
    {
      schema: {
        operationId: 'withdrawInvitation',
        summary: 'Withdraw an invitation',
        description: 'Its link stops working.',
        params: Params({ invitation_id: 'invitation' }),
      },
      config: { scope: 'admin', beyond: true },
    },
    ({ tenantId, params }) =>
      db.inTransaction((tx) => withdrawInvitation(tx, tenantId, params.invitation_id)),
  )
}
