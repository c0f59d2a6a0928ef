import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { roleNames } from '../../shared/roles.ts'
import { ClosedObject, closed, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { scopes } from '../web/auth.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

const example = {
  name: 'CRM sync',
  scopes: ['write'],
  userId: exampleId('user'),
  lastUsedAt: '+1794700800000',
  hint: '4kQ2',
}

const Scopes = Type.Array(Enum(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'What the key may do; each scope includes the ones before it.',
})

const PageIds = Type.Array(Id('page'), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description:
    'The pages that the key is limited to. It sees and changes nothing of other pages, and nothing that pages share.',
})

export const ApiKey = NamedObject(
  'ApiKey',
  {
    keyId: Id('key'),
    name: Type.String(),
    scopes: Scopes,
    createdAt: Timestamp,
    kind: Enum(['service', 'personal'], {
      description: 'A personal key acts as its user and is revoked when they leave; one of a service stays.',
    }),
    userId: Nullable(
      Id('user', {
        description: 'Whose key it is, or who looks after the key of a service; null if unknown.',
      }),
    ),
    expiresAt: Nullable(Timestamp),
    lastUsedAt: Nullable({ ...Timestamp, description: 'Accurate to a minute; null if it was never used.' }),
    hint: Nullable(Type.String({ description: 'The last characters of the key; null for older keys.' })),
    pageIds: Nullable(PageIds),
  },
  example,
)
export type ApiKey = Static<typeof ApiKey>

const keyFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  scopes: Scopes,
  expiresAt: Type.Optional({ ...Timestamp, description: 'When it stops working; never by default.' }),
  pageIds: Type.Optional(PageIds),
}

export const ApiKeyInput = Type.Object(keyFields, {
  ...closed,
  examples: [{ name: 'CRM sync', scopes: ['write'] }],
})
export type ApiKeyInput = Static<typeof ApiKeyInput>

export const ApiKeyPatch = Type.Object(
  {
    userId: Id('user', { description: 'The member who looks after the key of a service from now on.' }),
  },
  { ...closed, examples: [{ userId: exampleId('user') }] },
)

export const NewApiKey = NamedObject(
  'NewApiKey',
  { ...ApiKey.properties, key: Type.String({ description: 'The key, shown only once.' }) },
  { ...example, key: 'foyer_Jm0…' },
)

export const ApiKeyPage = Paged(ApiKey, 'ApiKeyPage')
export const ApiKeyQuery = ClosedObject({ ...paging })

export const MeUser = Type.Object(
  {
    userId: Id('user'),
    name: Type.String(),
    email: Nullable(Type.String()),
    role: Enum(roleNames),
    picture: Nullable(Type.String({ description: 'The address of their picture, for the console.' })),
  },
  { ...closed, title: 'MeUser' },
)

export const Me = NamedObject(
  'Me',
  {
    tenantId: Id('tenant'),
    tenantSlug: Type.String(),
    tenantName: Type.String(),
    keyId: Id('key'),
    scopes: Scopes,
    siteUrl: Type.String({ description: "Where the tenant's pages are." }),
    user: Type.Optional(MeUser),
    pageIds: Type.Optional(PageIds),
  },
  {
    tenantSlug: 'demo',
    tenantName: 'Acme',
    scopes: ['admin'],
    siteUrl: 'http://demo.localhost:3000',
  },
)

export const TenantSettings = NamedObject(
  'TenantSettings',
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '\\S',
      description: 'What the tenant is called in the console and in e-mails.',
    }),
    respectPrivacySignals: Type.Boolean({
      description: 'Whether visitors who send Do Not Track or Global Privacy Control are not recorded.',
    }),
  },
  { name: 'Acme', respectPrivacySignals: true },
)
export type TenantSettings = Static<typeof TenantSettings>
export const TenantSettingsPatch = Type.Partial(TenantSettings, {
  ...closed,
  examples: [{ name: 'Acme', respectPrivacySignals: true }],
})
export type TenantSettingsPatch = Static<typeof TenantSettingsPatch>
