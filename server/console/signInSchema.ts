import { Type } from 'typebox'
import { ClosedObject, closed, Enum, Nullable } from '../../shared/typebox.ts'
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

export const PasswordSignIn = ClosedObject({ email: Email, password: Password })
export const LinkRequest = ClosedObject({ email: Email })
export const WithToken = ClosedObject({ token: Token })

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
export const PasskeyAnswer = ClosedObject({ token: Token, response: Type.Object({}) })
export const PasskeyOptions = ClosedObject({ token: Token, options: Type.Any() })

export const InvitationAcceptance = ClosedObject({
  token: Token,
  name: PersonName,
  password: Type.Optional(Password),
  passkey: Type.Optional(PasskeyAnswer),
})

export const TotpCode = Type.String({ pattern: '^\\d{6}$' })
const RecoveryCode = Type.String({ minLength: 8, maxLength: 20 })
export const SecondFactor = ClosedObject({
  token: Token,
  code: Type.Optional(TotpCode),
  recoveryCode: Type.Optional(RecoveryCode),
})
export const NewTotp = ClosedObject({ token: Token, secret: Type.String(), uri: Type.String() })
export const RecoveryCodes = ClosedObject({ recoveryCodes: Type.Array(Type.String()) })

export const PasskeyForInvitation = ClosedObject({ token: Token, name: PersonName })
