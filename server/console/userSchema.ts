import { type Static, Type } from 'typebox'
import { ClosedObject, closed, Nullable } from '../../shared/typebox.ts'
import { Email, RoleName } from '../members/schema.ts'
import { Id, Timestamp } from '../web/schema.ts'
import { PasskeyAnswer, Password, PersonName, TotpCode } from './signInSchema.ts'

export const OwnTenant = Type.Object(
  {
    tenantId: Id('tenant'),
    slug: Type.String(),
    name: Type.String(),
    role: RoleName,
    isCurrent: Type.Boolean(),
  },
  { ...closed, title: 'OwnTenant' },
)

const OwnPasskey = Type.Object(
  {
    credentialId: Type.String(),
    name: Nullable(Type.String()),
    isSynced: Type.Boolean(),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
  },
  { ...closed, title: 'OwnPasskey' },
)

export const OwnUser = Type.Object(
  {
    userId: Id('user'),
    name: Type.String(),
    email: Nullable(Type.String()),
    isEmailVerified: Type.Boolean(),
    picture: Nullable(Type.String()),
    timeZone: Nullable(Type.String()),
    language: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    hasTotp: Type.Boolean(),
    recoveryCodesLeft: Type.Integer(),
    passkeys: Type.Array(OwnPasskey),
    tenants: Type.Array(OwnTenant),
  },
  { ...closed, title: 'OwnUser' },
)
export type OwnUser = Static<typeof OwnUser>

export const FirstUser = ClosedObject({ name: PersonName, email: Type.Optional(Email) })

export const ProfilePatch = ClosedObject({
  name: Type.Optional(PersonName),
  timeZone: Type.Optional(Nullable(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }))),
  language: Type.Optional(Nullable(Type.String({ maxLength: 35, pattern: '^[A-Za-z0-9-]+$' }))),
})

export const NewPassword = ClosedObject({ password: Password })
export const TenantChoice = ClosedObject({ tenantId: Id('tenant') })

/** One of these proofs. */
export const Confirmation = ClosedObject({
  password: Type.Optional(Password),
  code: Type.Optional(TotpCode),
  passkey: Type.Optional(PasskeyAnswer),
})

const OwnSession = Type.Object(
  {
    sessionId: Id('session'),
    way: Type.String(),
    browser: Type.String(),
    isPhone: Type.Boolean(),
    address: Nullable(Type.String()),
    country: Nullable(Type.String()),
    createdAt: Timestamp,
    seenAt: Timestamp,
    isThis: Type.Boolean(),
  },
  { ...closed, title: 'OwnSession' },
)
export const OwnSessions = ClosedObject({
  items: Type.Array(OwnSession),
  idleDays: Type.Integer(),
  mostDays: Type.Integer(),
})
