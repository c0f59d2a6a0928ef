import type { AdapterPayload } from 'oidc-provider'
import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { allows, type Caller, type Scope } from '../web/auth.ts'
import type { AppConnection, AppInput, ConnectedApp } from './schema.ts'

const appColumns = (db: Reader) => db`app_id, name, redirect_uris, created_at`

export async function createApp(
  tx: Tx,
  tenantId: string,
  { name, redirectUris }: AppInput,
): Promise<ConnectedApp> {
  const [app] = await tx<ConnectedApp[]>`
    insert into apps ${tx.values({ tenantId, appId: newId('app'), name, redirectUris })}
    returning ${appColumns(tx)}`
  return app as ConnectedApp
}

export async function listApps(db: Reader, tenantId: string): Promise<ConnectedApp[]> {
  return await db<ConnectedApp[]>`
    select ${appColumns(db)} from apps where tenant_id = ${tenantId} order by app_id desc limit 100`
}

export async function countApps(db: Reader, tenantId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*) from apps where tenant_id = ${tenantId}`
  return row?.count ?? 0
}

export async function deleteApp(tx: Tx, tenantId: string, appId: string): Promise<void> {
  const [row] = await tx`
    delete from apps where tenant_id = ${tenantId} and app_id = ${appId} returning app_id`
  if (!row) notFound('app', appId)
}

/** A registered app in the format of the authorisation server's clients. */
export async function findApp(db: Reader, appId: string): Promise<AdapterPayload | undefined> {
  const [app] = await db<ConnectedApp[]>`
    -- every tenant: the id of the app is what names one
    select ${appColumns(db)} from apps where app_id = ${appId}`
  return app && { client_id: app.appId, client_name: app.name, redirect_uris: [...app.redirectUris] }
}

/** Whether an app was registered by this tenant; users of other tenants can't authorise it. */
export async function isAppOf(db: Reader, tenantId: string, appId: string): Promise<boolean> {
  const [app] = await db`select from apps where tenant_id = ${tenantId} and app_id = ${appId}`
  return app !== undefined
}

export type NewConnection = Omit<AppConnection, 'connectionId' | 'createdAt' | 'lastUsedAt' | 'userName'> & {
  keyId: string
  clientId: string
}

export async function createConnection(
  tx: Tx,
  tenantId: string,
  connectionId: string,
  made: NewConnection,
): Promise<void> {
  await tx`insert into app_connections ${tx.values({ tenantId, connectionId, ...made })}`
}

export async function listConnections(db: Reader, tenantId: string): Promise<AppConnection[]> {
  return await db<AppConnection[]>`
    select c.connection_id, c.user_id, k.name as user_name, c.name, c.host, c.scope, c.created_at, c.last_used_at
    from app_connections c join api_keys k on k.tenant_id = ${tenantId} and k.key_id = c.key_id
    where c.tenant_id = ${tenantId} and k.revoked_at is null
    order by c.connection_id desc limit 200`
}

/** Records that a connection got a new token, which happens once an hour. */
export async function touchConnection(tx: Tx, tenantId: string, connectionId: string): Promise<void> {
  await tx`
    update app_connections set last_used_at = now()
    where tenant_id = ${tenantId} and connection_id = ${connectionId}`
}

/** False if the user has no such connection. */
export async function deleteConnection(
  tx: Tx,
  tenantId: string,
  connectionId: string,
  userId?: string,
): Promise<boolean> {
  const [row] = await tx`
    delete from app_connections
    where tenant_id = ${tenantId} and connection_id = ${connectionId}
      ${userId === undefined ? tx`` : tx`and user_id = ${userId}`}
    returning connection_id`
  return row !== undefined
}

type HeldToken = { keyId: string; userId: string; scope: Scope; scopes: Scope[] }

/** The caller that an app acts as: the user who authorised it, with at most the scopes they granted. */
export async function findConnectionCaller(
  db: Reader,
  tenantId: string,
  connectionId: string,
): Promise<Caller | undefined> {
  const [held] = await db<HeldToken[]>`
    select k.key_id, c.user_id, c.scope, k.scopes
    from app_connections c join api_keys k on k.tenant_id = ${tenantId} and k.key_id = c.key_id
    where c.tenant_id = ${tenantId} and c.connection_id = ${connectionId} and k.revoked_at is null`
  if (!held) return undefined
  const { keyId, userId, scope, scopes } = held
  return { tenantId, keyId, userId, scopes: allows(scopes, scope) ? [scope] : scopes }
}
