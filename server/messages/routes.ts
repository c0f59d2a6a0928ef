import { Type } from 'typebox'
import { invalid } from '../../shared/problem.ts'
import { AudienceInput } from '../audiences/inputSchema.ts'
import { Audience } from '../audiences/schema.ts'
import type { App, AppContext } from '../context.ts'
import { readTally } from '../lists/tallies.ts'
import { demandAudience } from '../versions/queries.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { Success } from '../web/schema.ts'
import { listMessages } from './queries.ts'
import { InterruptInput, MessageAccepted, MessageInput, MessagePage, MessageQuery } from './schema.ts'
import { RunWatch } from './stream.ts'
import { createAudienceWithMessage, interrupt, sendMessage } from './verbs.ts'

const audiences = '/v0/pages/:page_id/audiences'
const path = `${audiences}/:audience_id`

export function messageRoutes(app: App, { db, log, sign }: AppContext) {
  app.post(
    audiences,
    operation('createAudience', 'Create an audience', {
      scope: 'write',
      description:
        'For a person, an account, or everyone. It starts with a published version: the document of the page ' +
        'with its placeholders filled in. Visitors see it after one of its versions is published, or immediately with `publish`. ' +
        'An optional message is sent to the agent.',
      tags: ['Audiences'],
      body: AudienceInput,
      response: { 201: Audience },
    }),
    async ({ tenantId, demandPublish, params, body }) => {
      if (body.publish) demandPublish()
      return await db.inTransaction((tx) => createAudienceWithMessage(tx, tenantId, params.page_id, body))
    },
  )

  app.post(
    `${path}/messages`,
    operation('sendAudienceMessage', 'Send audience message', {
      scope: 'write',
      isContract: true,
      description:
        'The agent turns it into a new draft version. Messages of an audience run one at a time, in order.',
      body: MessageInput,
      response: { 202: MessageAccepted },
      problems: ['state_conflict', 'key_reused'],
    }),
    ({ tenantId, params: { page_id, audience_id }, body }) =>
      db.inTransaction((tx) => sendMessage(tx, tenantId, audience_id, body, { pageId: page_id })),
  )

  app.post(
    `${path}/messages/interrupt`,
    operation('interruptAudienceMessage', 'Interrupt audience message', {
      scope: 'write',
      isContract: true,
      description:
        'Cancels the running message, or else the oldest waiting one. `success` is false when there is none.',
      body: InterruptInput,
      response: { 200: Success },
    }),
    ({ tenantId, params: { page_id, audience_id }, body }) =>
      db.inTransaction(async (tx) => ({
        success: await interrupt(tx, tenantId, page_id, audience_id, body.partialText),
      })),
  )

  app.get(
    `${path}/messages`,
    operation('listAudienceMessages', 'List the conversation of an audience', {
      scope: 'read',
      description: 'Messages and the answers of the agent, newest first.',
      querystring: MessageQuery,
      response: { 200: MessagePage },
    }),
    async ({ tenantId, params: { page_id, audience_id }, query }) => {
      const pager = new Pager<[string]>(sign, query, 'listAudienceMessages', tenantId, { audience_id })
      const [messages, total] = await Promise.all([
        listMessages(db.read, tenantId, audience_id, pager.request),
        readTally(db.read, tenantId, `messages:${audience_id}`),
        demandAudience(db.read, tenantId, page_id, audience_id),
      ])
      return pager.page(messages, total, ({ messageId }) => [messageId])
    },
  )

  const watch = new RunWatch(db, log)
  app.addHook('preClose', async () => watch.close())
  app.get(
    `${path}/events`,
    operation('watchAudience', 'Watch an audience change', {
      scope: 'read',
      description:
        'Server-Sent Events: `text`, `operation`, `suggestions`, `status`, `error`, each with its `versionId`. Resumes after the `Last-Event-ID` header; without it, starts with unfinished runs.',
      headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 20 })) }),
      produces: ['text/event-stream'],
      response: { 200: { description: 'Events, as they happen.', type: 'string' } },
    }),
    async (request, reply) => {
      const { tenantId, params, headers } = request
      const { page_id, audience_id } = params
      await demandAudience(db.read, tenantId, page_id, audience_id)
      const after = readEventId(headers['last-event-id'])
      watch.admit(request.tenantId, reply.raw)
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const place = { tenantId, audienceId: audience_id }
      await watch.watch(place, reply.raw, after, () => request.isStillAllowed())
    },
  )
}

function readEventId(given: string | undefined): number | undefined {
  if (given === undefined || given === '') return undefined
  if (!/^\d{1,15}$/.test(given)) throw invalid('/last-event-id', 'must be the id of an event')
  return Number(given)
}
