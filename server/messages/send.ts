import type { Tx } from '../db.ts'
import { demandModest } from '../http/freeForm.ts'
import { demandSameRequest, fingerprint } from '../idempotency.ts'
import { newId } from '../ids.ts'
import { findRunningVersion, lockAudience } from '../versions/queries.ts'
import { beginVersion, cancelVersion, type Ended } from '../versions/state.ts'
import { emit } from '../webhooks/events.ts'
import {
  channels,
  endRun,
  findByClientId,
  insertAnswer,
  insertUserMessage,
  readyRun,
  writeRunEvents,
} from './queries.ts'
import type { MessageAccepted, MessageInput } from './schema.ts'

/** Stores a message and begins the version it asks for; the run is ready, or waits for those before it. */
export async function sendMessage(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  { message, selectedElement, clientMessageId = newId('message') }: MessageInput,
): Promise<MessageAccepted> {
  if (selectedElement) demandModest(selectedElement, '/selectedElement')
  // Locked first, so that repeats at the same moment take turns and all but one find the message there.
  await lockAudience(tx, tenantId, audienceId)
  const asked = fingerprint({ message, selectedElement })
  const first = await findByClientId(tx, tenantId, audienceId, clientMessageId)
  if (first) {
    demandSameRequest(first.fingerprint, asked, clientMessageId)
    return { accepted: true, audienceId, clientMessageId, versionId: first.versionId }
  }
  const version = await beginVersion(tx, tenantId, audienceId, { isNewPageAgent: false })
  const { versionId, status } = version
  const row = { audienceId, versionId, text: message, clientMessageId, fingerprint: asked, selectedElement }
  await insertUserMessage(tx, tenantId, row)
  await tellStatus(tx, tenantId, audienceId, versionId, status)
  if (status === 'queued') await readyRun(tx, tenantId, version)
  const accepted = { accepted: true, audienceId, clientMessageId, versionId }
  await emit(tx, tenantId, 'message.accepted', accepted)
  return accepted
}

/**
 * Cancels the run under way, or else the oldest waiting one. False when there is none. Whoever finishes the run at the
 * same moment waits for the same lock: one of the two is first, and the other finds it done.
 */
export async function interrupt(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  partialText = '',
): Promise<boolean> {
  await lockAudience(tx, tenantId, audienceId)
  const versionId = await findRunningVersion(tx, tenantId, audienceId)
  const ended = versionId && (await cancelVersion(tx, tenantId, audienceId, versionId))
  if (!ended) return false
  await endRun(tx, tenantId, versionId)
  await insertAnswer(tx, tenantId, { audienceId, versionId, text: partialText, outcome: 'interrupted' })
  await tx`select pg_notify(${channels.stops}, ${versionId})`
  await passOn(tx, tenantId, ended)
  return true
}

/** What follows the end of a version: those who watch are told, and the next in line is ready. */
export async function passOn(tx: Tx, tenantId: string, { version, next }: Ended): Promise<void> {
  const { audienceId, versionId, status } = version
  await tellStatus(tx, tenantId, audienceId, versionId, status)
  if (!next) return
  await tellStatus(tx, tenantId, audienceId, next.versionId, next.status)
  await readyRun(tx, tenantId, next)
}

export async function tellStatus(
  tx: Tx,
  tenantId: string,
  audienceId: string,
  versionId: string,
  status: string,
): Promise<void> {
  await writeRunEvents(tx, tenantId, audienceId, [{ versionId, type: 'status', data: { versionId, status } }])
}
