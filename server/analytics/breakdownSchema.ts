import { Type } from 'typebox'
import { ClosedObject, closed, NamedObject, Nullable } from '../../shared/typebox.ts'
import { Id } from '../web/schema.ts'
import { dimensions, sessionFilters } from './dimensions.ts'
import { PageAnalyticsSummary, range, TimeseriesPoint, timeSteps } from './schema.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const BreakdownQuery = ClosedObject({
  ...range,
  ...timeSteps,
  ...sessionFilters,
  goalId: Type.Optional(Id('goal', { description: 'A goal of the page; a conversion by default.' })),
})

const BreakdownValue = NamedObject(
  'BreakdownValue',
  {
    value: Type.String({ description: 'Empty if unknown.' }),
    sessions: count('Sessions with it.'),
    goals: count('Of these, those that reached the goal.'),
  },
  { value: 'linkedin.com', sessions: 48, goals: 9 },
)
const BreakdownClicks = NamedObject(
  'BreakdownClicks',
  {
    value: Type.String({ description: 'The action, link or form.' }),
    times: count('How often.'),
    sessions: Nullable(count('In how many sessions; null for forms.')),
  },
  { value: 'book-a-call', times: 34, sessions: 31 },
)

const values = Type.Array(BreakdownValue, { description: 'Most frequent first, at most 100.' })
const clicks = Type.Array(BreakdownClicks, { description: 'Most frequent first, at most 100.' })
const nothing = Object.fromEntries(dimensions.map((dimension) => [dimension, []]))

export const Breakdown = NamedObject(
  'Breakdown',
  {
    totalSessions: count('Sessions in the range, whatever the filters.'),
    sampledSessions: Nullable(
      count(
        'Of a range with very many sessions, this many are counted, evenly over time, and the figures are estimates. Null if all are.',
      ),
    ),
    sessions: count('Sessions that match the filters.'),
    summary: PageAnalyticsSummary,
    points: Type.Array(TimeseriesPoint, { description: 'The same over time, oldest first.' }),
    funnel: Type.Array(count('Sessions that reached the step.'), {
      description: 'One for each step of the goal; for a conversion, all sessions and those with one.',
    }),
    dimensions: Type.Object(Object.fromEntries(dimensions.map((dimension) => [dimension, values])), {
      ...closed,
      description: 'Each counted without its own filter, so that what is left out can be seen.',
    }),
    actions: clicks,
    links: clicks,
    forms: clicks,
  },
  {
    totalSessions: 297,
    sessions: 126,
    funnel: [126, 22],
    dimensions: { ...nothing, source: [{ value: 'linkedin.com', sessions: 48, goals: 9 }] },
    links: [],
    forms: [],
  },
)
