import { Type } from 'typebox'
import { Cursor, defineTool, Id, Limit, ListOf, listOf, maybe, Select, text, whole } from '../tool.ts'

const visit = {
  startedAt: text,
  pageId: text,
  pageName: text,
  audienceId: text,
  audienceName: text,
  accountId: maybe,
  personId: maybe,
  timeSpentSeconds: whole,
  scrollDepthPercentage: whole,
  clickedActions: Type.Array(Type.Unknown()),
  formSubmits: whole,
  origin: Type.Object({}),
}

const whoVisited = defineTool('who_visited', 'read', {
  title: 'See who visited',
  description: 'Visits, newest first, of one page, account or person, or of all.',
  input: {
    pageId: Type.Optional(Id),
    accountId: Type.Optional(Id),
    personId: Type.Optional(Id),
    limit: Limit,
    cursor: Cursor,
    select: Select,
  },
  output: ListOf(visit),
  async run({ select, ...query }, { call }) {
    return listOf(visit, await call('listVisits', { query }), select)
  },
})

const DateTime = Type.Optional(Type.String({ format: 'date-time' }))
const share = Type.Number()
const average = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const readFigures = defineTool('read_figures', 'read', {
  title: 'Read figures',
  description: 'Sessions, time, scroll depth and conversion of a page in a range of time; rates from 0 to 1.',
  input: { pageId: Id, startDate: DateTime, endDate: DateTime },
  output: {
    totalSessions: share,
    bounceRate: share,
    conversionRate: share,
    formSubmitRate: share,
    avgTimeSpentSeconds: average,
    avgScrollDepthPercentage: average,
  },
  async run({ pageId, ...query }, { call }) {
    return { result: await call('getPageAnalyticsSummary', { path: { page_id: pageId }, query }) }
  },
})

const submission = {
  submissionId: text,
  audienceId: text,
  accountId: maybe,
  personId: maybe,
  fields: Type.Array(Type.Object({})),
  createdAt: text,
}

const listSubmissions = defineTool('list_submissions', 'read', {
  title: 'List form submissions',
  description: 'What visitors sent through the forms of a page, newest first.',
  input: { pageId: Id, limit: Limit, cursor: Cursor, select: Select },
  output: ListOf(submission),
  async run({ select, pageId, limit, cursor }, { call }) {
    const path = { page_id: pageId }
    return listOf(submission, await call('listSubmissions', { path, query: { limit, cursor } }), select)
  },
})

export const visitTools = [whoVisited, readFigures, listSubmissions]
