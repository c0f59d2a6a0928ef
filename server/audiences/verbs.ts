import { isDeepStrictEqual } from 'node:util'
import { completeDocument, fillForAudience, type Metadata } from '../../document/index.ts'
import { linkError } from '../../shared/links.ts'
import { invalid, Problem } from '../../shared/problem.ts'
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
import { areLive, type DemandPublish, freely } from '../web/publishing.ts'
import { emit } from '../webhooks/events.ts'
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
import type { Audience, AudienceInput, AudiencePatch } from './schema.ts'

/** Makes an audience with its first version: the page's own document, filled in with what is known of them. */
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
  // After the version, so that it travels in one statement with the event.
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

/** Changes what the patch names. A patch that changes nothing leaves no trace. */
export async function changeAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  patch: AudiencePatch,
  demandPublish = freely,
): Promise<Audience> {
  const wrong = patch.actionUrlOverride && urlError(patch.actionUrlOverride)
  if (wrong) throw invalid('/actionUrlOverride', wrong)
  // Before the audience, always: those who move the flag between the same two would wait for each other.
  if (patch.flags?.length) await lockPage(tx, tenantId, pageId)
  refuseArchived(await lockAudience(tx, tenantId, audienceId, pageId))
  const before = await getAudience(tx, tenantId, pageId, audienceId)
  if (isDeepStrictEqual({ ...contentOf(before), ...patch }, contentOf(before))) return before
  if (isSeenIn(patch, before) && (await areLive(tx, tenantId, { audienceIds: [audienceId] }))) demandPublish()
  if (patch.flags?.length && before.flags.length === 0) await moveHome(tx, tenantId, pageId, demandPublish)
  const { metadataOverride, ...columns } = patch
  if (Object.keys(columns).length > 0) await updateAudience(tx, tenantId, audienceId, columns)
  if (metadataOverride !== undefined) await draftMetadata(tx, tenantId, audienceId, metadataOverride ?? {})
  return await tell(tx, tenantId, pageId, audienceId, 'audience.updated')
}

/** Metadata go public with the version they are part of: other ones make a draft of the newest finished version. */
async function draftMetadata(tx: Tx, tenantId: string, audienceId: string, metadata: Metadata) {
  const newest = await findNewestDocument(tx, tenantId, audienceId)
  const { metadata: before = {}, ...rest } = newest
  if (isDeepStrictEqual(before, metadata)) return
  await addDraft(tx, tenantId, audienceId, completeDocument({ ...rest, metadata }))
}

/** What is archived stays readable and goes on showing up under its id; lists and search leave it out. */
export async function archiveAudience(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  demandPublish = freely,
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
  demandPublish = freely,
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

/** A page has one home audience: the one that was it last. */
async function moveHome(tx: Tx, tenantId: string, pageId: string, demandPublish: DemandPublish) {
  const formerId = await vacateHome(tx, tenantId, pageId)
  if (formerId !== undefined && (await areLive(tx, tenantId, { audienceIds: [formerId] }))) demandPublish()
  if (formerId !== undefined) await tell(tx, tenantId, pageId, formerId, 'audience.updated')
}

/** Gives a person's page another address; the one before leads nowhere from then on. */
export async function rotateRouteKey(
  tx: Tx,
  tenantId: string,
  pageId: string,
  audienceId: string,
  demandPublish = freely,
): Promise<Audience> {
  const audience = await lockAudience(tx, tenantId, audienceId, pageId)
  refuseArchived(audience)
  if (audience.personId === null)
    throw new Problem('state_conflict', 'Only audiences of a person have a route key.')
  if (await areLive(tx, tenantId, { audienceIds: [audienceId] })) demandPublish()
  await replaceRouteKey(tx, tenantId, audienceId)
  return await tell(tx, tenantId, pageId, audienceId, 'audience.updated')
}

/** Whether a patch changes what visitors of the audience see. Metadata do not: they go public with a version. */
function isSeenIn(patch: AudiencePatch, before: Audience): boolean {
  const seen = [
    'actionUrlOverride',
    'actionFormIdOverride',
    'actionFormInstructionsOverride',
    'flags',
  ] as const
  return seen.some((field) => patch[field] !== undefined && !isDeepStrictEqual(patch[field], before[field]))
}

/** What a patch may change of an audience. */
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
