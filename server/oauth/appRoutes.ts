import { invalid, notFound, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { App, AppContext } from '../context.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { operation } from '../web/operation.ts'
import { countApps, createApp, deleteApp, deleteConnection, listApps, listConnections } from './queries.ts'
import { forgetGrant } from './records.ts'
import { AppConnections, AppInput, Apps, ConnectedApp } from './schema.ts'

const mostApps = 100

/** Registered apps, and the connections that users have authorised. */
export function appRoutes(app: App, { db }: AppContext) {
  app.get(
    '/v0/apps',
    operation('listApps', 'List registered apps', { scope: 'admin', response: { 200: Apps } }),
    async ({ tenantId }) => ({ items: await listApps(db.read, tenantId) }),
  )

  app.post(
    '/v0/apps',
    operation('createApp', 'Register an app', {
      scope: 'admin',
      confirms: true,
      description:
        'For clients of `/mcp` that do not identify themselves by the address of their metadata. `appId` is their client id; they have no secret.',
      body: AppInput,
      response: { 201: ConnectedApp },
      problems: ['quota_exceeded'],
    }),
    ({ tenantId, body }) => {
      for (const [index, uri] of body.redirectUris.entries()) demandRedirect(uri, `/redirectUris/${index}`)
      return db.inTransaction(async (tx) => {
        await lockTenant(tx, tenantId)
        if ((await countApps(tx, tenantId)) >= mostApps)
          throw new Problem('quota_exceeded', `There are already ${mostApps} apps.`)
        return await createApp(tx, tenantId, body)
      })
    },
  )

  app.delete(
    '/v0/apps/:app_id',
    operation('deleteApp', 'Remove a registered app', {
      scope: 'admin',
      description: 'Nobody can let it in any more. End its connections with `DELETE /v0/app_connections`.',
    }),
    ({ tenantId, params }) => db.inTransaction((tx) => deleteApp(tx, tenantId, params.app_id)),
  )

  app.get(
    '/v0/app_connections',
    operation('listAppConnections', 'List connected apps', {
      scope: 'admin',
      description: 'Apps that people have let in, newest first.',
      response: { 200: AppConnections },
    }),
    async ({ tenantId }) => ({ items: await listConnections(db.read, tenantId) }),
  )

  app.delete(
    '/v0/app_connections/:connection_id',
    operation('deleteAppConnection', 'End the connection of an app', {
      scope: 'admin',
      description: 'Its tokens stop working within a second.',
    }),
    ({ tenantId, params: { connection_id } }) =>
      db.inTransaction(async (tx) => {
        noteChange(tx, { objectId: connection_id })
        if (!(await deleteConnection(tx, tenantId, connection_id))) notFound('connection', connection_id)
        await forgetGrant(tx, connection_id)
      }),
  )
}

/** The redirect contains the authorisation code, so it must be encrypted, except on the user's own machine. */
function demandRedirect(uri: string, path: string): void {
  const url = URL.parse(uri)
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || url.hash || !(url.protocol === 'https:' || isLocal))
    throw invalid(path, 'must be an https address, or http on localhost, without a fragment')
}
