import type { AudienceInput } from '../audiences/inputSchema.ts'
import { getAudience } from '../audiences/queries.ts'
import type { Audience } from '../audiences/schema.ts'
import { createAudience } from '../audiences/verbs.ts'
import type { Tx } from '../database/database.ts'
import { together } from '../database/together.ts'
import { newId } from '../ids.ts'
import { cancelJob } from '../queue/jobs.ts'
import { findRunningVersion, hasUnfinishedVersion, lockAudience } from '../versions/queries.ts'
import { addWaitingVersion, type BegunVersion, cancelVersion, type EndedVersion } from '../versions/verbs.ts'
import { demandLimitedSize } from '../web/freeForm.ts'
import { demandSameRequest, fingerprint } from '../web/idempotency.ts'
import { emit } from '../webhooks/events.ts'
import {
  findByClientId,
  insertAnswer,
  insertUserMessage,
  type PendingRunEvent,
  readyRun,
  writeRunEvents,
} from './queries.ts'
import type { MessageAccepted, MessageInput } from './schema.ts'

/**
 * Stores a message and creates the version it requests; the run starts, or waits for earlier ones. With `pageId`, the
 * audience must belong to that page.
 */
export async function sendMessage(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { message, selectedElement, clientMessageId: givenId }: MessageInput,
  { pageId, batchId }: { pageId?: string; batchId?: string } = {},
): Promise<MessageAccepted> {
  if (selectedElement) demandLimitedSize(selectedElement, '/selectedElement')
  // Locked first, so that concurrent repeats take turns and all but the first find the message.
  const [audience, first, mustWait] = await together([
    lockAudience(tx, tenantId, audienceId, pageId),
    givenId === undefined ? undefined : findByClientId(tx, tenantId, audienceId, givenId),
    hasUnfinishedVersion(tx, tenantId, audienceId),
  ])
  const clientMessageId = givenId ?? newId('message')
  const asked = fingerprint({ message, selectedElement })
  if (first) {
    demandSameRequest(first.fingerprint, asked, clientMessageId)
    return { accepted: true, audienceId, clientMessageId, versionId: first.versionId }
  }
  const version = addWaitingVersion(tx, tenantId, audience, { isNewPageAgent: false, mustWait })
  const { versionId, status } = version
  const row = { audienceId, versionId, text: message, clientMessageId, fingerprint: asked, selectedElement }
  insertUserMessage(tx, tenantId, row)
  emitRunStatus(tx, tenantId, version)
  if (status === 'queued') readyRun(tx, tenantId, version, batchId)
  const accepted = { accepted: true, audienceId, clientMessageId, versionId }
  emit(tx, tenantId, 'message.accepted', accepted)
  return accepted
}

/** Creates an audience; a message starts the agent immediately. */
export async function createAudienceWithMessage(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { message, ...input }: AudienceInput,
): Promise<Audience> {
  const audience = await createAudience(tx, tenantId, pageId, input)
  if (message === undefined) return audience
  await sendMessage(tx, tenantId, audience.audienceId, { message })
  return await getAudience(tx, tenantId, pageId, audience.audienceId)
}

/**
 * Cancels the running version, or else the oldest waiting one. False if there is none. A worker that finishes the run
 * at the same moment waits for the same lock: exactly one of the two succeeds.
 */
export async function interrupt(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  partialText = '',
): Promise<boolean> {
  const [, versionId] = await together([
    lockAudience(tx, tenantId, audienceId, pageId),
    findRunningVersion(tx, tenantId, audienceId),
  ])
  return versionId !== undefined && (await cancelRun(tx, tenantId, { audienceId, versionId }, partialText))
}

/** Cancels the run of this version; false if it has ended. */
export async function cancelRun(
  tx: Tx,
  tenantId: string,
  { audienceId, versionId }: { audienceId: string; versionId: string },
  partialText = '',
): Promise<boolean> {
  const ended = await cancelVersion(tx, tenantId, audienceId, versionId)
  if (!ended) return false
  cancelJob(tx, 'agent_run', tenantId, versionId)
  insertAnswer(tx, tenantId, { audienceId, versionId, text: partialText, outcome: 'interrupted' })
  promoteNext(tx, tenantId, ended)
  return true
}

/**
 * Runs when a version ends: streams get the pending events, the failure reason and the status, and the next waiting
 * version is enqueued.
 */
export function promoteNext(
  tx: Tx,
  tenantId: string,
  { version, next }: EndedVersion,
  pending: PendingRunEvent[] = [],
  failure?: string,
): void {
  const { audienceId, versionId } = version
  const failed = { versionId, type: 'error', data: { message: failure } } as const
  const statuses = next ? [statusOf(version), statusOf(next)] : [statusOf(version)]
  const first = failure === undefined ? pending : [...pending, failed]
  writeRunEvents(tx, tenantId, audienceId, [...first, ...statuses])
  if (next) readyRun(tx, tenantId, next)
}

/** Notifies the streams of a version's status. */
export function emitRunStatus(tx: Tx, tenantId: string, version: BegunVersion): void {
  writeRunEvents(tx, tenantId, version.audienceId, [statusOf(version)])
}

function statusOf({ versionId, status }: BegunVersion) {
  return { versionId, type: 'status', data: { versionId, status } } as const
}
