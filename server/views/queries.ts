import { notFound, Problem } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { newId } from '../ids.ts'
import type { SavedView, SavedViewInput, ViewList } from './schema.ts'

const mostViews = 100

const columns = (db: Reader) => db`view_id, list, name, search, created_at`

export async function listViews(db: Reader, tenantId: string, list?: ViewList): Promise<SavedView[]> {
  return await db<SavedView[]>`
    select ${columns(db)} from saved_views
    where tenant_id = ${tenantId} ${list === undefined ? db`` : db`and list = ${list}`} order by list, lower(name), view_id`
}

/** Saves a view; one with the same name is replaced. */
export async function saveView(tx: Tx, tenantId: string, input: SavedViewInput): Promise<SavedView> {
  // Serialises creations of a tenant, so that two can't both take the last free place.
  await lockTenant(tx, tenantId)
  const [view] = await tx<SavedView[]>`
    insert into saved_views ${tx.values({ tenantId, viewId: newId('view'), ...input })}
    on conflict on constraint saved_views_name do update set search = excluded.search
    returning ${columns(tx)}`
  const [present] = await tx<{ count: number }[]>`
    select count(*) from saved_views where tenant_id = ${tenantId}`
  if (present && present.count > mostViews)
    throw new Problem('view_limit', `There are already ${mostViews} saved views.`)
  return view as SavedView
}

export async function deleteView(tx: Tx, tenantId: string, viewId: string): Promise<void> {
  const [gone] = await tx`
    delete from saved_views where tenant_id = ${tenantId} and view_id = ${viewId} returning view_id`
  if (!gone) notFound('view', viewId)
}
