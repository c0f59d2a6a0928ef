import { Type } from 'typebox'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { Email, RoleName } from '../members/schema.ts'
import { longestPassword } from '../users/commonPasswords.ts'
import { Timestamp } from '../web/schema.ts'

export const Password = Type.String({ minLength: 1, maxLength: longestPassword })
export const Token = Type.String({ minLength: 1, maxLength: 200 })
export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const OfferedProvider = Type.Object(
  { key: Type.String(), name: Type.String() },
  { ...closed, title: 'OfferedProvider' },
)

/** Users of this domain sign in with a provider, whether or not they are known. */
export const ProviderNeeded = Type.Object(
  { next: Enum(['provider']), ...OfferedProvider.properties },
  { ...closed, title: 'ProviderNeeded' },
)

export const SignInWays = Type.Object(
  {
    email: Type.Boolean({ description: 'Whether links can be sent by e-mail.' }),
    hasUsers: Type.Boolean({
      description: 'Whether anybody signs in as a person; otherwise keys are the way in.',
    }),
    tenantName: Nullable(Type.String({ description: 'Of the tenant whose providers are named.' })),
    providers: Type.Array(OfferedProvider),
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

/** The first factor was accepted; the session is created after the second. */
export const SecondFactorNeeded = Type.Object(
  {
    next: Enum(['second_factor']),
    token: Type.String(),
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

export const PasskeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

/** The response of an authenticator to the challenge of the token. */
export const PasskeyAnswer = Type.Object({ token: Token, response: Type.Object({}) }, closed)
export const PasskeyOptions = Type.Object({ token: Token, options: Type.Any() }, closed)

export const InvitationAcceptance = Type.Object(
  {
    token: Token,
    name: PersonName,
    password: Type.Optional(Password),
    passkey: Type.Optional(PasskeyAnswer),
  },
  closed,
)

export const TotpCode = Type.String({ pattern: '^\\d{6}$' })
const RecoveryCode = Type.String({ minLength: 8, maxLength: 20 })
export const SecondFactor = Type.Object(
  { token: Token, code: Type.Optional(TotpCode), recoveryCode: Type.Optional(RecoveryCode) },
  closed,
)
export const NewTotp = Type.Object({ token: Token, secret: Type.String(), uri: Type.String() }, closed)
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) }, closed)

export const PasskeyForInvitation = Type.Object({ token: Token, name: PersonName }, closed)
