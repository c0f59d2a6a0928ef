import { Document, refuseLocked } from '../../document/index.ts'
import { invalid, type ProblemCode } from '../../shared/problem.ts'
import type { App, AppContext } from '../context.ts'
import type { Tx } from '../database/database.ts'
import { validateInput } from '../documents/validate.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { sendDocument } from '../web/send.ts'
import { compareVersion } from './compare.ts'
import { findNewestDocument, getVersionDocument } from './documents.ts'
import { countVersions, demandAudience, findVersion, getVersion, listVersions } from './queries.ts'
import {
  AudienceVersion,
  DiffQuery,
  DraftInput,
  PublishInput,
  VersionDiff,
  VersionPage,
  VersionQuery,
} from './schema.ts'
import { addDraft, publishVersion } from './verbs.ts'

const path = '/v0/pages/:page_id/audiences/:audience_id/versions'

function placeOf(params: { page_id: string; audience_id: string; version_id: string }) {
  return { pageId: params.page_id, audienceId: params.audience_id, versionId: params.version_id }
}

const publishProblems: ProblemCode[] = ['state_conflict', 'check_failed', 'source_missing', 'key_reused']

export function versionRoutes(app: App, { db, sign }: AppContext) {
  const publish = (
    tenantId: string,
    { page_id, audience_id, version_id }: { page_id: string; audience_id: string; version_id: string },
    how: { operationKey?: string | undefined; force?: boolean },
  ) =>
    db.inTransaction((tx) =>
      publishVersion(tx, tenantId, audience_id, version_id, { ...how, pageId: page_id }),
    )

  app.get(
    path,
    operation('listAudienceVersions', 'List the versions of an audience', {
      scope: 'read',
      description: 'Newest first.',
      querystring: VersionQuery,
      response: { 200: VersionPage },
    }),
    async ({ tenantId, params: { page_id, audience_id }, query }) => {
      const pager = new Pager<[number]>(sign, query, 'listAudienceVersions', tenantId, { audience_id })
      const [versions, total] = await Promise.all([
        listVersions(db.read, tenantId, audience_id, pager.request),
        countVersions(db.read, tenantId, audience_id),
        demandAudience(db.read, tenantId, page_id, audience_id),
      ])
      return pager.page(versions, total, ({ versionNumber }) => [versionNumber])
    },
  )

  app.post(
    path,
    operation('createAudienceVersion', 'Create a version from a document', {
      scope: 'write',
      description: 'It is a draft until it is published. It does not wait for running messages.',
      body: DraftInput,
      response: { 201: AudienceVersion },
      problems: ['state_conflict', 'block_locked'],
    }),
    async ({ tenantId, params: { page_id, audience_id }, body }) => {
      const document = await validateInput(tenantId, body.document, '/document')
      return await db.inTransaction(async (tx) => {
        await demandAudience(tx, tenantId, page_id, audience_id)
        refuseLocked(await findNewestDocument(tx, tenantId, audience_id), document, '/document')
        const { fromVersionId } = body
        if (fromVersionId !== undefined) await demandOrigin(tx, tenantId, audience_id, fromVersionId)
        return await addDraft(tx, tenantId, audience_id, document, fromVersionId)
      })
    },
  )

  app.get(
    `${path}/:version_id`,
    operation('getAudienceVersion', 'Get a version of an audience', {
      scope: 'read',
      response: { 200: AudienceVersion },
    }),
    async ({ tenantId, params }) => getVersion(db.read, tenantId, placeOf(params)),
  )

  app.post(
    `${path}/:version_id/publish`,
    operation('publishAudienceVersion', 'Publish audience version', {
      scope: 'publish',
      isContract: true,
      description:
        'It replaces the published version, which is archived. Publishing an archived version rolls back to it. A draft with errors is not published.',
      body: PublishInput,
      response: { 200: AudienceVersion },
      problems: publishProblems,
    }),
    ({ tenantId, params, body }) => publish(tenantId, params, body),
  )

  app.post(
    `${path}/:version_id/force_publish`,
    operation('forcePublishAudienceVersion', 'Publish a version despite errors', {
      scope: 'admin',
      description: 'Like publishing it, but errors of the check are ignored, except missing sources.',
      body: PublishInput,
      response: { 200: AudienceVersion },
      problems: publishProblems,
    }),
    ({ tenantId, params, body }) => publish(tenantId, params, { ...body, force: true }),
  )

  versionDocumentRoutes(app, db)
}

async function demandOrigin(tx: Tx, tenantId: string, audienceId: string, versionId: string) {
  const version = await findVersion(tx, tenantId, audienceId, versionId)
  if (!version?.documentHash)
    throw invalid('/fromVersionId', 'does not match a finished version of this audience')
}

function versionDocumentRoutes(app: App, db: AppContext['db']) {
  app.get(
    `${path}/:version_id/document`,
    operation('getAudienceVersionDocument', 'Get the document of a version', {
      scope: 'read',
      description: 'It can’t be changed. The `etag` header is its hash.',
      response: { 200: Document },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params }, reply) => {
      const version = await getVersion(db.read, tenantId, placeOf(params))
      const document = await getVersionDocument(db.read, tenantId, version)
      return sendDocument(reply.header('etag', `"${version.documentHash}"`), document)
    },
  )

  app.get(
    `${path}/:version_id/diff`,
    operation('diffAudienceVersion', 'See what changed in a version', {
      scope: 'read',
      description: 'Block by block, as the operations that make this version out of the other.',
      querystring: DiffQuery,
      response: { 200: VersionDiff },
      problems: ['state_conflict'],
    }),
    async ({ tenantId, params, query }, reply) => {
      const diff = await compareVersion(db.read, tenantId, placeOf(params), query.against)
      return sendDocument(reply, diff)
    },
  )
}
