import { isDeepStrictEqual } from 'node:util'
import { ensureFirstBrand } from '../brands/first.ts'
import { findBrand } from '../brands/queries.ts'
import type { Tx } from '../db.ts'
import { hashDocument } from '../documents/hash.ts'
import { templates } from '../documents/templates/index.ts'
import { invalid } from '../http/problem.ts'
import { newId } from '../ids.ts'
import { lockTenant } from '../tenants/queries.ts'
import { emit } from '../webhooks/events.ts'
import { checkContent, completeContent } from './content.ts'
import {
  insertPage,
  insertPageDocument,
  lockPage,
  type PageContent,
  updatePage,
  vacateHome,
} from './queries.ts'
import type { Page, PageInput, PagePatch } from './schema.ts'

export async function createPage(tx: Tx, tenantId: string, input: PageInput): Promise<Page> {
  const { template = input.pageType, ...fields } = input
  const pageId = newId('page')
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
    ...completeContent(fields),
  }
  checkContent(content)
  if (input.brandId === undefined) content.brandId = (await ensureFirstBrand(tx, tenantId)).brandId
  else await demandBrand(tx, tenantId, input.brandId)
  if (content.flags.length > 0) await moveHome(tx, tenantId, pageId)
  const page = await insertPage(tx, tenantId, pageId, content)
  const document = templates[template]
  await insertPageDocument(tx, tenantId, pageId, { document, hash: hashDocument(document) })
  await emit(tx, tenantId, 'page.created', page)
  return page
}

/** Changes what the patch names. A patch that changes nothing leaves no trace. */
export async function changePage(tx: Tx, tenantId: string, pageId: string, patch: PagePatch): Promise<Page> {
  // Before the page, always: those who move the flag between the same two pages would wait for each other.
  if (patch.flags?.length) await lockTenant(tx, tenantId)
  const page = await lockPage(tx, tenantId, pageId)
  const before = contentOf(page)
  const after = { ...before, ...completeContent(patch) }
  if (isDeepStrictEqual(before, after)) return page
  checkContent(after)
  if (after.brandId !== before.brandId) await demandBrand(tx, tenantId, after.brandId)
  if (after.flags.length > before.flags.length) await moveHome(tx, tenantId, pageId)
  const changed = await updatePage(tx, tenantId, pageId, after)
  await emit(tx, tenantId, 'page.updated', changed)
  return changed
}

/** A tenant has one home page: the one that was it last. */
async function moveHome(tx: Tx, tenantId: string, toPageId: string) {
  await lockTenant(tx, tenantId)
  const former = await vacateHome(tx, tenantId, toPageId)
  if (former) await emit(tx, tenantId, 'page.updated', former)
}

async function demandBrand(tx: Tx, tenantId: string, brandId: string) {
  if (!(await findBrand(tx, tenantId, brandId))) throw invalid('/brandId', 'names no brand')
}

function contentOf(page: Page): PageContent {
  const { brandId, name, title, pageContext, pageType, flags, actions, actionCardWidgets, scripts } = page
  const { footerLinks = [], headerActionId = null, metadata = null } = page
  return {
    ...{ brandId, name, title, pageContext, pageType, flags, actions, actionCardWidgets, scripts },
    ...{ footerLinks, headerActionId, metadata },
  }
}
