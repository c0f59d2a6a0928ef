import { completeDocument, type Document, hashDocument, type Metadata } from '../../document/index.ts'
import { notFound } from '../../shared/problem.ts'
import type { Reader, Tx } from '../database/database.ts'
import { demandRevision, type Quotas } from '../tenants/quotas.ts'
import { nameOfKey } from '../users/keyName.ts'
import type { PageOf } from '../web/paging.ts'
import type { PageRevision } from './revisionSchema.ts'

/** A page's own document, from which its audiences start, with its hash and revision. */
export type PageDocument = { document: Document; hash: string; revision: number }
type PageDocumentRow = PageDocument & { metadata: Metadata | null }

/** Who saves a document, and in which editing session. */
export type Saving = { keyId?: string; sitting?: string | undefined; note?: string | undefined }

/** Saves of the same editing session go into the same revision until this long after the last one. */
const openMinutes = 10

export function insertFirstRevision(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { document, hash }: Pick<PageDocument, 'document' | 'hash'>,
): void {
  const row = { tenantId, pageId, revision: 1, document: tx.json(document), hash }
  tx.append(tx`insert into page_revisions ${tx.values(row)}`)
}

/** The newest revision with the page's metadata. */
export async function getPageDocument(
  db: Reader,
  tenantId: string,
  pageId: string,
): Promise<PageDocumentRow> {
  const [row] = await db<PageDocumentRow[]>`
    select r.document, r.hash, r.revision, p.metadata from page_revisions r
      join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id
    where r.tenant_id = ${tenantId} and r.page_id = ${pageId} and p.deleted_at is null
    order by r.revision desc limit 1`
  if (!row) notFound('page', pageId)
  return { ...row, document: completeDocument(row.document) }
}

/**
 * Saves a document as a new revision, or into the newest one if that is still open for the same editing session. The
 * caller has locked the page.
 */
export async function saveRevision(
  tx: Tx,
  tenantId: string,
  pageId: string,
  document: Document,
  { keyId, sitting, note }: Saving,
  quotas: Quotas,
): Promise<number> {
  const hash = hashDocument(document)
  const json = tx.json(document as never)
  if (sitting !== undefined) {
    const [open] = await tx<{ revision: number }[]>`
      update page_revisions r set document = ${json}, hash = ${hash}, updated_at = now()
      where r.tenant_id = ${tenantId} and r.page_id = ${pageId} and r.sitting = ${sitting}
        and r.updated_at > now() - make_interval(mins => ${openMinutes})
        and r.revision = (select max(n.revision) from page_revisions n
          where n.tenant_id = ${tenantId} and n.page_id = ${pageId})
      returning r.revision`
    if (open) return open.revision
  }
  await demandRevision(tx, tenantId, quotas)
  const [made] = await tx<{ revision: number }[]>`
    insert into page_revisions (tenant_id, page_id, revision, document, hash, note, key_id, sitting)
    select ${tenantId}, ${pageId}, max(revision) + 1, ${json}, ${hash}, ${note ?? null}, ${keyId ?? null},
      ${sitting ?? null}
    from page_revisions where tenant_id = ${tenantId} and page_id = ${pageId}
    returning revision`
  return made?.revision ?? 0
}

/** Freezes the newest revision, because a release uses it or its author has left the editor. */
export async function closeRevision(
  tx: Tx,
  tenantId: string,
  pageId: string,
  sitting?: string,
): Promise<void> {
  await tx`
    update page_revisions set sitting = null
    where tenant_id = ${tenantId} and page_id = ${pageId} and sitting is not null
      and (${sitting ?? null}::text is null or sitting = ${sitting ?? null})`
}

const columns = (db: Reader) => db`
  r.revision, r.hash, r.note, ${nameOfKey(db)} as made_by, r.created_at, r.updated_at,
  r.sitting is not null and r.updated_at > now() - make_interval(mins => ${openMinutes}) as is_open`

/** Newest first. */
export async function listRevisions(
  db: Reader,
  tenantId: string,
  pageId: string,
  { limit, after }: PageOf<[number]>,
): Promise<PageRevision[]> {
  const before = after?.[0] ?? null
  return await db<PageRevision[]>`
    select ${columns(db)} from page_revisions r
      left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = r.key_id
    where r.tenant_id = ${tenantId} and r.page_id = ${pageId}
      and (${before}::integer is null or r.revision < ${before})
    order by r.revision desc limit ${limit + 1}`
}

/** Revisions have no gaps, so the newest number is the count. */
export async function countRevisions(db: Reader, tenantId: string, pageId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select coalesce(max(revision), 0) as count from page_revisions
    where tenant_id = ${tenantId} and page_id = ${pageId}`
  return row?.count ?? 0
}

export async function getRevision(
  db: Reader,
  tenantId: string,
  pageId: string,
  revision: number,
): Promise<PageRevision & { document: Document }> {
  const [row] = await db<(PageRevision & { document: Document })[]>`
    select ${columns(db)}, r.document from page_revisions r
      join pages p on p.tenant_id = ${tenantId} and p.page_id = r.page_id
      left join api_keys k on k.tenant_id = ${tenantId} and k.key_id = r.key_id
    where r.tenant_id = ${tenantId} and r.page_id = ${pageId} and r.revision = ${revision}
      and p.deleted_at is null`
  if (!row) notFound('revision', String(revision))
  return { ...row, document: completeDocument(row.document) }
}
