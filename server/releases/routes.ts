import { Type } from 'typebox'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { demandPage } from '../pages/queries.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Empty } from '../web/schema.ts'
import { sendCsv, sendDocument } from '../web/send.ts'
import { cancelRelease, createRelease, reschedule, restoreContentBefore, undoRelease } from './create.ts'
import { exportRows } from './export.ts'
import {
  countStandingOn,
  countUndo,
  findContentBefore,
  getRelease,
  listReleases,
  listRows,
  releaseScope,
} from './queries.ts'
import { diffRow } from './rowDiff.ts'
import {
  Release,
  ReleaseInput,
  ReleasePage,
  ReleasePatch,
  ReleaseQuery,
  ReleaseRowDiff,
  ReleaseRowPage,
  ReleaseRowQuery,
  UndoInput,
  UndoPreview,
} from './schema.ts'

export function releaseRoutes(app: App, context: AppContext) {
  const { db, sign } = context

  app.post(
    '/v0/pages/:page_id/releases',
    operation('createRelease', 'Release a page to many audiences', {
      scope: 'write',
      description:
        'Updates audiences with the changes of the page, or publishes their drafts. It runs in the background. Rows contain the result for each audience, and a release can be undone.',
      body: ReleaseInput,
      response: { 202: Release },
      problems: ['release_limit', 'key_reused'],
    }),
    async ({ tenantId, caller, demandPublish, params: { page_id }, body }) => {
      const by = { keyId: caller.keyId, demandPublish }
      return await db.inTransaction((tx) => createRelease(tx, tenantId, page_id, body, by))
    },
  )

  app.get(
    '/v0/pages/:page_id/releases',
    operation('listReleases', 'List the releases of a page', {
      scope: 'read',
      description: 'Newest first. Dry runs are excluded.',
      querystring: ReleaseQuery,
      response: { 200: ReleasePage },
    }),
    async ({ tenantId, params: { page_id }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listReleases', tenantId, { page_id })
      const [releases, total] = await db.inSnapshot((read) =>
        Promise.all([
          listReleases(read, tenantId, page_id, pager.request),
          readTally(read, tenantId, releaseScope(page_id)),
          demandPage(read, tenantId, page_id),
        ]),
      )
      return pager.page(releases, total, ({ releaseId }) => [releaseId])
    },
  )

  app.get(
    '/v0/releases/:release_id',
    operation('getRelease', 'Get a release', {
      scope: 'read',
      description: 'With its progress.',
      response: { 200: Release },
    }),
    async ({ tenantId, params: { release_id } }) => getRelease(db.read, tenantId, release_id),
  )

  releaseActionRoutes(app, context)
  releaseRowRoutes(app, context)
}

function releaseActionRoutes(app: App, context: AppContext) {
  const { db } = context
  app.patch(
    '/v0/releases/:release_id',
    operation('rescheduleRelease', 'Move a scheduled release to another time', {
      scope: 'publish',
      body: ReleasePatch,
      response: { 200: Release },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params: { release_id }, body: { publishAt } }) =>
      db.inTransaction((tx) => reschedule(tx, tenantId, release_id, publishAt)),
  )

  app.post(
    '/v0/releases/:release_id/cancel',
    operation('cancelRelease', 'Cancel a release', {
      scope: 'write',
      description:
        'It stops where it is. What is already published stays published. A finished release is returned unchanged.',
      body: Empty,
      response: { 200: Release },
    }),
    ({ tenantId, demandPublish, params: { release_id } }) =>
      db.inTransaction((tx) => cancelRelease(tx, tenantId, release_id, demandPublish)),
  )

  app.get(
    '/v0/releases/:release_id/undo',
    operation('previewReleaseUndo', 'See what undoing a release would do', {
      scope: 'read',
      response: { 200: UndoPreview },
    }),
    async ({ tenantId, params: { release_id } }) => {
      const [release, preview, contentRevision] = await Promise.all([
        getRelease(db.read, tenantId, release_id),
        countUndo(db.read, tenantId, release_id),
        findContentBefore(db.read, tenantId, release_id),
      ])
      const all = contentRevision === null ? 0 : await countStandingOn(db.read, tenantId, release)
      return { ...preview, contentRevision, keeping: Math.max(0, all - preview.restored) }
    },
  )

  app.post(
    '/v0/releases/:release_id/undo',
    operation('undoRelease', 'Undo a release', {
      scope: 'publish',
      description:
        'Restores what was live before, for every audience whose live version is still the one from the release. It runs in the background. The content of the page keeps the change unless `restoreContent` is given.',
      body: UndoInput,
      response: { 200: Release },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, caller, params: { release_id }, body }) =>
      db.inTransaction(async (tx) => {
        if (body.restoreContent) await restoreContentBefore(context, tx, tenantId, release_id, caller.keyId)
        return await undoRelease(tx, tenantId, release_id, caller.keyId)
      }),
  )
}

function releaseRowRoutes(app: App, { db, sign }: AppContext) {
  app.get(
    '/v0/releases/:release_id/rows',
    operation('listReleaseRows', 'List the rows of a release', {
      scope: 'read',
      description: 'One for each audience, with its result and the reason.',
      querystring: ReleaseRowQuery,
      response: { 200: ReleaseRowPage },
    }),
    async ({ tenantId, params: { release_id }, query: { status, order = 'first', ...request } }) => {
      const filters = { release_id, status, order }
      const pager = new Pager<[number]>(sign, request, 'listReleaseRows', tenantId, filters)
      const which = { status, isReversed: order === 'last' }
      const [rows, { counts }] = await db.inSnapshot((read) =>
        Promise.all([
          listRows(read, tenantId, release_id, which, pager.request),
          getRelease(read, tenantId, release_id),
        ]),
      )
      const all = which.isReversed ? counts.total - counts.waiting : counts.total
      return pager.page(rows, status ? counts[status] : all, ({ position }) => [position])
    },
  )

  app.get(
    '/v0/releases/:release_id/rows/:audience_id/diff',
    operation('diffReleaseRow', 'See what a release changes for an audience', {
      scope: 'read',
      description: 'For a row that was not written, what the release would change now.',
      response: { 200: ReleaseRowDiff },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params: { release_id, audience_id } }, reply) =>
      sendDocument(reply, await diffRow(db, tenantId, release_id, audience_id)),
  )

  app.get(
    '/v0/releases/:release_id/export',
    operation('exportReleaseRows', 'Export the rows of a release', {
      scope: 'read',
      description: 'As CSV in UTF-8, with a header row.',
      response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
    }),
    async ({ tenantId, params: { release_id } }, reply) => {
      await getRelease(db.read, tenantId, release_id)
      return sendCsv(reply, release_id, exportRows(db, tenantId, release_id))
    },
  )
}
