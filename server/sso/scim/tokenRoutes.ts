import { Type } from 'typebox'
import { NamedObject, Nullable } from '../../../shared/typebox.ts'
import type { App, AppContext } from '../../context.ts'
import { operation } from '../../web/operation.ts'
import { Empty, Timestamp } from '../../web/schema.ts'
import { deleteToken, findToken, replaceToken } from './token.ts'

const path = '/v0/scim_token'
const example = {
  url: 'https://foyer.example/scim/v2',
  hint: 'x7Qz',
  createdAt: '+1794614400000',
  lastUsedAt: '+1794700800000',
}

const Provisioning = NamedObject(
  'Provisioning',
  {
    url: Type.String({ description: 'The base URL for the provider.' }),
    hint: Nullable(Type.String({ description: 'The last characters of the token; null if there is none.' })),
    createdAt: Nullable(Timestamp),
    lastUsedAt: Nullable({ ...Timestamp, description: 'Accurate to a minute.' }),
  },
  example,
)
const NewScimToken = NamedObject(
  'NewScimToken',
  { ...Provisioning.properties, token: Type.String({ description: 'Shown only once.' }) },
  { ...example, lastUsedAt: null, token: '01kb….x7Qz' },
)

/** The provisioning token of a tenant. */
export function scimTokenRoutes(app: App, { db, publicUrl }: AppContext) {
  const none = { hint: null, createdAt: null, lastUsedAt: null }
  const describe = async (tenantId: string, from = db.read) => ({
    url: `${publicUrl()}/scim/v2`,
    ...((await findToken(from, tenantId)) ?? none),
  })

  app.get(
    path,
    operation('getScimToken', 'Get the state of provisioning (SCIM)', {
      scope: 'admin',
      response: { 200: Provisioning },
    }),
    ({ tenantId }) => describe(tenantId),
  )

  app.post(
    path,
    operation('createScimToken', 'Create the token for provisioning (SCIM)', {
      scope: 'admin',
      confirms: true,
      description: 'The token of before stops working.',
      body: Empty,
      response: { 201: NewScimToken },
    }),
    async ({ tenantId }) => {
      const token = await db.inTransaction((tx) => replaceToken(tx, tenantId))
      return { ...(await describe(tenantId)), token }
    },
  )

  app.delete(
    path,
    operation('deleteScimToken', 'End provisioning (SCIM)', {
      scope: 'admin',
      confirms: true,
      description: 'The token stops working within a second. Members stay.',
    }),
    ({ tenantId }) => db.inTransaction((tx) => deleteToken(tx, tenantId)),
  )
}
