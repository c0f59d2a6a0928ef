import type { AppContext } from '../context.ts'
import { isReserved } from '../links/path.ts'
import { type Absence, drawAbsence } from './absence.ts'
import { makeAnswer, makeUnlistedPage, type PreparedResponse } from './answer.ts'
import type { Origin } from './cache.ts'
import { previewUse, publishedUse } from './components.ts'
import { drawShown, type GetVisitOptions, personalRobots } from './draw.ts'
import { findAudience, gateBefore, needsVisitorAction } from './find.ts'
import { drawGate, firstStep, type GateQuestion } from './gatePage.ts'
import type { Host } from './hosts.ts'
import { readPreviewPath } from './preview.ts'
import {
  findHome,
  findHomeAddress,
  findShown,
  type ListedAddress,
  listPublicAddresses,
  type ShownAudience,
} from './queries.ts'
import { mostAddresses, robots, sitemap } from './sitemap.ts'
import { sitePathOf } from './sitePaths.ts'
import { socialImageOf } from './social.ts'
import { loadTextEditor, makeStage } from './stage/page.ts'
import { readStagePath } from './stage/path.ts'
import { readTemplatePath, showTemplate } from './templatePreview.ts'

/** A response, the fonts it needs, and what it was rendered from; one for a single request has no origin. */
export type Loaded = { answer: PreparedResponse; origin?: Origin; fonts?: string[] }

/** Loads the response for a path of a host from the database; undefined if there is none. */
export async function load(
  context: AppContext,
  visitOptions: GetVisitOptions,
  host: Host,
  path: string,
  { isAdmitted = false } = {},
): Promise<Loaded | undefined> {
  if (path === '/robots.txt' || path === '/sitemap.xml') return await loadList(context, host, path)
  const name = sitePathOf(path)
  if (name === 'preview') return await loadPreview(context, host, path)
  if (name === 'stage') return await loadStage(context, host, path)
  return isReserved(path) ? undefined : await loadPage(context, visitOptions, host, path, isAdmitted)
}

async function loadPage(
  context: AppContext,
  visitOptions: GetVisitOptions,
  host: Host,
  path: string,
  isAdmitted: boolean,
): Promise<Loaded | undefined> {
  const { tenantId } = host
  const db = context.db.read
  const found = await findAudience(db, host, path)
  const shown = found && (await findShown(db, tenantId, found.audienceId))
  if (!shown) return undefined
  const { pageId, audienceId, versionId, pageStatus, isPersonal } = shown
  const origin = { tenantId, path, pageId, audienceId, depends: found.depends }
  if (shown.isDeleted || shown.isArchived || pageStatus === 'archived') {
    const answer = await loadAbsence(context, host, 'gone', shown.brand)
    return { answer, origin: { ...origin, depends: true } }
  }
  if (pageStatus === 'draft' || !shown.isLive) return undefined
  const gate = gateBefore(found, shown)
  if (gate && needsVisitorAction(gate) && !isAdmitted) {
    const answer = await drawGate(
      context,
      tenantId,
      { pageLinkId: gate.pageLinkId, path, step: firstStep(gate) },
      shown.brand,
    )
    return { answer: { ...answer, gate }, origin }
  }
  const options = visitOptions({ tenantId, pageId, audienceId, versionId }, shown)
  const where = {
    origin: host.origin,
    path,
    sign: context.sign,
    assetsUrl: context.config.assetsUrl,
    componentUse: publishedUse(audienceId),
    socialImage: socialImageOf(context.sign, host.origin, shown),
  }
  const { html, csp, fonts } = await drawShown(db, tenantId, shown, { ...where, ...options })
  const answer = await makeAnswer({
    status: 200,
    mediaType: 'text/html; charset=utf-8',
    text: html,
    // May be cached but must be revalidated, so that publishing and unpublishing take effect immediately.
    cacheControl: gate ? 'private, no-store' : isPersonal ? 'private, no-cache' : 'public, no-cache',
    headers: { 'content-security-policy': csp, ...robotsHeader(shown) },
  })
  return { answer: { ...answer, gate }, origin, fonts }
}

/** The page of a gate after a submission. One that contains an address is not cached. */
export async function loadGate(context: AppContext, host: Host, question: GateQuestion): Promise<Loaded> {
  const { tenantId } = host
  const { read } = context.db
  const { path, step } = question
  const found = await findAudience(read, host, path)
  const shown = found && (await findShown(read, tenantId, found.audienceId))
  const answer = await drawGate(context, tenantId, question, shown?.brand)
  if (!shown || step.kind === 'code') return { answer }
  const { pageId, audienceId } = shown
  return { answer, origin: { tenantId, path, pageId, audienceId, depends: found.depends } }
}

/** Repeats a personal page's robots directive as a header: some crawlers don't parse the page. */
function robotsHeader({ isPersonal, document }: ShownAudience): Record<string, string> {
  return isPersonal ? { 'x-robots-tag': personalRobots(document).join(', ') } : {}
}

async function loadPreview(context: AppContext, host: Host, path: string): Promise<Loaded | undefined> {
  const { db, sign, publicUrl } = context
  const previewed = readPreviewPath(sign, path) ?? readTemplatePath(sign, path)
  if (previewed === 'over') return { answer: await loadAbsence(context, host, 'previewOver') }
  if (previewed?.tenantId !== host.tenantId) return undefined
  const { tenantId } = previewed
  const shown =
    'template' in previewed
      ? await showTemplate(db.read, previewed)
      : await findShown(db.read, tenantId, previewed.audienceId, previewed.versionId)
  if (!shown || ('isDeleted' in shown && shown.isDeleted)) return undefined
  // Only the console may frame previews.
  const options = {
    formAction: () => '',
    showsPrompts: 'template' in previewed,
    frameAncestors: [publicUrl()],
  }
  const where = { origin: host.origin, path: '/', sign, componentUse: previewUse(sign, tenantId) }
  const personal = { ...shown, isPersonal: true }
  const { html, csp, fonts } = await drawShown(db.read, tenantId, personal, { ...where, ...options })
  return { answer: await makeUnlistedPage(200, html, csp), fonts }
}

async function loadStage(context: AppContext, host: Host, path: string): Promise<Loaded | undefined> {
  const textEditor = await loadTextEditor()
  if (path === textEditor?.path) return { answer: textEditor.answer }
  const staged = readStagePath(context.sign, path)
  if (staged === 'over') return { answer: await loadAbsence(context, host, 'previewOver') }
  if (staged?.tenantId !== host.tenantId) return undefined
  return { answer: await makeStage(host.origin, context.publicUrl()) }
}

async function loadList(context: AppContext, host: Host, path: string): Promise<Loaded> {
  const isMap = path === '/sitemap.xml'
  const answer = await makeAnswer({
    status: 200,
    mediaType: isMap ? 'application/xml; charset=utf-8' : 'text/plain; charset=utf-8',
    text: isMap ? sitemap(host.origin, await listAddresses(context, host)) : robots(host.origin),
    cacheControl: 'public, no-cache',
  })
  return { answer, origin: { tenantId: host.tenantId, path, depends: true } }
}

/** The home page is listed without a link. */
async function listAddresses({ db }: AppContext, host: Host): Promise<ListedAddress[]> {
  const addresses = await listPublicAddresses(db.read, host, mostAddresses)
  if (addresses.some(({ path }) => path === '/')) return addresses
  const home = await findHomeAddress(db.read, host.tenantId)
  return home ? [home, ...addresses] : addresses
}

export async function loadAbsence(
  { db }: AppContext,
  { tenantId }: Host,
  absence: Absence,
  brand?: ShownAudience['brand'],
): Promise<PreparedResponse> {
  const home = await findHome(db.read, tenantId)
  const hasHome = home?.status === 'published' && home.audienceId !== null
  return await drawAbsence(db.read, tenantId, absence, { brand, hasHome })
}
