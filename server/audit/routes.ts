import { Type } from 'typebox'
import { notFound } from '../../shared/problem.ts'
import { ClosedObject } from '../../shared/typebox.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { FairQueue } from '../threads/fairQueue.ts'
import { toTimestamp } from '../time.ts'
import { operation } from '../web/operation.ts'
import { Pager } from '../web/paging.ts'
import { sendFile } from '../web/send.ts'
import { exportEvents } from './export.ts'
import { presentEvents } from './present.ts'
import { countEvents, countWaiting, findEvent, listChained, listEvents, readHead } from './queries.ts'
import { AuditChain, AuditEvent, AuditEventPage, AuditEventQuery, AuditExportQuery } from './schema.ts'
import { verifyChain } from './verify.ts'

/** Verifying reads the whole log of a tenant. */
const verifying = new FairQueue({ of: 'verifications of the audit log', atOnce: 2, ofTenant: 1, waiting: 2 })

const ChainQuery = ClosedObject({
  verify: Type.Optional(Type.Boolean({ default: false, description: 'Checks every row.' })),
})

export function auditRoutes(app: App, { db, sign, config, findCountry }: AppContext) {
  app.get(
    '/v0/audit_events',
    operation('listAuditEvents', 'List the audit log', {
      scope: 'admin',
      description: 'Who changed what, and who signed in; newest first.',
      querystring: AuditEventQuery,
      response: { 200: AuditEventPage },
    }),
    async ({ tenantId, query: { cursor, limit, ...filters } }) => {
      const page = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
      const pager = new Pager<[string]>(sign, page, 'listAuditEvents', tenantId, filters)
      return await db.inSnapshot(async (read) => {
        const [rows, totalCount] = await Promise.all([
          listEvents(read, tenantId, filters, pager.request),
          countEvents(read, tenantId, filters),
        ])
        const paged = pager.page(rows, 0, ({ eventId }) => [eventId])
        return { ...paged, items: await presentEvents(read, paged.items, findCountry), totalCount }
      })
    },
  )

  app.get(
    '/v0/audit_events/export',
    operation('exportAuditEvents', 'Export the audit log', {
      scope: 'admin',
      description:
        'The rows that match the filters, oldest first. Cells of the CSV file that a spreadsheet would run as a formula start with an apostrophe.',
      querystring: AuditExportQuery,
      response: {
        200: {
          content: {
            'text/csv': { schema: Type.String() },
            'application/jsonl': { schema: Type.String() },
          },
        },
      },
    }),
    async ({ tenantId, query: { format = 'csv', ...filters } }, reply) =>
      sendFile(reply, `audit-log.${format}`, exportEvents(db.read, tenantId, filters, format, findCountry)),
  )

  app.get(
    '/v0/audit_events/:audit_event_id',
    operation('getAuditEvent', 'Get a row of the audit log', {
      scope: 'admin',
      response: { 200: AuditEvent },
    }),
    async ({ tenantId, params: { audit_event_id } }) => {
      const row = await findEvent(db.read, tenantId, audit_event_id)
      const [event] = row ? await presentEvents(db.read, [row], findCountry) : []
      return event ?? notFound('audit event', audit_event_id)
    },
  )

  app.get(
    '/v0/audit_chain',
    operation('getAuditChain', 'Get the state of the audit log’s chain', {
      scope: 'admin',
      description:
        'Each row is hashed with the one before it. With `verify`, all rows are compared with their hashes.',
      querystring: ChainQuery,
      response: { 200: AuditChain },
    }),
    async ({ tenantId, query: { verify = false } }) => {
      const verified = verify
        ? await verifying.run(tenantId, () => verifyChain(db.read, tenantId))
        : undefined
      const [head, waiting] = await Promise.all([
        readHead(db.read, tenantId),
        countWaiting(db.read, tenantId),
      ])
      const [first] = await listChained(db.read, tenantId, head.removedNumber, 1)
      return {
        firstNumber: head.removedNumber + 1,
        lastNumber: head.number,
        hash: head.number > 0 ? head.hash.toString('hex') : null,
        startedAt: first?.at ?? null,
        chainedAt: head.chainedAt,
        waiting,
        retentionDays: config.auditRetentionDays,
        verifiedAt: verified ? toTimestamp(databaseNow()) : null,
        erased: verified?.erased ?? 0,
        faults: verified?.faults ?? [],
      }
    },
  )
}
