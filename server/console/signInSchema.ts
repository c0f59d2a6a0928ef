import { Type } from 'typebox'
import { closed, Enum } from '../../shared/typebox.ts'
import { Email, RoleName } from '../members/schema.ts'
import { longestPassword } from '../users/commonPasswords.ts'
import { Timestamp } from '../web/schema.ts'

export const Password = Type.String({ minLength: 1, maxLength: longestPassword })
export const Token = Type.String({ minLength: 1, maxLength: 200 })
export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const SignInWays = Type.Object(
  {
    email: Type.Boolean({ description: 'Whether links can be sent by e-mail.' }),
    hasUsers: Type.Boolean({
      description: 'Whether anybody signs in as a person; otherwise keys are the way in.',
    }),
  },
  { ...closed, title: 'SignInWays' },
)

export const PasswordSignIn = Type.Object({ email: Email, password: Password }, closed)
export const LinkRequest = Type.Object({ email: Email }, closed)
export const WithToken = Type.Object({ token: Token }, closed)

export const OpenedLink = Type.Object(
  { email: Type.String(), askedAt: Timestamp, browser: Type.String() },
  { ...closed, title: 'OpenedLink' },
)

export const factors = ['totp', 'recovery_code', 'passkey'] as const

/** The first factor was accepted; there is no session before the second. */
export const SecondFactorNeeded = Type.Object(
  {
    next: Enum(['second_factor']),
    email: Type.String(),
    factors: Type.Array(Enum(factors)),
  },
  { ...closed, title: 'SecondFactorNeeded' },
)

export const OpenedInvitation = Type.Object(
  {
    tenantName: Type.String(),
    email: Type.String(),
    role: RoleName,
    inviterName: Type.Union([Type.String(), Type.Null()]),
    expiresAt: Timestamp,
  },
  { ...closed, title: 'OpenedInvitation' },
)

export const InvitationAcceptance = Type.Object(
  { token: Token, name: PersonName, password: Password },
  closed,
)
