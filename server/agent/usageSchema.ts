import { type Static, Type } from 'typebox'
import { closed, Enum, Nullable } from '../../shared/typebox.ts'
import { Timestamp } from '../web/schema.ts'

const DailyTokenLimit = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    description:
      'Input and output tokens a day together; null for no limit. A lower limit of the service applies first.',
  }),
)
const WhenUsedUp = Enum(['builtin', 'stop'], {
  description: 'Then the built-in agent answers and says so, or messages fail until the next day.',
})

/** A tenant's use of language models today, and its limits. */
export const AgentUsage = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'The day of UTC that is counted.' }),
    inputTokens: Type.Integer({ minimum: 0 }),
    outputTokens: Type.Integer({ minimum: 0 }),
    runs: Type.Integer({ minimum: 0, description: 'Messages and tests that used tokens.' }),
    dailyTokenLimit: DailyTokenLimit,
    whenUsedUp: WhenUsedUp,
    resetsAt: Timestamp,
  },
  {
    ...closed,
    title: 'AgentUsage',
    examples: [
      {
        day: '2026-11-13',
        inputTokens: 412_300,
        outputTokens: 18_250,
        runs: 84,
        dailyTokenLimit: 1_000_000,
        whenUsedUp: 'builtin',
        resetsAt: '+1794614400000',
      },
    ],
  },
)
export type AgentUsage = Static<typeof AgentUsage>

export const AgentUsageInput = Type.Object(
  { dailyTokenLimit: DailyTokenLimit, whenUsedUp: WhenUsedUp },
  {
    ...closed,
    title: 'AgentUsageInput',
    examples: [{ dailyTokenLimit: 1_000_000, whenUsedUp: 'builtin' }],
  },
)
export type AgentUsageInput = Static<typeof AgentUsageInput>
