import type { Tx } from '../database/database.ts'
import { hashDocument } from '../documents/hash.ts'
import type { Document } from '../documents/schema.ts'
import { Problem } from '../http/problem.ts'
import { type Addresses, announcePage } from './announce.ts'
import { getPageDocument, lockPage, markUpdated, type PageDocument, updatePageDocument } from './queries.ts'

/** Puts another document in place of the page's own. With `expected`, only if that is still the one to replace. */
export async function replacePageDocument(
  ground: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  document: Document,
  expected?: string,
): Promise<PageDocument> {
  await lockPage(tx, tenantId, pageId)
  const before = await getPageDocument(tx, tenantId, pageId)
  if (expected !== undefined && expected !== before.hash)
    throw new Problem('document_changed', `The document of this page now has the hash ${before.hash}.`)
  const after = { document, hash: hashDocument(document) }
  if (after.hash === before.hash) return before
  await updatePageDocument(tx, tenantId, pageId, after)
  await announcePage(ground, tx, tenantId, 'page.updated', await markUpdated(tx, tenantId, pageId))
  return after
}
