import { exactNumber } from '../api/locale.ts'
import type { Shape } from '../api/schema.ts'
import { BreakdownCard, type BreakdownPart } from './BreakdownCard.tsx'
import type { FilterKind } from './filters.ts'
import type { Breakdown } from './queries.ts'

type Dimension = keyof Breakdown['dimensions']

/** Sources, devices, countries and clicks of sessions; a click on a row filters by it. */
export function Breakdowns({ breakdown, page }: { breakdown: Breakdown; page: Shape<'Page'> }) {
  const values = (kind: FilterKind & Dimension, label: string): BreakdownPart => ({
    kind,
    label,
    heads: ['Sessions', 'Goal'],
    rows: (breakdown.dimensions[kind] ?? []).map(({ value, sessions, goals }) => ({
      value,
      count: sessions,
      second: goals,
      isShare: true,
    })),
    empty: 'No sessions in this period.',
  })
  const clicks = (
    kind: 'action' | 'link' | 'form',
    label: string,
    rows: Breakdown['actions'],
    heads: readonly [string, string],
    empty: string,
  ): BreakdownPart => ({
    kind,
    label,
    heads,
    rows: rows.map(({ value, times, sessions }) => ({ value, count: times, second: sessions })),
    empty,
  })
  const titles = new Map((page.actions ?? []).map(({ actionId, buttonTitle }) => [actionId, buttonTitle]))
  const hasActions = titles.size > 0
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-6">
      {breakdown.sampledSessions !== null && (
        <p className="col-span-full text-sm text-quiet">
          Estimated from {exactNumber(breakdown.sampledSessions)} of {exactNumber(breakdown.totalSessions)}{' '}
          sessions, taken evenly over time.
        </p>
      )}
      <BreakdownCard
        className="xl:col-span-2"
        parts={[values('source', 'Sources'), values('campaign', 'Campaigns')]}
      />
      <BreakdownCard className="xl:col-span-2" parts={[values('country', 'Countries')]} />
      <BreakdownCard
        className="xl:col-span-2"
        parts={[values('device', 'Devices'), values('browser', 'Browsers')]}
      />
      <BreakdownCard
        className="xl:col-span-3"
        parts={[
          clicks(
            'link',
            'Links',
            breakdown.links,
            ['Clicks', 'Sessions'],
            'No link was clicked in this period.',
          ),
        ]}
      />
      <BreakdownCard
        className="max-xl:md:col-span-2 xl:col-span-3"
        parts={[
          clicks(
            'action',
            'Actions',
            breakdown.actions,
            ['Clicks', 'Sessions'],
            hasActions
              ? 'No action was clicked in this period.'
              : 'This page has no actions. Add them in its settings.',
          ),
          clicks(
            'form',
            'Forms',
            formRows(breakdown),
            ['Sent', 'Sessions'],
            'No form was sent in this period.',
          ),
        ]}
      />
    </div>
  )
}

/** Forms by name, below the rows for sessions with and without a submission, which can be filtered by. */
function formRows({ forms, summary, sessions }: Breakdown): Breakdown['forms'] {
  if (forms.length === 0) return []
  const times = forms.reduce((sum, form) => sum + form.times, 0)
  return [{ value: 'true', times, sessions: Math.round(summary.formSubmitRate * sessions) }, ...forms]
}
