import { dates, exactNumber } from '../api/locale.ts'
import { readTime } from '../ui/figures.tsx'
import type { SeriesPoint } from './queries.ts'
import { type FigureName, figureWords } from './words.ts'

type Props = {
  chosen: FigureName
  points: SeriesPoint[]
  former: SeriesPoint[]
  interval: 'hour' | 'day'
  days: number
}

const formats = {
  day: dates({ dateStyle: 'full' }),
  hour: dates({ dateStyle: 'medium', timeStyle: 'short' }),
}

export function momentWords(startsAt: string, interval: 'hour' | 'day'): string {
  return formats[interval].format(readTime(startsAt))
}

export function valueWords(point: SeriesPoint | undefined, name: FigureName): string {
  const value = point?.[name]
  if (value == null || (point?.totalSessions === 0 && name !== 'totalSessions')) return '–'
  return name === 'totalSessions' ? exactNumber(value) : figureWords[name].show(value)
}

/** The points of the chart as rows, newest first. */
export function PointsTable({ chosen, points, former, interval, days }: Props) {
  const rows = points.map((point, index) => [point, former[index]] as const).toReversed()
  return (
    <div
      className="thin-scroll max-h-80 overflow-y-auto rounded-lg border border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-sunken text-xs text-quiet">
          <tr>
            <th scope="col" className="px-4 py-2 text-start font-medium">
              {interval === 'day' ? 'Day' : 'Hour'}
            </th>
            <th scope="col" className="px-4 py-2 text-end font-medium">
              {figureWords[chosen].label}
            </th>
            <th scope="col" className="px-4 py-2 text-end font-medium">
              Previous {days === 1 ? 'day' : `${days} days`}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([point, earlier]) => (
            <tr key={point.startsAt} className="border-t border-line">
              <th scope="row" className="px-4 py-1.5 text-start font-normal">
                {momentWords(point.startsAt, interval)}
              </th>
              <td className="px-4 py-1.5 text-end">{valueWords(point, chosen)}</td>
              <td className="px-4 py-1.5 text-end text-quiet">{valueWords(earlier, chosen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
