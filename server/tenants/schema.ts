import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum } from '../../shared/typebox.ts'
import { scopes } from '../web/auth.ts'
import { Cursor, Id, Limit, Paged, Timestamp } from '../web/schema.ts'

const example = { keyId: exampleId('key'), name: 'CRM sync', scopes: ['write'], createdAt: '+1794614400000' }

export const Scopes = Type.Array(Enum(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'What the key may do; each scope includes the ones before it.',
})

export const ApiKey = Type.Object(
  { keyId: Id('key'), name: Type.String(), scopes: Scopes, createdAt: Timestamp },
  { ...closed, title: 'ApiKey', examples: [example] },
)
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyInput = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 255 }), scopes: Scopes },
  { ...closed, examples: [{ name: 'CRM sync', scopes: ['write'] }] },
)

export const NewApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'The key, shown only once.' }) },
  { ...closed, title: 'NewApiKey', examples: [{ ...example, key: 'foyer_Jm0…' }] },
)

export const ApiKeyPage = Paged(ApiKey, 'ApiKeyPage')
export const ApiKeyQuery = Type.Object({ cursor: Cursor, limit: Limit }, closed)

export const Me = Type.Object(
  {
    tenantId: Id('tenant'),
    tenantSlug: Type.String(),
    keyId: Id('key'),
    scopes: Scopes,
    siteUrl: Type.String({ description: "Where the tenant's pages are." }),
  },
  {
    ...closed,
    title: 'Me',
    examples: [
      {
        tenantId: exampleId('tenant'),
        tenantSlug: 'demo',
        keyId: exampleId('key'),
        scopes: ['admin'],
        siteUrl: 'http://demo.localhost:3000',
      },
    ],
  },
)

export const TenantSettings = Type.Object(
  {
    respectPrivacySignals: Type.Boolean({
      description: 'Whether visitors who send Do Not Track or Global Privacy Control are not recorded.',
    }),
  },
  { ...closed, title: 'TenantSettings', examples: [{ respectPrivacySignals: true }] },
)
export type TenantSettings = Static<typeof TenantSettings>
export const TenantSettingsPatch = Type.Partial(TenantSettings, {
  ...closed,
  examples: [{ respectPrivacySignals: true }],
})
export type TenantSettingsPatch = Static<typeof TenantSettingsPatch>
