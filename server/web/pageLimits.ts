import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../shared/problem.ts'
import type { Database, Reader } from '../database/database.ts'

/**
 * Operations without a page that a key limited to some pages may use. They neither show nor change anything of other
 * pages.
 */
const free: ReadonlySet<string> = new Set([
  'getMe',
  // Lists only the pages of the key.
  'listPages',
  'listBlockTypes',
  'listTemplates',
  'listPageExamples',
  'getStage',
  'renderDocument',
  'getAgent',
  'listAccounts',
  'getAccount',
  'getAccountFields',
  'getAccountLogo',
  'listPersons',
  'getPerson',
  'getPersonFields',
  'listCustomFields',
  'listAssets',
  'searchAssets',
  'getAsset',
  'getAssetFocalPoint',
  'listBrands',
  'getBrand',
])

/** Operations on a page of the key that add or change something shared with other pages: pages, templates, URLs. */
const shared: ReadonlySet<string> = new Set([
  'duplicatePage',
  'createPageTemplate',
  'createPageLink',
  'updatePageLink',
])

type FindPage = (db: Reader, tenantId: string, id: string) => Promise<{ pageId: string | null }[]>

/** Objects that belong to a page and are identified without it, by the parameter of the route. */
const owned: Record<string, { noun: string; find: FindPage }> = {
  page_link_id: {
    noun: 'page link',
    find: (db, tenantId, id) =>
      db`select page_id from page_links where tenant_id = ${tenantId} and page_link_id = ${id}`,
  },
  release_id: {
    noun: 'release',
    find: (db, tenantId, id) =>
      db`select page_id from releases where tenant_id = ${tenantId} and release_id = ${id}`,
  },
  schedule_id: {
    noun: 'schedule',
    find: (db, tenantId, id) =>
      db`select page_id from schedules where tenant_id = ${tenantId} and schedule_id = ${id}`,
  },
  batch_id: {
    noun: 'batch',
    find: (db, tenantId, id) =>
      db`select page_id from batches where tenant_id = ${tenantId} and batch_id = ${id}`,
  },
  goal_id: {
    noun: 'goal',
    find: (db, tenantId, id) =>
      db`select page_id from page_goals where tenant_id = ${tenantId} and goal_id = ${id}`,
  },
}

const findPageOfAudience: FindPage = (db, tenantId, id) =>
  db`select page_id from audiences where tenant_id = ${tenantId} and audience_id = ${id}`

/**
 * Restricts keys that are limited to some pages. Objects in the path that belong to other pages are reported as not
 * found. Operations without a page are refused unless they are listed above, so new ones are refused by default.
 */
export function limitPages(app: FastifyInstance, db: Database): void {
  app.addHook('preValidation', async (request) => {
    const { pageIds } = request.caller
    if (pageIds) await demandOwnPages(request, pageIds, db.read)
  })
}

async function demandOwnPages(request: FastifyRequest, pageIds: string[], db: Reader): Promise<void> {
  const { tenantId, routeOptions } = request
  const operationId = routeOptions.schema?.operationId as string
  const params = request.params as Record<string, string>
  const body = (request.body ?? {}) as Record<string, unknown>
  if (shared.has(operationId) || isHomePage(body)) throw outside()
  const { page_id: ofPath } = params
  if (ofPath !== undefined && !pageIds.includes(ofPath)) notFound('page', ofPath)
  const asked = [
    ...(declaresPage(routeOptions.schema?.querystring) ? pagesIn(request.query) : []),
    ...(declaresPage(routeOptions.schema?.body) ? pagesIn(body) : []),
  ]
  if (!asked.every((pageId) => pageIds.includes(pageId))) throw outside()
  const things = Object.entries(owned).filter(([name]) => params[name] !== undefined)
  for (const [name, { noun, find }] of things) {
    const id = params[name] as string
    const [row] = await find(db, tenantId, id)
    if (!pageIds.includes(row?.pageId ?? '')) notFound(noun, id)
  }
  if (operationId === 'renderDocument' && typeof body.audienceId === 'string') {
    const [row] = await findPageOfAudience(db, tenantId, body.audienceId)
    if (!pageIds.includes(row?.pageId ?? '')) throw outside()
  }
  if (await createsPersons(db, tenantId, operationId, params, body)) throw outside()
  const isNamed = ofPath !== undefined || asked.length > 0 || things.length > 0
  if (!isNamed && !free.has(operationId)) throw outside()
}

/** Whether a batch, or a row that is retried, creates persons and accounts or fills in those that exist. */
async function createsPersons(
  db: Reader,
  tenantId: string,
  operationId: string,
  { batch_id: batchId = '' }: Record<string, string>,
  { csvFileId, values }: Record<string, unknown>,
): Promise<boolean> {
  if (operationId === 'createBatch') return csvFileId !== undefined
  if (operationId !== 'retryBatchRow') return false
  const [fromFile] = await db`
    select from batches where tenant_id = ${tenantId} and batch_id = ${batchId} and csv_file_id is not null`
  return values !== undefined || fromFile !== undefined
}

type ObjectSchema = { properties?: object; anyOf?: ObjectSchema[]; allOf?: ObjectSchema[] }

/** Whether an operation declares this page parameter. One that doesn't would ignore it and apply to all pages. */
function declaresPage(given: unknown): boolean {
  const { properties = {}, anyOf = [], allOf = [] } = (given ?? {}) as ObjectSchema
  return 'pageId' in properties || [...anyOf, ...allOf].some(declaresPage)
}

function pagesIn(given: unknown): string[] {
  const { pageId } = given as { pageId?: unknown }
  return [pageId]
    .flat()
    .filter((ids) => typeof ids === 'string')
    .flatMap((ids) => ids.split(','))
}

/** A tenant has one home page, so this would change another page that may not be the key's. */
function isHomePage({ flags }: Record<string, unknown>): boolean {
  return Array.isArray(flags) && flags.includes('home_page')
}

function outside(): Problem {
  return new Problem(
    'page_limited',
    'This key is limited to some pages, and this concerns others, too. `GET /v0/me` lists its pages; lists are available with `pageId`.',
  )
}
