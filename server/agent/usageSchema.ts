import { type Static, Type } from 'typebox'
import { Enum, NamedObject, Nullable } from '../../shared/typebox.ts'
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
export const AgentUsage = NamedObject(
  'AgentUsage',
  {
    day: Type.String({ format: 'date', description: 'The day of UTC that is counted.' }),
    inputTokens: Type.Integer({ minimum: 0 }),
    outputTokens: Type.Integer({ minimum: 0 }),
    runs: Type.Integer({ minimum: 0, description: 'Messages and tests that used tokens.' }),
    dailyTokenLimit: DailyTokenLimit,
    whenUsedUp: WhenUsedUp,
    resetsAt: Timestamp,
  },
  { day: '2026-11-13', inputTokens: 412_300, outputTokens: 18_250, runs: 84, dailyTokenLimit: 1_000_000 },
)
export type AgentUsage = Static<typeof AgentUsage>

export const AgentUsageInput = NamedObject(
  'AgentUsageInput',
  { dailyTokenLimit: DailyTokenLimit, whenUsedUp: WhenUsedUp },
  { dailyTokenLimit: 1_000_000 },
)
export type AgentUsageInput = Static<typeof AgentUsageInput>
