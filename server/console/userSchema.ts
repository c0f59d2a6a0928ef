import { type Static, Type } from 'typebox'
import { closed, Nullable } from '../../shared/typebox.ts'
import { Email, RoleName } from '../members/schema.ts'
import { Id, Timestamp } from '../web/schema.ts'
import { Password, PersonName } from './signInSchema.ts'

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

export const OwnUser = Type.Object(
  {
    userId: Id('user'),
    name: Type.String(),
    email: Nullable(Type.String()),
    isEmailVerified: Type.Boolean(),
    timeZone: Nullable(Type.String()),
    language: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    tenants: Type.Array(OwnTenant),
  },
  { ...closed, title: 'OwnUser' },
)
export type OwnUser = Static<typeof OwnUser>

export const FirstUser = Type.Object({ name: PersonName, email: Type.Optional(Email) }, closed)

export const ProfilePatch = Type.Object(
  {
    name: Type.Optional(PersonName),
    timeZone: Type.Optional(Nullable(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }))),
    language: Type.Optional(Nullable(Type.String({ maxLength: 35, pattern: '^[A-Za-z0-9-]+$' }))),
  },
  closed,
)

export const NewPassword = Type.Object({ password: Password }, closed)
export const TenantChoice = Type.Object({ tenantId: Id('tenant') }, closed)
export const Confirmation = Type.Object({ password: Password }, closed)
export const Confirmed = Type.Object({ confirmedAt: Timestamp }, closed)
