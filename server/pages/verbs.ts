import { isDeepStrictEqual } from 'node:util'
import {
  completeDocument,
  type Document,
  type ExampleName,
  hashDocument,
  isExampleName,
  startOf,
  type TemplateName,
  templates,
} from '../../document/index.ts'
import { invalid, Problem } from '../../shared/problem.ts'
import { noteChange } from '../audit/cause.ts'
import { ensureFirstBrand } from '../brands/first.ts'
import { findBrand } from '../brands/queries.ts'
import type { Tx } from '../database/database.ts'
import { lockTenant } from '../database/tenantLock.ts'
import { newId } from '../ids.ts'
import { allowPublish, type DemandPublish } from '../web/publishing.ts'
import { type Addresses, announcePage, presentPage } from './announce.ts'
import { checkContent, completeContent } from './content.ts'
import {
  getPage,
  hasHome,
  insertPage,
  insertPageWithFirstBrand,
  isBehindDemoHome,
  lockAnyPage,
  lockPage,
  markArchived,
  markDeleted,
  markPublished,
  markRestored,
  type PageContent,
  type StoredPage,
  updatePage,
  vacateHome,
} from './queries.ts'
import { getPageDocument, insertFirstRevision } from './revisions.ts'
import { longestName, type Page, type PageInput, type PagePatch, type PageTemplate } from './schema.ts'
import { findTemplate, insertTemplate, withoutSources } from './templates.ts'
import { completeWidgets } from './widgets.ts'

export async function createPage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  { template, templateId, ...input }: PageInput,
  demandPublish = allowPublish,
): Promise<Page> {
  const pageId = newId('page')
  if (template && templateId) throw invalid('/templateId', 'can’t be combined with template')
  const own = templateId === undefined ? undefined : await findTemplate(tx, tenantId, templateId)
  if (templateId !== undefined && !own) throw invalid('/templateId', 'does not match a template')
  const content: PageContent = {
    brandId: '',
    title: input.name,
    pageContext: '',
    flags: [],
    actions: [],
    actionCardWidgets: [],
    scripts: [],
    footerLinks: [],
    headerActionId: null,
    metadata: null,
    ...own?.content,
    ...(await complete(tx, tenantId, input)),
  }
  checkContent(content)
  if (input.brandId !== undefined) await demandBrand(tx, tenantId, input.brandId)
  const hasBrand = input.brandId !== undefined || (own && (await findBrand(tx, tenantId, content.brandId)))
  if (content.flags.length > 0) await moveHome(context, tx, tenantId, pageId, demandPublish)
  const page = hasBrand
    ? await insertPage(tx, tenantId, pageId, content)
    : await insertWithFirstBrand(tx, tenantId, pageId, content)
  const first = own ? withHash(own.document) : startingDocument(template ?? input.pageType)
  insertFirstRevision(tx, tenantId, pageId, first)
  return await announcePage(context, tx, tenantId, 'page.created', page)
}

async function insertWithFirstBrand(tx: Tx, tenantId: string, pageId: string, content: PageContent) {
  const page = await insertPageWithFirstBrand(tx, tenantId, pageId, content)
  if (page) return page
  const { brandId } = await ensureFirstBrand(tx, tenantId)
  return await insertPage(tx, tenantId, pageId, { ...content, brandId })
}

function withHash(document: Document) {
  return { document, hash: hashDocument(document) }
}

const startingDocuments = new Map<TemplateName | ExampleName, ReturnType<typeof withHash>>()

/**
 * The document of a template or example, completed and hashed only once, because both take longer than the rest of
 * creating a page.
 */
function startingDocument(name: TemplateName | ExampleName) {
  const document = isExampleName(name) ? startOf(name) : templates[name]
  const known = startingDocuments.get(name) ?? withHash(completeDocument(document))
  startingDocuments.set(name, known)
  return known
}

/** Copies a page as a draft: its content and settings, without audiences, links, history and the home flag. */
export async function duplicatePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  name: string | undefined,
): Promise<Page> {
  const [page, { document, hash }] = await Promise.all([
    getPage(tx, tenantId, pageId),
    getPageDocument(tx, tenantId, pageId),
  ])
  const content = contentOf(page)
  const copyId = newId('page')
  const copy = await insertPage(tx, tenantId, copyId, {
    ...content,
    flags: [],
    name: name ?? nameOfCopy(page.name),
  })
  insertFirstRevision(tx, tenantId, copyId, { document, hash })
  return await announcePage(context, tx, tenantId, 'page.created', copy)
}

/** Saves a page as a template, without data about accounts or persons. */
export async function savePageAsTemplate(
  tx: Tx,
  tenantId: string,
  pageId: string,
  name: string,
): Promise<PageTemplate> {
  const [page, { document }] = await Promise.all([
    getPage(tx, tenantId, pageId),
    getPageDocument(tx, tenantId, pageId),
  ])
  const { name: _name, flags: _flags, ...content } = contentOf(page)
  return await insertTemplate(tx, tenantId, name, { content, document: withoutSources(document) })
}

const copySuffix = ' (copy)'

function nameOfCopy(name: string): string {
  return [...name].slice(0, longestName - copySuffix.length).join('') + copySuffix
}

/** Applies a patch. One without changes writes nothing. */
export async function changePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  patch: PagePatch,
  demandPublish = allowPublish,
): Promise<Page> {
  // Always before the page: otherwise two requests that move the flag between the same two pages would deadlock.
  if (patch.flags?.length) await lockTenant(tx, tenantId)
  const page = await lockPage(tx, tenantId, pageId)
  const before = contentOf(page)
  const after = { ...before, ...(await complete(tx, tenantId, patch)) }
  if (isDeepStrictEqual(before, after)) return presentPage(context, tenantId, page)
  noteChange(tx, { label: page.name, before })
  checkContent(after)
  if (page.status === 'published' && !isDeepStrictEqual(shownOf(before), shownOf(after))) demandPublish()
  if (after.brandId !== before.brandId) await demandBrand(tx, tenantId, after.brandId)
  if (after.flags.length > before.flags.length) await moveHome(context, tx, tenantId, pageId, demandPublish)
  const changed = await updatePage(tx, tenantId, page, after)
  return await announcePage(context, tx, tenantId, 'page.updated', changed)
}

/**
 * draft → published; a published page is left unchanged. When a tenant publishes its first own page, the sample page
 * stops being the home page, because the site is now in use.
 */
export async function publishPage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  const endsDemoHome = await isBehindDemoHome(tx, tenantId, pageId)
  if (endsDemoHome) await lockTenant(tx, tenantId)
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'published') return presentPage(context, tenantId, page)
  if (page.status === 'archived')
    throw new Problem('state_conflict', 'This page is archived. Restore it, then publish it.')
  if (endsDemoHome) await moveHome(context, tx, tenantId, pageId, allowPublish)
  return await announcePage(context, tx, tenantId, 'page.published', await markPublished(tx, tenantId, page))
}

/** draft or published → archived. */
export async function archivePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  const page = await lockPage(tx, tenantId, pageId)
  if (page.status === 'archived') return presentPage(context, tenantId, page)
  return await announcePage(context, tx, tenantId, 'page.archived', await markArchived(tx, tenantId, page))
}

export async function deletePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
  demandPublish = allowPublish,
): Promise<void> {
  const page = await lockPage(tx, tenantId, pageId)
  noteChange(tx, { label: page.name })
  if (page.status === 'published') demandPublish()
  await announcePage(context, tx, tenantId, 'page.deleted', await markDeleted(tx, tenantId, page))
}

/**
 * archived or deleted → draft, so that nothing is public without an explicit publish. A deleted home page loses its
 * flag if another page has it by now.
 */
export async function restorePage(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  pageId: string,
): Promise<Page> {
  await lockTenant(tx, tenantId)
  const page = await lockAnyPage(tx, tenantId, pageId)
  if (page.status !== 'archived' && page.deletedAt === null) return presentPage(context, tenantId, page)
  const flags = page.deletedAt !== null && (await hasHome(tx, tenantId)) ? [] : page.flags
  return await announcePage(
    context,
    tx,
    tenantId,
    'page.restored',
    await markRestored(tx, tenantId, page, flags),
  )
}

/** Fills in defaults of the fields that a body contains; absent fields stay absent. */
async function complete<T extends PagePatch>(tx: Tx, tenantId: string, body: T) {
  const { actionCardWidgets: widgets, ...rest } = body
  const actionCardWidgets = widgets && (await completeWidgets(tx, tenantId, widgets))
  return { ...completeContent(rest), ...(actionCardWidgets && { actionCardWidgets }) }
}

/** A tenant has one home page, so the previous one loses the flag. */
async function moveHome(
  context: Addresses,
  tx: Tx,
  tenantId: string,
  toPageId: string,
  demandPublish: DemandPublish,
) {
  await lockTenant(tx, tenantId)
  const former = await vacateHome(tx, tenantId, toPageId)
  if (former?.status === 'published') demandPublish()
  if (former) await announcePage(context, tx, tenantId, 'page.updated', former)
}

/** The fields of a published page that visitors see immediately. */
function shownOf({ name, pageType, pageContext, ...shown }: PageContent) {
  return shown
}

async function demandBrand(tx: Tx, tenantId: string, brandId: string) {
  if (!(await findBrand(tx, tenantId, brandId))) throw invalid('/brandId', 'does not match a brand')
}

function contentOf(page: StoredPage): PageContent {
  const { brandId, name, title, pageContext, pageType, flags, actions, actionCardWidgets, scripts } = page
  const { footerLinks = [], headerActionId = null, metadata = null } = page
  return {
    ...{ brandId, name, title, pageContext, pageType, flags, actions, actionCardWidgets, scripts },
    ...{ footerLinks, headerActionId, metadata },
  }
}
