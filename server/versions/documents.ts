import { completeDocument, type Document, hashDocument } from '../../document/index.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import type { StoredVersion } from './queries.ts'

/**
 * Stores a document, once for all versions that show the same. Returns its hash, for a version of the same transaction:
 * one that no version has would stay for good.
 */
export function storeDocument(tx: Tx, tenantId: string, document: Document): string {
  const hash = hashDocument(document)
  tx.defer(tx`
    insert into version_documents ${tx.values({ tenantId, hash, document: tx.json(document) })}
    on conflict do nothing`)
  return hash
}

/** One that is gone was erased with its versions after the caller read of it. */
export async function readDocument(db: Reader, tenantId: string, hash: string): Promise<Document> {
  const [row] = await db<{ document: Document }[]>`
    select document from version_documents where tenant_id = ${tenantId} and hash = ${hash}`
  if (!row) notFound('document', hash)
  return completeDocument(row.document)
}

/** The document of a version by its number; undefined when there is no such version, or it has none. */
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

/** The document of the newest version that has one: what the next one begins from. */
export async function findNewestDocument(
  db: Reader,
  tenantId: string,
  audienceId: string,
): Promise<Document> {
  // Of a join, PostgreSQL makes a new plan each time for some statistics, which takes 0.3 ms; of a subquery it keeps it.
  const [row] = await db<{ document: Document }[]>`
    select document from version_documents
    where tenant_id = ${tenantId} and hash = (
      select v.document_hash from versions v
      where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId} and v.document_hash is not null
      order by v.version_number desc limit 1)`
  if (!row) throw new Error(`the audience ${audienceId} has no document`)
  return completeDocument(row.document)
}

/** The document of a version; one that is not made yet, or was cancelled, has none. */
export async function getVersionDocument(
  db: Reader,
  tenantId: string,
  { status, documentHash }: StoredVersion,
): Promise<Document> {
  if (documentHash === null)
    throw new Problem('state_conflict', `A version that is ${status} has no document.`)
  return await readDocument(db, tenantId, documentHash)
}
