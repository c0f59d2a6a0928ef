import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { roleNames } from '../../shared/roles.ts'
import { closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const RoleName = Enum(roleNames, {
  description: 'viewer has the scope read, editor write, publisher publish and admin admin.',
})

export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  format: 'email',
  description: 'An e-mail address.',
  examples: ['elin@brightside.example'],
})

export const Member = NamedObject(
  'Member',
  {
    userId: Id('user'),
    name: Type.String(),
    email: Nullable(Type.String()),
    isEmailVerified: Type.Boolean(),
    picture: Nullable(Type.String({ description: 'The address of their picture, for the console.' })),
    role: RoleName,
    createdAt: { ...Timestamp, description: 'When they joined.' },
    endedAt: Nullable({ ...Timestamp, description: 'When they left; null for current members.' }),
    lastSeenAt: Nullable({ ...Timestamp, description: 'Accurate to a minute.' }),
    signsInWith: Type.Array(Enum(['passkey', 'password', 'provider'])),
    hasSecondFactor: Type.Boolean({
      description: 'Whether a code of an authenticator app follows the password.',
    }),
    personalKeyCount: Type.Integer(),
    serviceKeyCount: Type.Integer({
      description: 'Keys of services that they look after; those of somebody who left should be handed over.',
    }),
  },
  {
    name: 'Lena Brandt',
    email: 'lena@harbor.example',
    isEmailVerified: true,
    role: 'admin',
    lastSeenAt: '+1794700800000',
    signsInWith: ['passkey'],
    personalKeyCount: 2,
    serviceKeyCount: 1,
  },
)
export type Member = Static<typeof Member>

export const Members = NamedObject('Members', {
  items: Type.Array(Member, { description: 'Current members, then those who left.' }),
})

export const MemberPatch = Type.Object({ role: RoleName }, { ...closed, examples: [{ role: 'editor' }] })

const invitationExample = {
  email: 'elin@brightside.example',
  role: 'editor',
  isMailed: true,
  invitedBy: exampleId('user'),
  expiresAt: '+1795219200000',
}

export const Invitation = NamedObject(
  'Invitation',
  {
    invitationId: Id('invitation'),
    email: Type.String(),
    role: RoleName,
    isMailed: Type.Boolean({ description: 'Whether it was sent by e-mail; otherwise its link was copied.' }),
    invitedBy: Nullable(Id('user', { description: 'Null if a service or an operator did.' })),
    createdAt: Timestamp,
    expiresAt: { ...Timestamp, description: 'It can be renewed afterwards.' },
  },
  invitationExample,
)
export type Invitation = Static<typeof Invitation>

export const Invitations = NamedObject('Invitations', {
  items: Type.Array(Invitation, {
    description: 'Those that were neither accepted nor withdrawn, newest first.',
  }),
})

const delivery = {
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'How long it can be accepted.' }),
  ),
  send: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether to send it by e-mail, which also verifies the address. Otherwise `url` is returned, for you to pass on.',
    }),
  ),
}

export const InvitationInput = NamedObject(
  'InvitationInput',
  { email: Email, role: RoleName, ...delivery },
  { role: 'editor', send: false },
)
export type InvitationInput = Static<typeof InvitationInput>

export const InvitationPatch = NamedObject('InvitationPatch', { role: RoleName })

export const InvitationRenewal = NamedObject('InvitationRenewal', delivery, { send: false })
export type InvitationRenewal = Static<typeof InvitationRenewal>

export const NewInvitation = NamedObject(
  'NewInvitation',
  {
    ...Invitation.properties,
    url: Nullable(
      Type.String({ description: 'The link to pass on, shown only once; null if it was sent by e-mail.' }),
    ),
  },
  { ...invitationExample, isMailed: false, url: 'https://foyer.example/console/invitation#token=01kb…' },
)
export type NewInvitation = Static<typeof NewInvitation>
