import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { dates } from '../api/locale.ts'
import { readTime } from '../ui/figures.tsx'
import { momentWords, valueWords } from './PointsTable.tsx'
import type { Marker, SeriesPoint } from './queries.ts'
import { type FigureName, figureWords } from './words.ts'

type Props = {
  chosen: FigureName
  points: SeriesPoint[]
  former: SeriesPoint[]
  interval: 'hour' | 'day'
  /** Releases in the period. */
  markers: Marker[]
}
type ChartRow = {
  at: string
  /** The value of a complete hour or day. */
  now: number | null
  /** Connects the last complete hour or day to the current one. */
  running: number | null
  before: number | null
  point: SeriesPoint
  earlier: SeriesPoint | undefined
}

const ticks = {
  day: dates({ day: 'numeric', month: 'short' }),
  hour: dates({ hour: 'numeric', minute: '2-digit' }),
}
const text = { fontSize: 12, fill: 'var(--color-faint)' }

/**
 * One figure over time, with a thin line for the previous period. Arrow keys move between points when the chart has
 * the focus.
 */
export function Chart({ chosen, points, former, interval, markers }: Props) {
  const rows = rowsOf(chosen, points, former)
  // Without sessions in the previous period, a line at zero would be misleading.
  const hasFormer = rows.some(({ before }) => before)
  const end = rows.findLast(({ now, running }) => now !== null || running !== null)
  const last = end ? rows.indexOf(end) : -1
  const isAbove = (end?.running ?? end?.now ?? 0) >= (rows.at(-1)?.before ?? 0)
  return (
    // Charts run from left to right in every language.
    <div dir="ltr" className="h-64 w-full text-accent [&_.recharts-surface]:rounded-md">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 800, height: 256 }}>
        <ComposedChart
          data={rows}
          margin={{ top: 12, right: 76, bottom: 0, left: 0 }}
          title={figureWords[chosen].label}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => ticks[interval].format(readTime(at))}
            tick={text}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line)' }}
            minTickGap={48}
            tickMargin={8}
          />
          <YAxis
            tickFormatter={(value: number) => figureWords[chosen].show(value)}
            allowDecimals={chosen !== 'totalSessions'}
            tick={text}
            tickLine={false}
            axisLine={false}
            width={56}
            tickCount={4}
          />
          {markersOn(points, markers).map(({ at, words }) => (
            <ReferenceLine
              key={at}
              x={at}
              stroke="var(--color-faint)"
              strokeDasharray="2 3"
              label={{ value: words, position: 'insideTopLeft', ...text, fill: 'var(--color-quiet)' }}
            />
          ))}
          <Tooltip
            cursor={{ stroke: 'var(--color-edge)' }}
            isAnimationActive={false}
            content={({ active, payload }) =>
              active && payload?.[0] ? (
                <Exact row={payload[0].payload as ChartRow} chosen={chosen} interval={interval} />
              ) : null
            }
          />
          {hasFormer && (
            <Line
              dataKey="before"
              stroke="var(--color-faint)"
              strokeWidth={1}
              strokeDasharray="3 3"
              dot={false}
              activeDot={false}
              connectNulls
              isAnimationActive={false}
              label={endLabel(rows.length - 1, 'Before', 'var(--color-quiet)', isAbove ? 12 : -4)}
            />
          )}
          <Area
            dataKey="now"
            stroke="currentColor"
            strokeWidth={2}
            fill="currentColor"
            fillOpacity={0.07}
            dot={false}
            activeDot={{ r: 4, stroke: 'var(--color-ground)', strokeWidth: 2, fill: 'currentColor' }}
            connectNulls
            isAnimationActive={false}
            label={endLabel(
              end?.running == null ? last : -1,
              'Now',
              'var(--color-accent)',
              isAbove ? -4 : 12,
            )}
          />
          <Line
            dataKey="running"
            stroke="currentColor"
            strokeWidth={2}
            strokeDasharray="2 4"
            strokeLinecap="round"
            dot={false}
            activeDot={{ r: 4, stroke: 'var(--color-ground)', strokeWidth: 2, fill: 'currentColor' }}
            connectNulls
            isAnimationActive={false}
            label={endLabel(last, 'Now', 'var(--color-accent)', isAbove ? -4 : 12)}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

/** Hours or days in the future have no value, and averages have none without sessions. */
function rowsOf(chosen: FigureName, points: SeriesPoint[], former: SeriesPoint[]): ChartRow[] {
  const value = (point: SeriesPoint | undefined) =>
    point && (point.totalSessions > 0 || chosen === 'totalSessions') ? (point[chosen] ?? 0) : null
  const begun = points.filter(({ startsAt }) => readTime(startsAt).getTime() <= Date.now()).length
  // All hours or days are complete if the next one would have begun already.
  const length = Number(points[1]?.startsAt) - Number(points[0]?.startsAt)
  const isRunning = Number(points[begun - 1]?.startsAt) + length > Date.now()
  const over = isRunning ? begun - 1 : begun
  return points.map((point, index) => ({
    at: point.startsAt,
    now: index < over ? value(point) : null,
    running: isRunning && (index === over || index === over - 1) ? value(point) : null,
    before: value(former[index]),
    point,
    earlier: former[index],
  }))
}

/** Moves each release to the hour or day in which it was published; several in one become one marker. */
function markersOn(points: SeriesPoint[], markers: Marker[]): Marker[] {
  const found = new Map<string, string[]>()
  const last = points.at(-1)
  const length = Number(points[1]?.startsAt) - Number(points[0]?.startsAt)
  for (const { at, words } of markers) {
    const point = points.findLast(({ startsAt }) => Number(startsAt) <= Number(at))
    const isBeyond = point === last && Number(at) >= Number(last?.startsAt) + length
    if (point && !isBeyond) found.set(point.startsAt, [...(found.get(point.startsAt) ?? []), words])
  }
  return [...found].map(([at, words]) => ({
    at,
    words: words.length === 1 ? (words[0] ?? '') : `${words.length} releases`,
  }))
}

/** The name of a line, beside its last point. */
function endLabel(last: number, name: string, fill: string, shift: number) {
  return ({ x, y, index }: { x?: number | string; y?: number | string; index?: number }) =>
    index === last && x !== undefined && y !== undefined ? (
      <text x={Number(x) + 8} y={Number(y) + shift + 2} fontSize={12} fontWeight={500} fill={fill}>
        {name}
      </text>
    ) : (
      // biome-ignore lint/complexity/noUselessFragments: a label must be an element
      <></>
    )
}

function Exact({ row, chosen, interval }: { row: ChartRow; chosen: FigureName; interval: 'hour' | 'day' }) {
  const { point, earlier } = row
  return (
    <div dir="auto" className="rounded-lg bg-raised px-3 py-2 text-sm text-ink shadow-float">
      <div className="text-xs text-quiet">{momentWords(point.startsAt, interval)}</div>
      <div className="mt-0.5 font-semibold tabular-nums">
        {valueWords(point, chosen)}{' '}
        <span className="font-normal">{figureWords[chosen].label.toLowerCase()}</span>
      </div>
      {earlier && (
        <div className="mt-1 text-xs text-quiet tabular-nums">
          {valueWords(earlier, chosen)} on {momentWords(earlier.startsAt, interval)}
        </div>
      )}
    </div>
  )
}
