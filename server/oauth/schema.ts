import { type Static, Type } from 'typebox'
import { exampleId } from '../../shared/ids.ts'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
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
const appExample = {
  appId: exampleId('app'),
  name: 'Fieldnote',
  redirectUris: ['https://fieldnote.example/oauth/done'],
  createdAt: '+1794614400000',
}

export const ConnectedApp = Type.Object(
  { appId: Id('app'), name: Name, redirectUris: RedirectUris, createdAt: Timestamp },
  { ...closed, title: 'App', examples: [appExample] },
)
export type ConnectedApp = Static<typeof ConnectedApp>

export const AppInput = Type.Object(
  { name: Name, redirectUris: RedirectUris },
  {
    ...closed,
    title: 'AppInput',
    examples: [{ name: appExample.name, redirectUris: appExample.redirectUris }],
  },
)
export type AppInput = Static<typeof AppInput>

export const Apps = Type.Object(
  { items: Type.Array(ConnectedApp) },
  { ...closed, title: 'Apps', examples: [{ items: [appExample] }] },
)

const connectionExample = {
  connectionId: exampleId('connection'),
  userId: exampleId('user'),
  userName: 'Lena Brandt',
  name: 'Fieldnote',
  host: 'fieldnote.example',
  scope: 'write' as const,
  createdAt: '+1794614400000',
  lastUsedAt: null,
}

export const AppConnection = Type.Object(
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
  { ...closed, title: 'AppConnection', examples: [connectionExample] },
)
export type AppConnection = Static<typeof AppConnection>

export const AppConnections = Type.Object(
  { items: Type.Array(AppConnection) },
  { ...closed, title: 'AppConnections', examples: [{ items: [connectionExample] }] },
)

export const Decision = Type.Object(
  { scope: Nullable(Enum(appScopes, { description: 'Null to refuse.' })) },
  closed,
)
