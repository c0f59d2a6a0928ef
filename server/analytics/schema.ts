import { type Static, Type } from 'typebox'
import { ClosedObject, Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id, Paged, paging, Timestamp } from '../web/schema.ts'

/** Ids in one request. */
const mostNamed = 100

const rate = (description: string) => Type.Number({ description: `${description}, from 0 to 1.` })

const figures = {
  avgInteractionsPerSession: Type.Number({ description: 'Clicks, form starts and video plays.' }),
  avgScrollDepthPercentage: Nullable(
    Type.Number({ description: 'How deep sessions scrolled, from 0 to 100; null without sessions.' }),
  ),
  avgTimeSpentSeconds: Nullable(
    Type.Number({ description: 'How long the page was visible; null without sessions.' }),
  ),
  bounceRate: rate('Share of sessions with under 10 seconds of visible time, no interaction and one view'),
  conversionRate: rate('Share of sessions with an action click or a form submit'),
  formSubmitRate: rate('Share of sessions with a form submit'),
  totalSessions: Type.Number({
    description: 'Sessions of people; bots, prefetches and link scanners are excluded.',
  }),
}
export const figuresExample = {
  avgInteractionsPerSession: 2.4,
  avgScrollDepthPercentage: 71.3,
  avgTimeSpentSeconds: 48.2,
  bounceRate: 0.31,
  conversionRate: 0.12,
  formSubmitRate: 0.04,
  totalSessions: 1284,
}

export const PageAnalyticsSummary = NamedObject('PageAnalyticsSummary', figures, figuresExample)
export type PageAnalyticsSummary = Static<typeof PageAnalyticsSummary>

const DateTime = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-11-01T00:00:00Z'] }))
export const range = {
  startDate: DateTime('Sessions that started at this moment or later.'),
  endDate: DateTime('Sessions that started before this moment.'),
}

export const RangeQuery = ClosedObject(range)

export const TimeseriesPoint = NamedObject(
  'TimeseriesPoint',
  { startsAt: Timestamp, ...figures },
  figuresExample,
)
export type TimeseriesPoint = Static<typeof TimeseriesPoint>

const Interval = Enum(['hour', 'day'], {
  description: 'How long each point is; days are of UTC unless a zone was named.',
})

export const Timeseries = NamedObject(
  'Timeseries',
  {
    interval: Interval,
    items: Type.Array(TimeseriesPoint, { description: 'Oldest first, those without sessions included.' }),
  },
  { interval: 'day' },
)

export const timeSteps = {
  interval: Type.Optional(Enum(['hour', 'day'], { default: 'day' })),
  timeZone: Type.Optional(
    Type.String({
      maxLength: 64,
      // IANA names only: offsets don't include daylight saving time.
      pattern: '^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$',
      description:
        'Time zone for days, to the hour. Where days start within a UTC hour, that hour counts towards the previous day.',
      examples: ['Europe/Berlin'],
    }),
  ),
}

export const TimeseriesQuery = ClosedObject({
  ...range,
  ...timeSteps,
  audienceId: Type.Optional(Id('audience', { description: 'Only the sessions of this audience.' })),
})

export const AudienceFigures = NamedObject(
  'AudienceFigures',
  { audienceId: Id('audience'), effectiveName: Type.String(), ...figures },
  { effectiveName: 'Jane Doe · Acme', ...figuresExample },
)
export type AudienceFigures = Static<typeof AudienceFigures>

export const AudienceFiguresPage = Paged(AudienceFigures, 'AudienceFiguresPage')
export const AudienceFiguresQuery = ClosedObject({
  ...range,
  audienceId: Type.Optional(
    Type.Array(Id('audience'), { minItems: 1, maxItems: mostNamed, description: 'Only these audiences.' }),
  ),
  ...paging,
})

/** The figures of a page, in total and by day. */
export const PageFigures = NamedObject(
  'PageFigures',
  {
    pageId: Id('page'),
    ...figures,
    points: Type.Array(ClosedObject({ startsAt: Timestamp, totalSessions: figures.totalSessions }), {
      description: 'A point for each day of UTC, oldest first.',
    }),
  },
  {
    ...figuresExample,
    points: [{ startsAt: '+1794614400000', totalSessions: 43 }],
  },
)
export const PageFiguresList = NamedObject('PageFiguresList', {
  items: Type.Array(PageFigures, { description: 'In the order they were named in.' }),
})
export const PageFiguresQuery = ClosedObject({
  ...range,
  pageId: Type.Array(Id('page'), { minItems: 1, maxItems: mostNamed, description: 'Which pages.' }),
})
