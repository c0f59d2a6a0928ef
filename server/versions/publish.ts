import { recordActivities } from '../activity/bulk.ts'
import type { Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { together } from '../database/together.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { notFound, Problem } from '../web/problem.ts'
import { emit } from '../webhooks/events.ts'
import { findBlockers, getCheckedPage, refuseBlocked } from './blockers.ts'
import { readDocument } from './documents.ts'
import {
  findVersionAndPublished,
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

export type PublishOptions = {
  /** The page that the audience must belong to. */
  pageId?: string
  operationKey?: string | undefined
  force?: boolean
}

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
  { pageId, operationKey, force = false }: PublishOptions = {},
): Promise<AudienceVersion> {
  const [audience, { version: found, published }] = await together([
    lockAudience(tx, tenantId, audienceId, pageId),
    findVersionAndPublished(tx, tenantId, audienceId, versionId),
  ])
  const version = found ?? notFound('version', versionId)
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
    // The version an audience is born with goes public like this. One that is live takes over its account as it is now.
    if (audience.liveAt === null) goLive(tx, tenantId, audience, unchanged)
    else showAudience(tx, tenantId, audience)
    return unchanged
  }
  return await replacePublished(tx, tenantId, audience, version, published, force)
}

async function replacePublished(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  version: StoredVersion,
  before: StoredVersion | undefined,
  force: boolean,
): Promise<AudienceVersion> {
  const { versionId, versionNumber, status, documentHash } = version
  if (!(steps.publish.from as readonly string[]).includes(status) || documentHash === null)
    throw new Problem('state_conflict', `A version that is ${status} can not be published.`)
  // What was public once was found good then; a roll-back must not fail because a log entry was removed since.
  const isNew = status === 'draft' && documentHash !== before?.documentHash
  const documents =
    isNew && before?.documentHash
      ? await demandReady(tx, tenantId, audience, documentHash, before.documentHash, force)
      : undefined
  const [, , published] = await together([
    // What a source says about somebody is no matter of taste: not even an admin publishes without it.
    documents && refuseMissingSources(tx, tenantId, documents.document, documents.published),
    before && takeStep(tx, tenantId, audience, before.versionId, 'archive'),
    takeStep(tx, tenantId, audience, versionId, 'publish'),
  ])
  markDraftsObsolete(tx, tenantId, audience, versionNumber)
  if (!published) throw new Error(`${versionId} changed while its audience was locked`)
  goLive(tx, tenantId, audience, published)
  return published
}

function goLive(tx: Tx, tenantId: string, audience: LockedAudience, published: AudienceVersion) {
  showAudience(tx, tenantId, audience)
  emit(tx, tenantId, 'version.published', published)
  recordPublication(tx, tenantId, audience, published)
}

function showAudience(tx: Tx, tenantId: string, audience: LockedAudience) {
  markLive(tx, tenantId, [audience])
  notifySite(tx, tenantId, audience.audienceId)
}

/** Refuses what would embarrass its sender, unless an admin insists. Returns what is new and what was public. */
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
  return { document, published }
}

/** It is part of the history of those the page is for. */
function recordPublication(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId, personId, accountId }: LockedAudience,
  { versionId, versionNumber }: AudienceVersion,
) {
  if (personId === null && accountId === null) return
  const payload = { pageId, audienceId, versionId, versionNumber }
  const entry = { tenantId, type: 'version.published', source: 'api' as const, accountId, personId, payload }
  tx.defer(recordActivities(tx, [entry]))
}
