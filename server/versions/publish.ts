import { recordActivity } from '../activity/queries.ts'
import type { Tx } from '../database/database.ts'
import { notFound, Problem } from '../http/problem.ts'
import { demandSameRequest, fingerprint } from '../idempotency.ts'
import { emit } from '../webhooks/events.ts'
import { findBlockers, getCheckedPage, refuseBlocked } from './blockers.ts'
import { readDocument } from './documents.ts'
import {
  findPublishedVersion,
  findVersion,
  type LockedAudience,
  lockAudience,
  markDraftsObsolete,
  markLive,
  notePublication,
  type StoredVersion,
} from './queries.ts'
import type { AudienceVersion } from './schema.ts'
import { refuseMissingSources } from './sources.ts'
import { refuseArchived, steps, takeStep } from './state.ts'

/**
 * Makes a version the one that the public sees; the one before it is archived. One that was archived may come back:
 * that is how an audience is rolled back. An audience becomes live with it. The published version stays as it is, and so
 * does everything when the request is a repeat under its key.
 */
export async function publishVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
  { operationKey, force = false }: { operationKey?: string | undefined; force?: boolean } = {},
): Promise<AudienceVersion> {
  const audience = await lockAudience(tx, tenantId, audienceId)
  const version = (await findVersion(tx, tenantId, audienceId, versionId)) ?? notFound('version', versionId)
  const { documentHash, ...unchanged } = version
  if (operationKey !== undefined) {
    const firstVersionId = await notePublication(tx, tenantId, operationKey, versionId)
    if (firstVersionId !== undefined) {
      demandSameRequest(fingerprint(firstVersionId), fingerprint(versionId), operationKey)
      return unchanged
    }
  }
  refuseArchived(audience)
  if (version.status === 'published') {
    // The version an audience is born with goes public like this.
    if (audience.liveAt === null) await goLive(tx, tenantId, audience, unchanged)
    return unchanged
  }
  return await replacePublished(tx, tenantId, audience, version, force)
}

async function replacePublished(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  version: StoredVersion,
  force: boolean,
): Promise<AudienceVersion> {
  const { versionId, versionNumber, status, documentHash } = version
  if (!(steps.publish.from as readonly string[]).includes(status) || documentHash === null)
    throw new Problem('state_conflict', `A version that is ${status} can not be published.`)
  const before = await findPublishedVersion(tx, tenantId, audience.audienceId)
  if (before?.documentHash) {
    // What was public once was found good then; a roll-back must not fail because a log entry was removed since.
    if (status === 'draft' && documentHash !== before.documentHash)
      await demandReady(tx, tenantId, audience, documentHash, before.documentHash, force)
    await takeStep(tx, tenantId, audience, before.versionId, 'archive')
  }
  await markDraftsObsolete(tx, tenantId, audience, versionNumber)
  const published = await takeStep(tx, tenantId, audience, versionId, 'publish')
  if (!published) throw new Error(`${versionId} changed while its audience was locked`)
  await goLive(tx, tenantId, audience, published)
  return published
}

async function goLive(tx: Tx, tenantId: string, audience: LockedAudience, published: AudienceVersion) {
  if (audience.liveAt === null) await markLive(tx, tenantId, audience)
  await emit(tx, tenantId, 'version.published', published)
  await recordPublication(tx, tenantId, audience, published)
}

/** What a source says about somebody is no matter of taste: not even an admin publishes without it. */
async function demandReady(
  tx: Tx,
  tenantId: string,
  { audienceId }: LockedAudience,
  hash: string,
  publishedHash: string,
  force: boolean,
) {
  const [document, published, page] = await Promise.all([
    readDocument(tx, tenantId, hash),
    readDocument(tx, tenantId, publishedHash),
    getCheckedPage(tx, tenantId, audienceId),
  ])
  if (!force) refuseBlocked(findBlockers(document, page))
  await refuseMissingSources(tx, tenantId, document, published)
}

/** It is part of the history of those the page is for. */
async function recordPublication(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId, personId, accountId }: LockedAudience,
  { versionId, versionNumber }: AudienceVersion,
) {
  if (personId === null && accountId === null) return
  await recordActivity(tx, tenantId, {
    type: 'version.published',
    source: 'api',
    accountId,
    ...(personId === null ? {} : { personId }),
    payload: { pageId, audienceId, versionId, versionNumber },
  })
}
