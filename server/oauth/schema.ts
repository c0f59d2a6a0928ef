import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Timestamp } from '../web/schema.ts'

/** The scopes that a user can grant to an app; never `admin`. */
export const appScopes = ['read', 'write', 'publish'] as const
export type AppScope = (typeof appScopes)[number]

const Name = Type.String({ minLength: 1, maxLength: 100, examples: ['Fieldnote'] })
const RedirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  description:
    'Where people return to after signing in: https, or http on the own machine, whatever its port.',
  examples: [['https://fieldnote.example/oauth/done']],
})

export const ConnectedApp = NamedObject('App', {
  appId: Id('app'),
  name: Name,
  redirectUris: RedirectUris,
  createdAt: Timestamp,
})
export type ConnectedApp = Static<typeof ConnectedApp>

export const AppInput = NamedObject('AppInput', { name: Name, redirectUris: RedirectUris })
export type AppInput = Static<typeof AppInput>

export const Apps = NamedObject('Apps', { items: Type.Array(ConnectedApp) })

export const AppConnection = NamedObject(
  'AppConnection',
  {
    connectionId: Id('connection'),
    userId: Id('user', { description: 'Who let the app in; it acts as them.' }),
    userName: Type.String(),
    name: Name,
    host: Type.String({ description: 'The host that confirmed the app, or to which people return.' }),
    scope: Enum(appScopes, { description: 'What it may do at most; less if the person’s role allows less.' }),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
  },
  { userName: 'Lena Brandt', host: 'fieldnote.example', scope: 'write' as const },
)
export type AppConnection = Static<typeof AppConnection>

export const AppConnections = NamedObject('AppConnections', { items: Type.Array(AppConnection) })

export const Decision = ClosedObject({ scope: Nullable(Enum(appScopes, { description: 'Null to refuse.' })) })
