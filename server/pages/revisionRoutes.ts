import { Type } from 'typebox'
import { closed } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { compareDocuments } from '../documents/compare.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Params } from '../web/schema.ts'
import { sendDocument } from '../web/send.ts'
import { restoreRevision } from './document.ts'
import { getPage } from './queries.ts'
import {
  PageRevision,
  PageRevisionDocument,
  PageRevisionList,
  RevisionDiff,
  RevisionQuery,
  Sitting,
} from './revisionSchema.ts'
import { closeRevision, countRevisions, getRevision, listRevisions } from './revisions.ts'

const path = '/v0/pages/:page_id/document/revisions'
const number = Type.String({
  pattern: '^[1-9][0-9]{0,8}$',
  description: 'Number of a revision.',
  examples: ['7'],
})
const one = Type.Object({ ...Params({ page_id: 'page' }).properties, revision: number })

/** The history of a page's own document. */
export function revisionRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  app.get(
    path,
    operation('listPageRevisions', 'List the revisions of a page', {
      scope: 'read',
      description: 'Newest first.',
      querystring: RevisionQuery,
      response: { 200: PageRevisionList },
    }),
    async ({ tenantId, params: { page_id }, query }) => {
      const pager = new Pager<[number]>(sign, query, 'listPageRevisions', tenantId, { page_id })
      const [revisions, total] = await Promise.all([
        listRevisions(db.read, tenantId, page_id, pager.request),
        countRevisions(db.read, tenantId, page_id),
        getPage(db.read, tenantId, page_id),
      ])
      return pager.page(revisions, total, ({ revision }) => [revision])
    },
  )

  app.get(
    `${path}/:revision`,
    operation('getPageRevision', 'Get a revision of a page', {
      scope: 'read',
      params: one,
      response: { 200: PageRevisionDocument },
    }),
    async ({ tenantId, params: { page_id, revision } }, reply) =>
      sendDocument(reply, await getRevision(db.read, tenantId, page_id, Number(revision))),
  )

  app.post(
    `${path}/:revision/restore`,
    operation('restorePageRevision', 'Restore a revision of a page', {
      scope: 'write',
      description: 'Its document becomes the latest revision. Nothing happens if it already is.',
      params: one,
      response: { 200: PageRevision },
      problems: ['quota_exceeded'],
    }),
    ({ tenantId, caller: { keyId }, params: { page_id, revision } }) =>
      db.inTransaction(async (tx) => {
        const restored = await restoreRevision(context, tx, tenantId, page_id, Number(revision), { keyId })
        const { document: _, ...made } = await getRevision(tx, tenantId, page_id, restored)
        return made
      }),
  )

  app.get(
    `${path}/:revision/diff/:against`,
    operation('diffPageRevisions', 'Compare two revisions of a page', {
      scope: 'read',
      params: Type.Object({ ...one.properties, against: number }),
      response: { 200: RevisionDiff },
    }),
    async ({ tenantId, params: { page_id, revision, against } }, reply) => {
      const [after, before] = await Promise.all(
        [revision, against].map((which) => getRevision(db.read, tenantId, page_id, Number(which))),
      )
      const operations =
        before && after ? await compareDocuments(tenantId, before.document, after.document) : []
      return sendDocument(reply, { revision: Number(revision), against: Number(against), operations })
    },
  )

  app.post(
    '/v0/pages/:page_id/document/close_revision',
    operation('closePageRevision', 'End a sitting', {
      scope: 'write',
      description:
        'The next save of the same sitting creates a new revision. Editors call this when they are closed.',
      body: Type.Object({ sitting: Sitting }, { ...closed, examples: [{ sitting: 'a1b2c3' }] }),
    }),
    async ({ tenantId, params: { page_id }, body: { sitting } }) => {
      await db.inTransaction(async (tx) => {
        await getPage(tx, tenantId, page_id)
        await closeRevision(tx, tenantId, page_id, sitting)
      })
    },
  )
}
