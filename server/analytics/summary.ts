import type { Figures } from '../visits/figures.ts'
import type { PageAnalyticsSummary } from './schema.ts'

/** The figures of the API. Without sessions, rates are 0 and scroll depth and time are null. */
export function summarise(figures: Figures): PageAnalyticsSummary {
  const { sessions, interactions, scroll, visibleMs, bounces, conversions, formSessions } = figures
  const share = (part: number) => (sessions === 0 ? 0 : part / sessions)
  return {
    avgInteractionsPerSession: share(interactions),
    avgScrollDepthPercentage: sessions === 0 ? null : scroll / sessions,
    avgTimeSpentSeconds: sessions === 0 ? null : visibleMs / sessions / 1000,
    bounceRate: share(bounces),
    conversionRate: share(conversions),
    formSubmitRate: share(formSessions),
    totalSessions: sessions,
  }
}
