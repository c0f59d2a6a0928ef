import { type Fragment, TooLate, type Tx, violatedConstraint } from '../database/database.ts'
import { newId } from '../ids.ts'
import { type LockedAudience, type NewAudience, versionColumns } from './queries.ts'
import type { AudienceVersion, VersionStatus } from './schema.ts'

/**
 * What a document was created from: a revision of the page and its document with placeholders filled in for the
 * audience.
 */
export type VersionBase = { baseHash: string | Fragment; baseRevision: number | Fragment }

/** The base of the version that `which` selects. */
export function baseOf(tx: Tx, tenantId: string, audienceId: string, which: Fragment): VersionBase {
  const column = (name: 'base_hash' | 'base_revision') => tx`(
    select b.${tx.raw(name)} from versions b
    where b.tenant_id = ${tenantId} and b.audience_id = ${audienceId} and ${which})`
  return { baseHash: column('base_hash'), baseRevision: column('base_revision') }
}

export type NewVersion = {
  versionId?: string
  status: VersionStatus
  isNewPageAgent?: boolean
  documentHash?: string
  base?: VersionBase
  queuedAt?: string
  becameDraftAt?: string
  publishedAt?: string
}

/** Inserts the next version of a locked audience: the lock prevents a duplicate number. */
export async function insertVersion(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  version: NewVersion,
): Promise<AudienceVersion> {
  const [made] = await tx<AudienceVersion[]>`
    ${nextVersion(tx, tenantId, audience, version)} returning ${versionColumns(tx, 'made')}`.catch(
    retryIfDocumentErased,
  )
  return made as AudienceVersion
}

/** Like `insertVersion`, for a version without a document and without awaiting the database. */
export function appendVersion(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  version: Omit<NewVersion, 'base' | 'documentHash'>,
): void {
  tx.append(nextVersion(tx, tenantId, audience, version))
}

function nextVersion(
  tx: Tx,
  tenantId: string,
  { audienceId, supplementaryContext, at }: LockedAudience,
  { base, ...version }: NewVersion,
): Fragment {
  const versionNumber = tx`(
    select coalesce(max(version_number), 0) + 1 from versions v
    where v.tenant_id = ${tenantId} and v.audience_id = ${audienceId})`
  const row = {
    ...{ tenantId: tx`a.tenant_id`, versionId: newId('version'), audienceId },
    ...{ versionNumber, supplementaryContext },
  }
  // Citus rejects subqueries in `values`. Selected from the audience, the statement runs entirely on the tenant's
  // worker.
  return tx`
    insert into versions as made ${tx.select({ ...row, createdAt: at, ...base, ...version })}
    from audiences a where a.tenant_id = ${tenantId} and a.audience_id = ${audienceId}`
}

/** Inserts the first version of a new audience, and returns it without awaiting the database. */
export function insertFirstVersion(
  tx: Tx,
  tenantId: string,
  { audienceId, supplementaryContext, createdAt, at }: NewAudience,
  document: { documentHash: string; baseHash: string; baseRevision: number },
): AudienceVersion {
  const version = {
    versionId: newId('version'),
    audienceId,
    versionNumber: 1,
    status: 'published',
    isNewPageAgent: false,
    supplementaryContext,
  } as const
  const stamps = { createdAt: at, becameDraftAt: at, publishedAt: at }
  tx.defer(
    tx`insert into versions ${tx.values({ tenantId, ...version, ...document, ...stamps })}`.catch(
      retryIfDocumentErased,
    ),
  )
  return {
    ...version,
    queueDurationMs: null,
    createdAt,
    becameDraftAt: createdAt,
    queuedAt: null,
    publishedAt: createdAt,
    cancelledAt: null,
    obsoleteAt: null,
    archivedAt: null,
  }
}

const documentKeys = ['versions_tenant_id_document_hash_fkey', 'versions_base']

/**
 * An existing document is not stored again. If an erasure removes it before the version references it, the transaction
 * is retried.
 */
function retryIfDocumentErased(error: unknown): never {
  if (documentKeys.includes(violatedConstraint(error) ?? '')) throw new TooLate('the document was erased')
  throw error
}

/** Updates a version if it has one of these statuses; otherwise undefined. */
export async function changeVersion(
  tx: Tx,
  tenantId: string,
  { audienceId, versionId, from }: { audienceId: string; versionId: string; from: readonly VersionStatus[] },
  changes: object,
): Promise<AudienceVersion | undefined> {
  const [version] = await tx<AudienceVersion[]>`
    update versions set ${tx.set(changes as Record<string, string>)}
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and version_id = ${versionId}
      and status = any(${from as VersionStatus[]})
    returning ${versionColumns(tx)}`.catch(retryIfDocumentErased)
  return version
}

/** Marks drafts older than the published version. */
export function markDraftsObsolete(
  tx: Tx,
  tenantId: string,
  { audienceId, at }: LockedAudience,
  versionNumber: number,
): void {
  tx.append(tx`
    update versions set obsolete_at = ${at}
    where tenant_id = ${tenantId} and audience_id = ${audienceId} and status = 'draft'
      and version_number < ${versionNumber} and obsolete_at is null`)
}

/**
 * Records that a version was published with this idempotency key. Returns the version of the first use, if there was
 * one.
 */
export async function notePublication(
  tx: Tx,
  tenantId: string,
  operationKey: string,
  versionId: string,
): Promise<string | undefined> {
  const [noted] = await tx`
    insert into version_publications ${tx.values({ tenantId, operationKey, versionId })}
    on conflict do nothing returning version_id`
  if (noted) return undefined
  const [first] = await tx<{ versionId: string }[]>`
    select version_id from version_publications where tenant_id = ${tenantId} and operation_key = ${operationKey}`
  return first?.versionId
}
