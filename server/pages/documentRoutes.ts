import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { applyChanges, Document, DocumentBody } from '../../document/index.ts'
import { invalid } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { validateInput } from '../documents/validate.ts'
import { operation } from '../web/operation.ts'
import { sendDocument } from '../web/send.ts'
import { changePageDocument, replacePageDocument } from './document.ts'
import { DocumentChanges, PageRevision, RevisionNote, Sitting } from './revisionSchema.ts'
import { getPageDocument, getRevision, type PageDocument } from './revisions.ts'

const headers = Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 200 })) })
const body = Type.Unsafe<Record<string, unknown>>({
  ...DocumentBody,
  examples: [
    {
      theme: { font: 'georgia' },
      blocks: [
        { id: 'hero', type: 'hero', props: { headline: 'Hello, {{person.firstName|there}}' }, sources: [] },
      ],
    },
  ],
})

export function pageDocumentRoutes(app: App, context: AppContext) {
  const { db } = context

  app.get(
    '/v0/pages/:page_id/document',
    operation('getPageDocument', 'Get the document of a page', {
      scope: 'read',
      description:
        'The document that new audiences start from. The `etag` header is the hash of the document, `x-revision` the number of its revision.',
      response: { 200: Document },
    }),
    async ({ tenantId, params }, reply) =>
      sendRevision(reply, await getPageDocument(db.read, tenantId, params.page_id)),
  )

  app.put(
    '/v0/pages/:page_id/document',
    operation('replacePageDocument', 'Replace the document of a page', {
      scope: 'write',
      description:
        'The document becomes a new revision. New audiences start from it; existing audiences keep what they ' +
        'have. With the `if-match` header it is replaced only if it has not changed since that `etag` was read.',
      querystring: ClosedObject({
        sitting: Type.Optional(Sitting),
        note: Type.Optional(RevisionNote),
      }),
      headers,
      body,
      response: { 200: Document },
      problems: ['precondition_failed', 'quota_exceeded'],
    }),
    async ({ tenantId, caller: { keyId }, params, query, headers, body }, reply) => {
      const document = await validateInput(tenantId, body)
      const expected = readMatch(headers['if-match'])
      const saving = { keyId, ...query, expected }
      const replaced = await db.inTransaction((tx) =>
        replacePageDocument(context, tx, tenantId, params.page_id, document, saving),
      )
      return sendRevision(reply, replaced)
    },
  )

  app.post(
    '/v0/pages/:page_id/document/operations',
    operation('changePageDocument', 'Change the document of a page', {
      scope: 'write',
      description:
        'Applies operations in order, all or none, and saves the result as a new revision, or into the open one of ' +
        'the same `sitting`. With the `if-match` header they are applied only if nobody has changed the ' +
        'document since that `etag` was read; otherwise the problem contains the latest `revision`, its `hash` and ' +
        'its author (`madeBy`).',
      headers,
      body: DocumentChanges,
      response: { 200: PageRevision },
      problems: ['precondition_failed', 'quota_exceeded'],
    }),
    async ({ tenantId, caller: { keyId }, params: { page_id }, headers, body }, reply) => {
      const { operations, sitting, note } = body
      const saving = { keyId, sitting, note, expected: readMatch(headers['if-match']) }
      const revision = await db.inTransaction(async (tx) => {
        const apply = (document: Document) => applyChanges(document, operations, '/operations')
        const changed = await changePageDocument(context, tx, tenantId, page_id, apply, saving)
        const { document: _, ...made } = await getRevision(tx, tenantId, page_id, changed.revision)
        return made
      })
      return reply.header('etag', `"${revision.hash}"`).send(revision)
    },
  )
}

function sendRevision(reply: FastifyReply, { document, hash, revision }: PageDocument) {
  return sendDocument(reply.headers({ etag: `"${hash}"`, 'x-revision': String(revision) }), document)
}

function readMatch(header: string | undefined): string | undefined {
  if (header === undefined || header === '*') return undefined
  const [, hash] = /^"([0-9a-f]{64})"$/.exec(header) ?? []
  if (!hash) throw invalid('/if-match', 'must be an etag of this document')
  return hash
}
