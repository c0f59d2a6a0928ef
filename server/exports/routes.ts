import { type Static, Type } from 'typebox'
import { ClosedObject, closed } from '../../shared/typebox.ts'
import { fillIn, momentsOf, readPoints } from '../analytics/points.ts'
import { sumByTime } from '../analytics/queries.ts'
import { cutRange } from '../analytics/range.ts'
import { TimeseriesQuery } from '../analytics/schema.ts'
import type { App, AppContext } from '../context.ts'
import { databaseNow } from '../database/clock.ts'
import { FieldValues } from '../fields/schema.ts'
import { getPage } from '../pages/queries.ts'
import { Person } from '../persons/schema.ts'
import { toTimestamp } from '../time.ts'
import { operation } from '../web/operation.ts'
import { Id, Timestamp } from '../web/schema.ts'
import { exporting, sendCsv } from '../web/send.ts'
import { exportTable, toCsv } from './export.ts'
import { exportPerson, parts } from './person.ts'
import {
  type ExportName,
  type ExportTable,
  exportNames,
  exportTables,
  namesOfAdmin,
  namesOfPage,
} from './tables.ts'

const csv = { 200: { content: { 'text/csv': { schema: Type.String() } } } }

const figureColumns = [
  ...['startsAt', 'totalSessions', 'conversionRate', 'formSubmitRate', 'bounceRate', 'avgTimeSpentSeconds'],
  ...['avgScrollDepthPercentage', 'avgInteractionsPerSession'],
]

const FreeRow = Type.Object({}, { additionalProperties: true })
const PersonExport = Type.Object(
  {
    exportedAt: Timestamp,
    person: Person,
    customFields: FieldValues.properties.fields,
    ...(Object.fromEntries(parts.map((part) => [part, Type.Array(FreeRow)])) as Record<
      (typeof parts)[number],
      ReturnType<typeof Type.Array<typeof FreeRow>>
    >),
  },
  {
    ...closed,
    title: 'PersonExport',
    examples: [
      {
        exportedAt: '+1794614400000',
        customFields: { role: 'Head of logistics' },
        person: (Person as { examples?: unknown[] }).examples?.[0],
        ...Object.fromEntries(parts.map((part) => [part, []])),
      },
    ],
  },
)

const OfPage = ClosedObject({
  pageId: Type.Optional(Id('page', { description: 'Only what is of this page.' })),
})
const Whole = ClosedObject({})

export function exportRoutes(app: App, context: AppContext) {
  for (const name of exportNames) tableRoute(app, context, name)
  pageRoute(app, context)
  personRoute(app, context)
}

function tableRoute(app: App, { db }: AppContext, name: ExportName) {
  app.get(
    `/v0/exports/${name}`,
    operation(`export${name[0]?.toUpperCase()}${name.slice(1)}`, `Export ${name}`, {
      scope: namesOfAdmin.includes(name) ? 'admin' : 'read',
      description:
        'As CSV in UTF-8 with a header row. Cells that a spreadsheet would run as a formula start with an apostrophe.',
      querystring: namesOfPage.includes(name) ? OfPage : Whole,
      response: csv,
    }),
    async ({ tenantId, query }, reply) => {
      const { pageId } = query as Static<typeof OfPage>
      const rows = exportTable(db.read, tenantId, exportTables[name] as ExportTable<unknown>, { pageId })
      return sendCsv(reply, name, rows)
    },
  )
}

function pageRoute(app: App, { db }: AppContext) {
  app.get(
    '/v0/pages/:page_id/analytics/export',
    operation('exportPageAnalytics', 'Export the figures of a page', {
      scope: 'read',
      description:
        'As CSV, a row for each day of UTC, oldest first. The last 30 days unless dates are given.',
      querystring: Type.Pick(TimeseriesQuery, ['startDate', 'endDate'], closed),
      response: csv,
    }),
    async ({ tenantId, params: { page_id: pageId }, query }, reply) => {
      const range = readPoints(query, 'day')
      const [known] = await Promise.all([
        sumByTime(db.read, { tenantId, pageId }, undefined, 'day', cutRange(range, 'day')),
        getPage(db.read, tenantId, pageId),
      ])
      const points = fillIn(momentsOf(range, 'day'), known)
      return sendCsv(reply, `${pageId}-figures`, toCsv(figureColumns, points))
    },
  )
}

function personRoute(app: App, { db }: AppContext) {
  app.get(
    '/v0/persons/:person_id/export',
    operation('exportPerson', 'Export all data about a person', {
      scope: 'read',
      description: 'For data access requests: all data that erasing the person would delete.',
      response: { 200: PersonExport },
    }),
    async ({ tenantId, params: { person_id: personId } }, reply) => {
      const read = () =>
        db.inSnapshot((read) => exportPerson(read, tenantId, personId, toTimestamp(databaseNow())))
      const data = await exporting.run(tenantId, read)
      return reply.header('content-disposition', `attachment; filename="${personId}.json"`).send(data)
    },
  )
}
