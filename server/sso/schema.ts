import { type Static, Type } from 'typebox'
import { ClosedObject, NamedObject, Nullable } from '../../shared/typebox.ts'
import { RoleName } from '../members/schema.ts'
import { Id, Timestamp } from '../web/schema.ts'

export const mostProviders = 10

const Name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  description: 'As the button says it: “Continue with Okta”.',
  examples: ['Okta'],
})
const Issuer = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The issuer’s URL; `/.well-known/openid-configuration` is read under it.',
  examples: ['https://harbor.okta.example'],
})
const ClientId = Type.String({ minLength: 1, maxLength: 300, examples: ['0oa1harbor'] })
const ClientSecret = Nullable(Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[\\x21-\\x7e]+$' }))
const Domains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: 50,
  description:
    'People with a verified e-mail address of these domains join by themselves, once the domain is verified as a tenant domain.',
  examples: [['harbor.example']],
})
const GroupRoles = Type.Array(
  ClosedObject({ group: Type.String({ minLength: 1, maxLength: 200 }), role: RoleName }),
  {
    maxItems: 100,
    description:
      'The widest role of a person’s groups counts, at each sign-in; without a matching group it is `defaultRole`. With none, roles are given by hand.',
    examples: [[{ group: 'Marketing', role: 'editor' }]],
  },
)
const GroupClaim = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The claim of the ID token or of the user info that lists the groups.',
  examples: ['groups'],
})
const IsRequired = Type.Boolean({
  description:
    'Whether members can begin sessions only with a required provider. Admins keep their password and passkeys.',
})
const DefaultRole = { ...RoleName, description: 'The role of people who join by themselves.' }

const example = {
  hasSecret: true,
  domains: [{ domain: 'harbor.example', isProven: true }],
  redirectUri: 'https://foyer.example/console/sign-in/provider',
  logoutUri: 'https://foyer.example/console/api/oidc/01kb….01kb…/backchannel',
  signInUrl: 'https://foyer.example/console/sign-in?tenant=harbor',
}

export const IdentityProvider = NamedObject(
  'IdentityProvider',
  {
    providerId: Id('provider'),
    name: Name,
    issuer: Issuer,
    clientId: ClientId,
    hasSecret: Type.Boolean({ description: 'Whether a client secret is stored. It is never returned.' }),
    defaultRole: DefaultRole,
    domains: Type.Array(
      ClosedObject({
        domain: Type.String(),
        isProven: Type.Boolean({ description: 'Whether it is a verified tenant domain.' }),
      }),
    ),
    groupClaim: GroupClaim,
    groupRoles: GroupRoles,
    isRequired: IsRequired,
    isFromEnvironment: Type.Boolean({
      description: 'Whether it is set by OIDC_ISSUER and can’t be changed here.',
    }),
    redirectUri: Type.String({ description: 'The redirect URI to register with the provider.' }),
    logoutUri: Type.String({ description: 'The address for back-channel logout.' }),
    signInUrl: Type.String({ description: 'Where people of the tenant find the provider’s button.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  example,
)
export type IdentityProvider = Static<typeof IdentityProvider>

export const IdentityProviders = NamedObject('IdentityProviders', { items: Type.Array(IdentityProvider) })

const optional = {
  clientSecret: Type.Optional({
    ...ClientSecret,
    description: 'Stored encrypted; null for public clients.',
    writeOnly: true,
  }),
  defaultRole: Type.Optional(DefaultRole),
  domains: Type.Optional(Domains),
  groupClaim: Type.Optional(GroupClaim),
  groupRoles: Type.Optional(GroupRoles),
  isRequired: Type.Optional(IsRequired),
}

export const IdentityProviderInput = NamedObject(
  'IdentityProviderInput',
  { name: Name, issuer: Issuer, clientId: ClientId, ...optional },
  { clientSecret: 's3cret' },
)
export type IdentityProviderInput = Static<typeof IdentityProviderInput>

export const IdentityProviderPatch = NamedObject(
  'IdentityProviderPatch',
  {
    name: Type.Optional(Name),
    issuer: Type.Optional(Issuer),
    clientId: Type.Optional(ClientId),
    ...optional,
  },
  { isRequired: true },
)
export type IdentityProviderPatch = Static<typeof IdentityProviderPatch>

export const ProviderTest = NamedObject(
  'ProviderTest',
  {
    isOk: Type.Boolean(),
    durationMs: Type.Integer(),
    problem: Nullable(Type.String({ description: 'Why it can’t be used.' })),
  },
  { isOk: true, durationMs: 312 },
)
export type ProviderTest = Static<typeof ProviderTest>
