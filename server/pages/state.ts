import type { Tx } from '../db.ts'
import { Problem } from '../http/problem.ts'
import { lockTenant } from '../tenants/queries.ts'
import { emit } from '../webhooks/events.ts'
import {
  hasHome,
  lockAnyPage,
  lockPage,
  markArchived,
  markDeleted,
  markPublished,
  markRestored,
} from './queries.ts'
import type { Page } from './schema.ts'

/** draft → published; what is published already stays as it is. */
export async function publishPage(tx: Tx, tenantId: string, pageId: string): Promise<Page> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'published') return page
  if (page.status === 'archived')
    throw new Problem('state_conflict', 'This page is archived. Restore it, then publish it.')
  const published = await markPublished(tx, tenantId, pageId)
  await emit(tx, tenantId, 'page.published', published)
  return published
}

/** draft or published → archived. */
export async function archivePage(tx: Tx, tenantId: string, pageId: string): Promise<Page> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'archived') return page
  const archived = await markArchived(tx, tenantId, pageId)
  await emit(tx, tenantId, 'page.archived', archived)
  return archived
}

export async function deletePage(tx: Tx, tenantId: string, pageId: string): Promise<void> {
  await lockPage(tx, tenantId, pageId)
  await emit(tx, tenantId, 'page.deleted', await markDeleted(tx, tenantId, pageId))
}

/**
 * archived or deleted → draft, so that nothing goes public without an explicit publish. A deleted home page that
 * comes back while another has become it is a page like any other.
 */
export async function restorePage(tx: Tx, tenantId: string, pageId: string): Promise<Page> {
  await lockTenant(tx, tenantId)
  const page = await lockAnyPage(tx, tenantId, pageId)
  if (page.status !== 'archived' && page.deletedAt === null) return page
  const flags = page.deletedAt !== null && (await hasHome(tx, tenantId)) ? [] : page.flags
  const restored = await markRestored(tx, tenantId, pageId, flags)
  await emit(tx, tenantId, 'page.restored', restored)
  return restored
}
