import { completeDocument, type Document, hashDocument } from '../../document/index.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type StoredVersion, startNumber } from './queries.ts'

/**
 * Stores a document, shared by all versions with equal content. Returns its hash, to be used by a version in the same
 * transaction: a document without a version would never be deleted.
 */
export function storeDocument(tx: Tx, tenantId: string, document: Document): string {
  const hash = hashDocument(document)
  tx.defer(tx`
    insert into version_documents ${tx.values({ tenantId, hash, document: tx.json(document) })}
    on conflict do nothing`)
  return hash
}

/** A missing document was erased with its versions after the caller read the hash. */
export async function readDocument(db: Reader, tenantId: string, hash: string): Promise<Document> {
  const [row] = await db<{ document: Document }[]>`
    select document from version_documents where tenant_id = ${tenantId} and hash = ${hash}`
  if (!row) notFound('document', hash)
  return completeDocument(row.document)
}

/** The document of a version by its number; undefined if the version or its document does not exist. */
export async function findDocumentByNumber(
  db: Reader,
  tenantId: string,
  audienceId: string,
  versionNumber: number,
): Promise<Document | undefined> {
  const [row] = await db<{ document: Document }[]>`
    select d.document from versions v
      join version_documents d on d.tenant_id = ${tenantId} and d.hash = v.document_hash
    where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId} and v.version_number = ${versionNumber}`
  return row && completeDocument(row.document)
}

/** The document that the next version starts from. */
export async function findNewestDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<Document> {
  // With some statistics PostgreSQL replans a join each time, which takes 0.3 ms; the plan of a subquery is cached.
  const [row] = await db<{ document: Document }[]>`
    select document from version_documents
    where tenant_id = ${tenantId} and hash = (
      select v.document_hash from versions v
      where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId}
        and v.version_number = ${startNumber(db, tenantId, audienceId)})`
  if (!row) throw new Error(`the audience ${audienceId} has no document`)
  return completeDocument(row.document)
}

/** The document of a version; an unfinished or cancelled version has none. */
export async function getVersionDocument(
  db: Reader,
  tenantId: string,
  { status, documentHash }: StoredVersion,
): Promise<Document> {
  if (documentHash === null)
    throw new Problem('state_conflict', `A version that is ${status} has no document.`)
  return await readDocument(db, tenantId, documentHash)
}
