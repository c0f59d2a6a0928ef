import { type Document, hashDocument } from '../../document/index.ts'
import { Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { type Addresses, announcePage } from './announce.ts'
import { lockPage, markUpdated } from './queries.ts'
import { getPageDocument, getRevision, type PageDocument, type Saving, saveRevision } from './revisions.ts'

type DocumentContext = Addresses & Pick<AppContext, 'config'>
type Save = Saving & { expected?: string | undefined }

/** Saves a document for the page. With `expected`, only if the newest one still has that hash. */
export async function replacePageDocument(
  context: DocumentContext,
  tx: Tx,
  tenantId: string,
  pageId: string,
  document: Document,
  save: Save = {},
): Promise<PageDocument> {
  return await changePageDocument(context, tx, tenantId, pageId, () => document, save)
}

/** Applies `change` to the newest document and saves it. With `expected`, only if the document still has this hash. */
export async function changePageDocument(
  context: DocumentContext,
  tx: Tx,
  tenantId: string,
  pageId: string,
  change: (document: Document) => Document,
  { expected, ...saving }: Save,
): Promise<PageDocument> {
  const page = await lockPage(tx, tenantId, pageId)
  const before = await getPageDocument(tx, tenantId, pageId)
  if (expected !== undefined && expected !== before.hash) await refuseStale(tx, tenantId, pageId, before)
  const document = change(before.document)
  const hash = hashDocument(document)
  if (hash === before.hash) return before
  const revision = await saveRevision(tx, tenantId, pageId, document, saving, context.config.quotas)
  const { note = null } = saving
  const after = { revision, documentHash: hash, note }
  noteChange(tx, {
    label: page.name,
    before: { revision: before.revision, documentHash: before.hash, note: null },
    after,
  })
  await announcePage(context, tx, tenantId, 'page.updated', await markUpdated(tx, tenantId, page))
  return { document, hash, revision }
}

async function refuseStale(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { revision, hash }: PageDocument,
): Promise<never> {
  const { madeBy } = await getRevision(tx, tenantId, pageId, revision)
  throw new Problem(
    'precondition_failed',
    `${madeBy ?? 'Somebody else'} saved revision ${revision} of this page in the meantime; its hash is ${hash}.`,
    { revision, hash, madeBy },
  )
}

/** Saves an old revision as the newest one. */
export async function restoreRevision(
  context: DocumentContext,
  tx: Tx,
  tenantId: string,
  pageId: string,
  revision: number,
  { keyId }: Saving,
): Promise<number> {
  await lockPage(tx, tenantId, pageId)
  const { document } = await getRevision(tx, tenantId, pageId, revision)
  const note = `Restored revision ${revision}`
  const restored = await replacePageDocument(context, tx, tenantId, pageId, document, { keyId, note })
  return restored.revision
}
