import { completeDocument, type Document } from '../../document/index.ts'
import { notFound, Problem } from '../../shared/problem.ts'
import { appendActivity } from '../activity/queries.ts'
import type { Fragment, Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { together } from '../database/together.ts'
import { newId } from '../ids.ts'
import { toMilliseconds } from '../time.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { emit } from '../webhooks/events.ts'
import { refuseBlocked } from './blockers.ts'
import { storeDocument } from './documents.ts'
import {
  findLockedAudience,
  findNextVersion,
  findPublishedVersion,
  findVersion,
  findVersionAndPublished,
  type LockedAudience,
  lockAudience,
  markLive,
  type NewAudience,
  type ReadVersion,
  type StoredVersion,
  startNumber,
} from './queries.ts'
import type { AudienceVersion } from './schema.ts'
import { refuseMissingSources } from './sources.ts'
import { refuseArchived, steps, takeStep } from './state.ts'
import {
  appendVersion,
  baseOf,
  insertFirstVersion,
  insertVersion,
  markDraftsObsolete,
  notePublication,
} from './writeQueries.ts'

/** An ended version, and the waiting one that is queued now: the caller must enqueue its job. */
export type EndedVersion = { version: AudienceVersion; next: AudienceVersion | undefined }

/** The first version of every audience. */
export function addFirstVersion(
  tx: Tx,
  tenantId: string,
  audience: NewAudience,
  document: Document,
  baseRevision: number,
): AudienceVersion {
  const documentHash = storeDocument(tx, tenantId, document)
  return insertFirstVersion(tx, tenantId, audience, { documentHash, baseHash: documentHash, baseRevision })
}

export type BegunVersion = Pick<AudienceVersion, 'audienceId' | 'versionId' | 'status'>

/**
 * Adds a version for a worker: queued, or waiting while an earlier one is unfinished. The caller has locked the
 * audience.
 */
export function addWaitingVersion(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  { isNewPageAgent, mustWait }: { isNewPageAgent: boolean; mustWait: boolean },
): BegunVersion {
  refuseArchived(audience)
  const status = mustWait ? 'pending' : 'queued'
  const versionId = newId('version')
  const stamps = mustWait ? {} : { queuedAt: audience.at }
  appendVersion(tx, tenantId, audience, { versionId, isNewPageAgent, status, ...stamps })
  return { audienceId: audience.audienceId, versionId, status }
}

/**
 * Adds a draft edited by a user. It may overtake a version that a worker is processing. `from` is the version they
 * started from; the newest one if unknown.
 */
export async function addDraft(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  document: Document,
  from?: string,
): Promise<AudienceVersion> {
  const audience = await lockAudience(tx, tenantId, audienceId)
  refuseArchived(audience)
  const documentHash = storeDocument(tx, tenantId, document)
  const base = baseOf(tx, tenantId, audienceId, startOf(tx, tenantId, audienceId, { from }))
  const draft = { status: 'draft', documentHash, base, becameDraftAt: audience.at } as const
  const version = await insertVersion(tx, tenantId, audience, draft)
  emit(tx, tenantId, 'version.drafted', version)
  return version
}

/** Selects the version that a document was made from, if known, or else the one to start from before a number. */
function startOf(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { from, before }: { from: string | undefined; before?: number },
): Fragment {
  if (from !== undefined) return tx`b.version_id = ${from}`
  const which = before === undefined ? tx`` : tx`and s.version_number < ${before}`
  return tx`b.version_number = ${startNumber(tx, tenantId, audienceId, which)}`
}

/**
 * Starts processing a queued version. Undefined if another worker has started it, it was cancelled, or its audience is
 * gone.
 */
export async function startVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<AudienceVersion | undefined> {
  const [audience, version] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    findVersion(tx, tenantId, audienceId, versionId),
  ])
  return audience && startLocked(tx, tenantId, audience, version)
}

/**
 * Like `startVersion`, for a locked audience: no other transaction can change it, so the update is sent with the
 * commit.
 */
export function startLocked<V extends StoredVersion>(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  version: V | undefined,
): V | undefined {
  if (version?.status !== 'queued' || !version.queuedAt) return undefined
  const queueDurationMs = Math.max(0, audience.atMs - toMilliseconds(version.queuedAt))
  tx.defer(takeStep(tx, tenantId, audience, version.versionId, 'start', { queueDurationMs }))
  return { ...version, status: steps.start.to, queueDurationMs }
}

/**
 * Stores a worker's result. Returns undefined and writes nothing if the version is no longer being processed because it
 * was cancelled or finished before. It is obsolete immediately if a newer version was published meanwhile.
 */
export async function finishVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
  document: Document,
  { isNewPageAgent = false } = {},
): Promise<EndedVersion | undefined> {
  const [audience, begun, published] = await together([
    findLockedAudience(tx, tenantId, audienceId),
    findVersion(tx, tenantId, audienceId, versionId),
    findPublishedVersion(tx, tenantId, audienceId),
  ])
  return (
    audience &&
    (await finishLocked(tx, tenantId, audience, { begun, published }, document, { isNewPageAgent }))
  )
}

/**
 * Like `finishVersion`, for a locked audience with its version and the published one; `from` is the version it was
 * made from.
 */
export async function finishLocked(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  { begun, published }: { begun: StoredVersion | undefined; published: StoredVersion | undefined },
  document: Document,
  { isNewPageAgent = false, from }: { isNewPageAgent?: boolean; from?: string | undefined } = {},
): Promise<EndedVersion | undefined> {
  if (begun?.status !== 'processing') return undefined
  const { audienceId, versionId } = begun
  const overtaken = published !== undefined && published.versionNumber > begun.versionNumber
  const finished = {
    documentHash: storeDocument(tx, tenantId, document),
    ...baseOf(
      tx,
      tenantId,
      audienceId,
      startOf(tx, tenantId, audienceId, { from, before: begun.versionNumber }),
    ),
    obsoleteAt: overtaken ? audience.at : null,
    isNewPageAgent,
  }
  const [version, nextId] = await together([
    takeStep(tx, tenantId, audience, versionId, 'finish', finished),
    findNextVersion(tx, tenantId, audienceId),
  ])
  return await end(tx, tenantId, audience, 'version.drafted', version, nextId)
}

/** Cancels an unfinished version. Undefined if it has already ended. */
export async function cancelVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<EndedVersion | undefined> {
  const audience = await findLockedAudience(tx, tenantId, audienceId)
  return audience && (await cancelLocked(tx, tenantId, audience, versionId))
}

/** Like `cancelVersion`, for a locked audience. */
export async function cancelLocked(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  versionId: string,
): Promise<EndedVersion | undefined> {
  const { audienceId } = audience
  const [version, nextId] = await together([
    takeStep(tx, tenantId, audience, versionId, 'cancel'),
    findNextVersion(tx, tenantId, audienceId),
  ])
  return await end(tx, tenantId, audience, 'version.cancelled', version, nextId)
}

async function end(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  event: 'version.drafted' | 'version.cancelled',
  version: AudienceVersion | undefined,
  nextId: string | undefined,
): Promise<EndedVersion | undefined> {
  if (!version) return undefined
  emit(tx, tenantId, event, version)
  // Queues the oldest waiting version, unless one is queued or processed already.
  const next = nextId === undefined ? undefined : await takeStep(tx, tenantId, audience, nextId, 'queue')
  return { version, next }
}

export type PublishOptions = {
  /** The page that the audience must belong to. */
  pageId?: string
  operationKey?: string | undefined
  force?: boolean
}

/**
 * Publishes a version and archives the previous one. Publishing an archived version rolls the audience back. The
 * audience becomes live. Publishing the published version again, or repeating a request with its key, changes nothing.
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
  const { documentHash, document, ...unchanged } = version
  if (operationKey !== undefined) {
    const firstVersionId = await notePublication(tx, tenantId, operationKey, versionId)
    if (firstVersionId !== undefined) {
      demandSameRequest(fingerprint(firstVersionId), fingerprint(versionId), operationKey)
      return unchanged
    }
  }
  refuseArchived(audience)
  if (version.status === 'published') {
    // The first version of an audience is published this way. A live audience takes over the current account data.
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
  version: ReadVersion,
  before: ReadVersion | undefined,
  force: boolean,
): Promise<AudienceVersion> {
  const { versionId, versionNumber, status, documentHash } = version
  if (!(steps.publish.from as readonly string[]).includes(status) || documentHash === null)
    throw new Problem('state_conflict', `A version that is ${status} can’t be published.`)
  // Versions published before have passed this check; a rollback must not fail because a log entry was removed since.
  const isNew = status === 'draft' && before && documentHash !== before.documentHash
  const changed = isNew && { document: documentOf(version), published: documentOf(before) }
  const [, , , published] = await together([
    changed && !force && refuseBlocked(tx, tenantId, audience, changed.document),
    // Missing sources can't be overridden, not even by an admin.
    changed && refuseMissingSources(tx, tenantId, changed.document, changed.published),
    before && takeStep(tx, tenantId, audience, before.versionId, 'archive'),
    takeStep(tx, tenantId, audience, versionId, 'publish'),
  ])
  markDraftsObsolete(tx, tenantId, audience, versionNumber)
  if (!published) throw new Error(`${versionId} changed while its audience was locked`)
  goLive(tx, tenantId, audience, published)
  return published
}

function documentOf({ versionId, document }: ReadVersion): Document {
  return completeDocument(document ?? notFound('document of the version', versionId))
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

/** Publications are part of the history of the audience's account and person. */
function recordPublication(
  tx: Tx,
  tenantId: string,
  { audienceId, pageId, personId, accountId }: LockedAudience,
  { versionId, versionNumber }: AudienceVersion,
) {
  if (personId === null && accountId === null) return
  const payload = { pageId, audienceId, versionId, versionNumber }
  appendActivity(tx, tenantId, { type: 'version.published', source: 'api', accountId, personId, payload })
}
