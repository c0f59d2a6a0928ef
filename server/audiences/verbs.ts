import { isDeepStrictEqual } from 'node:util'
import { completeDocument, fillForAudience, type Metadata } from '../../document/index.ts'
import { linkError } from '../../shared/links.ts'
import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import type { Tx } from '../database/database.ts'
import { notifySite } from '../database/siteChanges.ts'
import { together } from '../database/together.ts'
import { newId } from '../ids.ts'
import { count } from '../lists/tallies.ts'
import { lockPage } from '../pages/queries.ts'
import { getPageDocument } from '../pages/revisions.ts'
import { findNewestDocument } from '../versions/documents.ts'
import { lockAudience, markLive } from '../versions/queries.ts'
import { refuseArchived } from '../versions/state.ts'
import { addDraft, addFirstVersion } from '../versions/verbs.ts'
import { allowPublish, areLive, type DemandPublish } from '../web/publishing.ts'
import { emit } from '../webhooks/events.ts'
import type { AudienceInput } from './inputSchema.ts'
import {
  describeAudience,
  gatherFacts,
  getAudience,
  insertAudience,
  replaceRouteKey,
  setArchived,
  updateAudience,
  vacateHome,
} from './queries.ts'
import type { Audience, AudiencePatch } from './schema.ts'

/** Creates an audience with its first version: the page's document with the placeholders filled in. */
export async function createAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  { publish = false, ...input }: AudienceInput,
): Promise<Audience> {
  if (input.personId !== undefined && input.accountId !== undefined)
    throw invalid('/accountId', 'must not be given together with personId: the account of the person is used')
  const audienceId = newId('audience')
  const [page, made, facts] = await together([
    getPageDocument(tx, tenantId, pageId),
    insertAudience(tx, tenantId, { audienceId, pageId }, input),
    gatherFacts(tx, tenantId, audienceId),
  ])
  if (publish) {
    markLive(tx, tenantId, [made])
    notifySite(tx, tenantId, audienceId)
  }
  const document = fillForAudience(page.document, facts)
  const version = addFirstVersion(tx, tenantId, made, document, page.revision)
  // After the version, so that it is sent in one statement with the event.
  count(tx, tenantId, { [`page:${pageId}:audiences`]: 1 })
  const metadata = document.metadata ?? null
  const audience = describeAudience(
    { ...made, metadataOverride: metadata, liveMetadata: metadata, pageMetadata: page.metadata },
    version,
    version,
  )
  emit(tx, tenantId, 'audience.created', audience)
  return audience
}

/** Applies a patch. One without changes writes nothing. */
export async function changeAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  patch: AudiencePatch,
  demandPublish = allowPublish,
): Promise<Audience> {
  const wrong = patch.actionUrlOverride && urlError(patch.actionUrlOverride)
  if (wrong) throw invalid('/actionUrlOverride', wrong)
  // Always locked before the audience: otherwise two requests that move the flag between the same two audiences would
  // deadlock.
  if (patch.flags?.length) await lockPage(tx, tenantId, pageId)
  refuseArchived(await lockAudience(tx, tenantId, audienceId, pageId))
  const before = await getAudience(tx, tenantId, pageId, audienceId)
  if (isDeepStrictEqual({ ...contentOf(before), ...patch }, contentOf(before))) return before
  noteChange(tx, { before })
  if (isSeenIn(patch, before) && (await areLive(tx, tenantId, { audienceIds: [audienceId] }))) demandPublish()
  if (patch.flags?.length && before.flags.length === 0) await moveHome(tx, tenantId, pageId, demandPublish)
  const { metadataOverride, ...columns } = patch
  if (Object.keys(columns).length > 0) await updateAudience(tx, tenantId, audienceId, columns)
  if (metadataOverride !== undefined) await draftMetadata(tx, tenantId, audienceId, metadataOverride ?? {})
  return await tell(tx, tenantId, pageId, audienceId, 'audience.updated')
}

/** Metadata are published with a version: changing them creates a draft of the newest finished version. */
async function draftMetadata(tx: Tx, tenantId: string, audienceId: string, metadata: Metadata) {
  const newest = await findNewestDocument(tx, tenantId, audienceId)
  const { metadata: before = {}, ...rest } = newest
  if (isDeepStrictEqual(before, metadata)) return
  await addDraft(tx, tenantId, audienceId, completeDocument({ ...rest, metadata }))
}

/** Archived audiences stay readable by id; lists and search omit them. */
export async function archiveAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  demandPublish = allowPublish,
) {
  const { archivedAt, at } = await lockAudience(tx, tenantId, audienceId, pageId)
  if (archivedAt !== null) return await getAudience(tx, tenantId, pageId, audienceId)
  if (await areLive(tx, tenantId, { audienceIds: [audienceId] })) demandPublish()
  await setArchived(tx, tenantId, { audienceId, pageId }, at)
  return await tell(tx, tenantId, pageId, audienceId, 'audience.archived')
}

export async function restoreAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  demandPublish = allowPublish,
) {
  const { archivedAt, liveAt } = await lockAudience(tx, tenantId, audienceId, pageId)
  if (archivedAt === null) return await getAudience(tx, tenantId, pageId, audienceId)
  if (liveAt !== null) demandPublish()
  await setArchived(tx, tenantId, { audienceId, pageId }, null)
  return await tell(tx, tenantId, pageId, audienceId, 'audience.updated')
}

async function tell(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  event: 'audience.updated' | 'audience.archived',
): Promise<Audience> {
  const audience = await getAudience(tx, tenantId, pageId, audienceId)
  emit(tx, tenantId, event, audience)
  return audience
}

/** Only one audience of a page has the home flag, so the previous one loses it. */
async function moveHome(tx: Tx, tenantId: string, pageId: string, demandPublish: DemandPublish) {
  const formerId = await vacateHome(tx, tenantId, pageId)
  if (formerId !== undefined && (await areLive(tx, tenantId, { audienceIds: [formerId] }))) demandPublish()
  if (formerId !== undefined) await tell(tx, tenantId, pageId, formerId, 'audience.updated')
}

/** Gives a person's page a new URL; the old one stops working. */
export async function rotateRouteKey(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  demandPublish = allowPublish,
): Promise<Audience> {
  const audience = await lockAudience(tx, tenantId, audienceId, pageId)
  refuseArchived(audience)
  if (audience.personId === null)
    throw new Problem('state_conflict', 'Only audiences of a person have a route key.')
  if (await areLive(tx, tenantId, { audienceIds: [audienceId] })) demandPublish()
  await replaceRouteKey(tx, tenantId, audienceId)
  return await tell(tx, tenantId, pageId, audienceId, 'audience.updated')
}

/** Whether a patch changes what visitors of the audience see. Metadata don't: they are published with a version. */
function isSeenIn(patch: AudiencePatch, before: Audience): boolean {
  const seen = [
    'actionUrlOverride',
    'actionFormIdOverride',
    'actionFormInstructionsOverride',
    'flags',
  ] as const
  return seen.some((field) => patch[field] !== undefined && !isDeepStrictEqual(patch[field], before[field]))
}

/** The fields of an audience that a patch may change. */
function contentOf(audience: Audience): Required<AudiencePatch> {
  const { customName, supplementaryContext, flags, metadataOverride = null } = audience
  const { actionFormIdOverride, actionFormInstructionsOverride, actionUrlOverride } = audience
  return {
    ...{ customName, supplementaryContext, flags, metadataOverride },
    ...{ actionFormIdOverride, actionFormInstructionsOverride, actionUrlOverride },
  }
}

function urlError(url: string) {
  return /^action:/i.test(url) ? 'must be an address, not an action of the page' : linkError(url)
}
