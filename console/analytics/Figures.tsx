import { exactNumber } from '../api/locale.ts'
import { cx } from '../ui/cx.ts'
import { Sparkline } from '../ui/figures.tsx'
import { Skeleton } from '../ui/states.tsx'
import type { SeriesPoint, Summary } from './queries.ts'
import { beforeWords, wholeDays } from './range.ts'
import { type FigureName, figureNames, figureWords } from './words.ts'

type Props = {
  now: Summary | undefined
  before: Summary | undefined
  points: SeriesPoint[] | undefined
  days: number
  chosen: FigureName
  onChoose: (name: FigureName) => void
}

/** Each figure with a sparkline and its change since the previous period; the chosen one is drawn as a chart below. */
export function Figures({ now, before, points, days, chosen, onChoose }: Props) {
  return (
    <fieldset
      aria-label="Figures"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-4 2xl:grid-cols-7"
    >
      {figureNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          title={figureWords[name].hint}
          onClick={() => onChoose(name)}
          className={cx(
            'group relative flex min-h-26 min-w-0 flex-col bg-ground px-4 py-3 text-start transition-colors hover:bg-sunken focus-visible:-outline-offset-2',
            name === 'totalSessions' && 'max-2xl:md:col-span-2 max-md:col-span-2',
            'aria-pressed:before:absolute aria-pressed:before:inset-x-0 aria-pressed:before:top-0 aria-pressed:before:h-0.5 aria-pressed:before:bg-accent',
          )}
        >
          <span className="text-sm text-quiet group-aria-pressed:text-ink">{figureWords[name].label}</span>
          {now ? (
            <Value name={name} now={now} before={before} points={points} days={days} />
          ) : (
            <>
              <Skeleton className="mt-2 h-6 w-16" />
              <Skeleton className="mt-auto h-3 w-24" />
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}

type ValueProps = {
  name: FigureName
  now: Summary
  before: Summary | undefined
  points: SeriesPoint[] | undefined
  days: number
}

function Value({ name, now, before, points, days }: ValueProps) {
  const { show, label } = figureWords[name]
  const value = now[name]
  const exact = name === 'totalSessions' && value !== null ? exactNumber(value) : undefined
  return (
    <>
      <span className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums" title={exact}>
        {value === null || (now.totalSessions === 0 && name !== 'totalSessions') ? (
          <span className="text-faint">–</span>
        ) : (
          // Numbers come before their unit, also in right-to-left text.
          <span dir="ltr">{show(value)}</span>
        )}
      </span>
      <span className="mt-auto flex items-end justify-between gap-3 pt-1.5">
        <Change name={name} now={now} before={before} days={days} />
        {points && now.totalSessions > 0 && (
          <Sparkline
            values={courseOf(points, name)}
            label={`${label} over this period`}
            width={name === 'totalSessions' ? 144 : 64}
            height={18}
            className="shrink-0"
          />
        )}
      </span>
    </>
  )
}

/** Days without visits have no average, so the line skips them. */
function courseOf(points: SeriesPoint[], name: FigureName): number[] {
  if (name === 'totalSessions') return wholeDays(points).map(({ totalSessions }) => totalSessions)
  return points.filter(({ totalSessions }) => totalSessions > 0).map((point) => point[name] ?? 0)
}

function Change({ name, now, before, days }: Omit<ValueProps, 'points'>) {
  const { change, lessIsGood } = figureWords[name]
  const [value, former] = [now[name], before?.[name]]
  const nothing = <span className="text-xs text-faint">{before ? 'New' : ''}</span>
  if (value === null || former == null || !before || before.totalSessions === 0) return nothing
  if (now.totalSessions === 0 && name !== 'totalSessions') return nothing
  const said = change(value, former)
  if (said === undefined) return nothing
  const isBetter = lessIsGood ? value < former : value > former
  // A change that rounds to zero counts as none.
  const isSame = !/[1-9]/.test(said)
  return (
    <span
      title={`${said} compared with ${beforeWords(days)} (${figureWords[name].show(former)})`}
      className={cx(
        'text-xs font-medium tabular-nums',
        isSame ? 'text-faint' : isBetter ? 'text-good' : 'text-danger',
      )}
    >
      {isSame ? 'No change' : <span dir="ltr">{said}</span>}
      <span className="sr-only"> compared with {beforeWords(days)}</span>
    </span>
  )
}
