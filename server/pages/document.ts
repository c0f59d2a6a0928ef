import type { Tx } from '../database/database.ts'
import { hashDocument } from '../documents/hash.ts'
import type { Document } from '../documents/schema.ts'
import { Problem } from '../http/problem.ts'
import { type Addresses, announcePage } from './announce.ts'
import { lockPage, markUpdated } from './queries.ts'
import { getPageDocument, getRevision, type PageDocument, type Saving, saveRevision } from './revisions.ts'

/** Saves another document for the page. With `expected`, only if the newest one still has that hash. */
export async function replacePageDocument(
  ground: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  document: Document,
  { expected, ...saving }: Saving & { expected?: string | undefined } = {},
): Promise<PageDocument> {
  const page = await lockPage(tx, tenantId, pageId)
  const before = await getPageDocument(tx, tenantId, pageId)
  if (expected !== undefined && expected !== before.hash)
    throw new Problem(
      'precondition_failed',
      `Revision ${before.revision} of this page was saved since; its hash is ${before.hash}.`,
    )
  const hash = hashDocument(document)
  if (hash === before.hash) return before
  const revision = await saveRevision(tx, tenantId, pageId, document, saving)
  await announcePage(ground, tx, tenantId, 'page.updated', await markUpdated(tx, tenantId, page))
  return { document, hash, revision }
}

/** Makes an old revision the newest again, as a new one. */
export async function restoreRevision(
  ground: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  revision: number,
  { keyId }: Saving,
): Promise<number> {
  await lockPage(tx, tenantId, pageId)
  const { document } = await getRevision(tx, tenantId, pageId, revision)
  const note = `Restored revision ${revision}`
  const restored = await replacePageDocument(ground, tx, tenantId, pageId, document, { keyId, note })
  return restored.revision
}
