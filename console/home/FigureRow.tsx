import { cx } from '../ui/cx.ts'
import { percentage, ShortNumber, Sparkline } from '../ui/figures.tsx'
import type { Home } from './queries.ts'
import { changeWords } from './words.ts'

/** Four figures with their changes. */
export function FigureRow({ home: { figures, before, days } }: { home: Home }) {
  const read = figures.readShare
  const readBefore = before.readShare
  const points = read !== null && readBefore !== null ? Math.round((read - readBefore) * 100) : undefined
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-raised md:grid-cols-4 [&>*]:border-line max-md:[&>*:nth-child(odd)]:border-e max-md:[&>*:nth-child(n+3)]:border-t md:[&>*+*]:border-s">
      <Figure
        label="Visits"
        change={changeWords(figures.visits, before.visits, 'share')}
        isUp={figures.visits > before.visits}
      >
        <ShortNumber value={figures.visits} />
        <Sparkline
          values={days}
          label={`Visits on each of the last seven days: ${days.join(', ')}`}
          width={84}
          height={26}
          className="ms-auto shrink-0 max-lg:hidden"
        />
      </Figure>
      <Figure
        label="Companies"
        change={changeWords(figures.companies, before.companies, 'count')}
        isUp={figures.companies > before.companies}
      >
        <ShortNumber value={figures.companies} />
      </Figure>
      <Figure
        label="Read on average"
        change={
          points === undefined
            ? 'nothing to compare with'
            : points === 0
              ? 'same as before'
              : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`
        }
        isUp={(points ?? 0) > 0}
      >
        {read === null ? '–' : percentage(Math.round(read * 100) / 100)}
      </Figure>
      <Figure
        label="Forms and clicks"
        change={changeWords(figures.responses, before.responses, 'count')}
        isUp={figures.responses > before.responses}
      >
        <ShortNumber value={figures.responses} />
      </Figure>
    </dl>
  )
}

type Props = { label: string; change: string; isUp: boolean; children: React.ReactNode }

function Figure({ label, change, isUp, children }: Props) {
  return (
    <div className="min-w-0 px-4 py-3.5">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd>
        <span className="flex items-end gap-2 text-2xl font-semibold tabular-nums">{children}</span>
        <span className={cx('mt-0.5 block truncate text-xs', isUp ? 'text-good' : 'text-quiet')}>
          {change}
        </span>
      </dd>
    </div>
  )
}
