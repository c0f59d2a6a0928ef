import type { Tx } from '../database/database.ts'
import { lockTenant } from '../tenants/queries.ts'
import { Problem } from '../web/problem.ts'
import { freely } from '../web/publishing.ts'
import { type Addresses, announcePage, presentPage } from './announce.ts'
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
export async function publishPage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'published') return presentPage(context, tenantId, page)
  if (page.status === 'archived')
    throw new Problem('state_conflict', 'This page is archived. Restore it, then publish it.')
  return await announcePage(context, tx, tenantId, 'page.published', await markPublished(tx, tenantId, page))
}

/** draft or published → archived. */
export async function archivePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'archived') return presentPage(context, tenantId, page)
  return await announcePage(context, tx, tenantId, 'page.archived', await markArchived(tx, tenantId, page))
}

export async function deletePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  demandPublish = freely,
): Promise<void> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'published') demandPublish()
  await announcePage(context, tx, tenantId, 'page.deleted', await markDeleted(tx, tenantId, page))
}

/**
 * archived or deleted → draft, so that nothing goes public without an explicit publish. A deleted home page that
 * comes back while another has become it is a page like any other.
 */
export async function restorePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  await lockTenant(tx, tenantId)
  const page = await lockAnyPage(tx, tenantId, pageId)
  if (page.status !== 'archived' && page.deletedAt === null) return presentPage(context, tenantId, page)
  const flags = page.deletedAt !== null && (await hasHome(tx, tenantId)) ? [] : page.flags
  return await announcePage(
    context,
    tx,
    tenantId,
    'page.restored',
    await markRestored(tx, tenantId, page, flags),
  )
}
