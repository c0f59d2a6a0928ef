import type { Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { together } from '../database/together.ts'
import type { Document } from '../documents/schema.ts'
import { newId } from '../ids.ts'
import { toMilliseconds } from '../time.ts'
import { Problem } from '../web/problem.ts'
import { emit } from '../webhooks/events.ts'
import { storeDocument } from './documents.ts'
import {
  baseOf,
  changeVersion,
  findLockedAudience,
  findNextVersion,
  findPublishedVersion,
  findVersion,
  hasUnfinishedVersion,
  insertFirstVersion,
  insertVersion,
  type LockedAudience,
  lockAudience,
  type NewAudience,
  type StoredVersion,
} from './queries.ts'
import type { AudienceVersion, VersionStatus } from './schema.ts'

type Stamp = 'queuedAt' | 'becameDraftAt' | 'publishedAt' | 'cancelledAt' | 'obsoleteAt' | 'archivedAt'
type Step = {
  from: readonly VersionStatus[]
  to: VersionStatus
  stamps: readonly Stamp[]
  clears?: readonly Stamp[]
}

/** Every way a version's status may change, and which moments it leaves behind or takes back. There is no other. */
export const steps = {
  queue: { from: ['pending'], to: 'queued', stamps: ['queuedAt'] },
  start: { from: ['queued'], to: 'processing', stamps: [] },
  finish: { from: ['processing'], to: 'draft', stamps: ['becameDraftAt'] },
  cancel: { from: ['pending', 'queued', 'processing'], to: 'cancelled', stamps: ['cancelledAt'] },
  publish: {
    from: ['draft', 'archived'],
    to: 'published',
    stamps: ['publishedAt'],
    clears: ['obsoleteAt', 'archivedAt'],
  },
  archive: { from: ['published'], to: 'archived', stamps: ['obsoleteAt', 'archivedAt'] },
} as const satisfies Record<string, Step>

/** A version that came to its end, and the waiting one whose turn it is now: its job is the caller's to enqueue. */
export type Ended = { version: AudienceVersion; next: AudienceVersion | undefined }

/**
 * Takes one step of one version, or none: undefined when the version is not in a state to take it from. The caller
 * has locked the audience.
 */
export async function takeStep(
  tx: Tx,
  tenantId: string,
  { audienceId, at }: LockedAudience,
  versionId: string,
  name: keyof typeof steps,
  also: object = {},
): Promise<AudienceVersion | undefined> {
  const { from, to, stamps, clears = [] }: Step = steps[name]
  const changes = {
    status: to,
    ...Object.fromEntries(stamps.map((stamp) => [stamp, at])),
    ...Object.fromEntries(clears.map((stamp) => [stamp, null])),
    ...also,
  }
  const version = await changeVersion(tx, tenantId, { audienceId, versionId, from }, changes)
  if (version && (to === 'published' || from.includes('published'))) notifySite(tx, tenantId, audienceId)
  return version
}

/** An archived audience can be read and restored; nothing else is begun with it. */
export function refuseArchived({
  audienceId,
  archivedAt,
}: Pick<LockedAudience, 'audienceId' | 'archivedAt'>) {
  if (archivedAt !== null)
    throw new Problem('state_conflict', `The audience ${audienceId} is archived. Restore it first.`)
}

/** The version every audience starts with. */
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

/** Begins a version that a worker will make: ready at once, or waiting while an earlier one is not finished. */
export async function beginVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { isNewPageAgent }: { isNewPageAgent: boolean },
): Promise<BegunVersion> {
  const [audience, mustWait] = await together([
    lockAudience(tx, tenantId, audienceId),
    hasUnfinishedVersion(tx, tenantId, audienceId),
  ])
  return addWaitingVersion(tx, tenantId, audience, { isNewPageAgent, mustWait })
}

export type BegunVersion = Pick<AudienceVersion, 'audienceId' | 'versionId' | 'status'>

/** The same for an audience that the caller has locked, where it is known whether another version is not finished. */
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
  tx.defer(insertVersion(tx, tenantId, audience, { versionId, isNewPageAgent, status, ...stamps }))
  return { audienceId: audience.audienceId, versionId, status }
}

/**
 * Adds what a person made of the page. It may overtake a version that a worker is still making. `from` is the version
 * they began with; the newest one when it is not known.
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
  const base = baseOf(tx, tenantId, audienceId, from === undefined ? tx`` : tx`and b.version_id = ${from}`)
  const draft = { status: 'draft', documentHash, base, becameDraftAt: audience.at } as const
  const version = await insertVersion(tx, tenantId, audience, draft)
  emit(tx, tenantId, 'version.drafted', version)
  return version
}

/** A worker takes up a queued version. Undefined when somebody else did, it was cancelled, or its audience is gone. */
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

/** The same for an audience that the caller has locked: nobody else can take a step, so it is sent with the commit. */
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
 * Stores what a worker made. Undefined when the version is no longer being processed: whoever cancelled it, or
 * finished it before, was first, and nothing is written. One that was overtaken by a published one is born obsolete.
 */
export async function finishVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
  document: Document,
  { isNewPageAgent = false } = {},
): Promise<Ended | undefined> {
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

/** The same for an audience that the caller has locked, with its version and its published one. */
export async function finishLocked(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  { begun, published }: { begun: StoredVersion | undefined; published: StoredVersion | undefined },
  document: Document,
  { isNewPageAgent = false } = {},
): Promise<Ended | undefined> {
  if (begun?.status !== 'processing') return undefined
  const { audienceId, versionId } = begun
  const overtaken = published !== undefined && published.versionNumber > begun.versionNumber
  const finished = {
    documentHash: storeDocument(tx, tenantId, document),
    // Agents begin with the version before theirs.
    ...baseOf(tx, tenantId, audienceId, tx`and b.version_number < ${begun.versionNumber}`),
    obsoleteAt: overtaken ? audience.at : null,
    isNewPageAgent,
  }
  const [version, nextId] = await together([
    takeStep(tx, tenantId, audience, versionId, 'finish', finished),
    findNextVersion(tx, tenantId, audienceId),
  ])
  return await end(tx, tenantId, audience, 'version.drafted', version, nextId)
}

/** Ends a version that is not finished. Undefined when it is, or has ended otherwise. */
export async function cancelVersion(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
): Promise<Ended | undefined> {
  const audience = await findLockedAudience(tx, tenantId, audienceId)
  return audience && (await cancelLocked(tx, tenantId, audience, versionId))
}

/** The same for an audience that the caller has locked. */
export async function cancelLocked(
  tx: Tx,
  tenantId: string,
  audience: LockedAudience,
  versionId: string,
): Promise<Ended | undefined> {
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
): Promise<Ended | undefined> {
  if (!version) return undefined
  emit(tx, tenantId, event, version)
  // The oldest waiting version is queued, unless one is queued or processed already.
  const next = nextId === undefined ? undefined : await takeStep(tx, tenantId, audience, nextId, 'queue')
  return { version, next }
}
