import { recordActivities } from '../activity/bulk.ts'
import type { Tx } from '../database/database.ts'
import { siteChannel } from '../database/siteChanges.ts'
import { newId } from '../ids.ts'
import { emitAll } from '../webhooks/events.ts'
import { type LockedAudience, markLive, versionColumns } from './queries.ts'
import type { AudienceVersion } from './schema.ts'
import { steps } from './state.ts'

/** Stores documents, each once, and locks them until the transaction ends. */
export async function storeDocuments(
  tx: Tx,
  tenantId: string,
  documents: Map<string, string>,
): Promise<void> {
  const hashes = [...documents.keys()].sort()
  const texts = hashes.map((hash) => documents.get(hash))
  // Between insert and read, an erasure of the last version with a document may remove it.
  for (let triesLeft = 5; triesLeft > 0; triesLeft--) {
    await tx`
      insert into version_documents (tenant_id, hash, document)
      select ${tenantId}, hash, document::jsonb from unnest(${hashes}::text[], ${texts}::text[]) as given (hash, document)
      on conflict do nothing`
    const kept = await tx`
      select from version_documents where tenant_id = ${tenantId} and hash = any(${hashes}::text[])
      order by hash for key share`
    if (kept.length === hashes.length) return
  }
  throw new Error('documents came and went five times')
}

export type NewDraft = {
  audience: LockedAudience
  documentHash: string
  baseHash: string
  baseRevision: number
}

/** Adds one draft to each of these locked audiences. */
export async function insertDrafts(
  tx: Tx,
  tenantId: string,
  drafts: NewDraft[],
): Promise<Map<string, AudienceVersion>> {
  if (drafts.length === 0) return new Map()
  const made = await tx<AudienceVersion[]>`
    insert into versions (tenant_id, version_id, audience_id, version_number, status, supplementary_context,
      document_hash, base_hash, base_revision, created_at, became_draft_at)
    select ${tenantId}, given.version_id, given.audience_id, (
        select max(version_number) + 1 from versions v
        where v.tenant_id = ${tenantId} and v.audience_id = given.audience_id),
      'draft', given.context, given.document_hash, given.base_hash, given.base_revision, given.at, given.at
    from unnest(${drafts.map(() => newId('version'))}::text[],
      ${drafts.map(({ audience }) => audience.audienceId)}::text[],
      ${drafts.map(({ audience }) => audience.supplementaryContext)}::text[],
      ${drafts.map(({ documentHash }) => documentHash)}::text[], ${drafts.map(({ baseHash }) => baseHash)}::text[],
      ${drafts.map(({ baseRevision }) => baseRevision)}::int[],
      ${drafts.map(({ audience }) => audience.at)}::timestamptz[])
      as given (version_id, audience_id, context, document_hash, base_hash, base_revision, at)
    returning ${versionColumns(tx)}`
  return new Map(made.map((version) => [version.audienceId, version]))
}

export type Publication = { audience: LockedAudience; versionId: string; publishedId: string }

/**
 * Publishes one version of each of these locked audiences in place of the published one, as `publishVersion` does for
 * one audience. A version that is already published only becomes live. The caller has checked that each may be
 * published.
 */
export async function publishMany(tx: Tx, tenantId: string, publications: Publication[]): Promise<void> {
  const [first] = publications
  if (!first) return
  const { at } = first.audience
  const replaced = publications.filter(({ versionId, publishedId }) => versionId !== publishedId)
  await tx`
    update versions set status = ${steps.archive.to}, obsolete_at = ${at}, archived_at = ${at}
    where tenant_id = ${tenantId} and version_id = any(${replaced.map(({ publishedId }) => publishedId)}::text[])
      and status = any(${[...steps.archive.from]}::text[])`
  const published = await tx<AudienceVersion[]>`
    update versions set status = ${steps.publish.to}, published_at = ${at}, obsolete_at = null, archived_at = null
    where tenant_id = ${tenantId} and version_id = any(${replaced.map(({ versionId }) => versionId)}::text[])
      and status = any(${[...steps.publish.from]}::text[])
    returning ${versionColumns(tx)}`
  if (published.length !== replaced.length) throw new Error('a version changed while its audience was locked')
  await markManyObsolete(tx, tenantId, published, at)
  const newlyLive = publications.filter(({ audience }) => audience.liveAt === null)
  markLive(
    tx,
    tenantId,
    publications
      .filter(({ audience, versionId, publishedId }) => audience.liveAt === null || versionId !== publishedId)
      .map(({ audience }) => audience),
  )
  const madeLive = newlyLive.filter(({ versionId, publishedId }) => versionId === publishedId)
  const unchanged =
    madeLive.length === 0
      ? []
      : await tx<AudienceVersion[]>`
          select ${versionColumns(tx)} from versions
          where tenant_id = ${tenantId} and version_id = any(${madeLive.map(({ versionId }) => versionId)}::text[])`
  announce(tx, tenantId, publications, [...published, ...unchanged])
}

async function markManyObsolete(tx: Tx, tenantId: string, published: AudienceVersion[], at: string) {
  await tx`
    update versions v set obsolete_at = ${at}
    from unnest(${published.map(({ audienceId }) => audienceId)}::text[],
      ${published.map(({ versionNumber }) => versionNumber)}::bigint[]) as given (audience_id, version_number)
    where v.tenant_id = ${tenantId} and v.audience_id = given.audience_id and v.status = 'draft'
      and v.version_number < given.version_number and v.obsolete_at is null`
}

/** Writes events and history and notifies every node, in one statement each. */
function announce(tx: Tx, tenantId: string, publications: Publication[], versions: AudienceVersion[]): void {
  emitAll(tx, tenantId, 'version.published', versions)
  const audiences = new Map(publications.map(({ audience }) => [audience.audienceId, audience]))
  const entries = versions.flatMap(({ audienceId, versionId, versionNumber }) => {
    const { pageId, personId, accountId } = audiences.get(audienceId) as LockedAudience
    if (personId === null && accountId === null) return []
    const payload = { pageId, audienceId, versionId, versionNumber }
    return [{ tenantId, type: 'version.published', source: 'api' as const, accountId, personId, payload }]
  })
  if (entries.length > 0) tx.defer(recordActivities(tx, entries))
  notifyAudiences(
    tx,
    tenantId,
    versions.map(({ audienceId }) => audienceId),
  )
}

/** Notifies every node to drop the cached pages of these audiences. */
export function notifyAudiences(tx: Tx, tenantId: string, audienceIds: string[]): void {
  const payloads = audienceIds.map((audienceId) => `${tenantId}/${audienceId}`)
  tx.defer(tx`select pg_notify(${siteChannel}, payload) from unnest(${payloads}::text[]) as payload`)
}

/** Takes audiences offline, as if no version had been published yet. */
export async function markManyNotLive(tx: Tx, tenantId: string, audienceIds: string[]): Promise<void> {
  if (audienceIds.length === 0) return
  await tx`
    update audiences set live_at = null
    where tenant_id = ${tenantId} and audience_id = any(${audienceIds}::text[])`
  notifyAudiences(tx, tenantId, audienceIds)
}
