import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { exactNumber } from '../api/locale.ts'
import type { PageSearch } from '../pages/search.ts'
import { useAddress } from '../ui/address.ts'
import { cx } from '../ui/cx.ts'
import { percentage, ShortNumber } from '../ui/figures.tsx'
import { type FilterKind, kindWords, readFilters, toggleFilter, valueWords } from './filters.ts'

type BreakdownRow = { value: string; count: number; second: number | null; isShare?: boolean }
export type BreakdownPart = {
  kind: FilterKind
  label: string
  rows: BreakdownRow[]
  heads: readonly [first: string, second: string]
  empty: string
}

const shownFirst = 6
/** With fewer sessions, percentages would look more precise than they are. */
const fewest = 20

/** One or two lists of values with their counts; a click on a value filters by it. */
export function BreakdownCard({ parts, className }: { parts: BreakdownPart[]; className?: string }) {
  const [place, setPlace] = useState(0)
  const [isLong, setIsLong] = useState(false)
  const part = parts[place] ?? parts[0]
  if (!part) return null
  const { kind, label, rows, heads } = part
  const shown = isLong ? rows : rows.slice(0, shownFirst)
  return (
    <section
      aria-label={label}
      className={cx('flex min-w-0 flex-col rounded-xl border border-line p-2', className)}
    >
      <div className="flex h-8 items-center gap-3 px-2 text-xs text-quiet">
        {parts.map((one, index) => (
          <button
            key={one.kind}
            type="button"
            aria-pressed={index === place}
            onClick={() => setPlace(index)}
            className="rounded-sm text-sm hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
          >
            {one.label}
          </button>
        ))}
        <span className="ms-auto w-16 text-end">{heads[0]}</span>
        <span className="w-14 text-end">{heads[1]}</span>
      </div>
      {rows.length === 0 && <p className="px-2 py-3 text-sm text-quiet">{part.empty}</p>}
      <Rows kind={kind} rows={shown} most={rows[0]?.count ?? 1} />
      <Foot part={part} isLong={isLong} onMore={() => setIsLong(!isLong)} />
    </section>
  )
}

function Rows({ kind, rows, most }: { kind: FilterKind; rows: BreakdownRow[]; most: number }) {
  const [{ where }, change] = useAddress<PageSearch>()
  const chosen = readFilters(where)[kind]
  return (
    <ul className="flex-1">
      {rows.map(({ value, count, second, isShare }) => {
        const isChosen = chosen?.includes(value) ?? false
        // Sessions can't be filtered by single forms.
        const canFilter = kind !== 'form' || value === 'true' || value === 'false'
        const words =
          kind === 'form' && canFilter ? `Any form ${valueWords(kind, value)}` : valueWords(kind, value)
        return (
          <li key={value}>
            <Line
              onClick={canFilter ? () => change({ where: toggleFilter(where, kind, value) }) : undefined}
              isPressed={isChosen}
            >
              <span
                aria-hidden
                className={cx(
                  'absolute inset-y-0.5 start-0 rounded-md',
                  isChosen ? 'bg-accent/20' : chosen ? 'bg-sunken' : 'bg-tint',
                )}
                style={{ width: `${Math.max(2, (count / Math.max(1, most)) * 100)}%` }}
              />
              <span
                dir="auto"
                title={value}
                className={cx(
                  'relative min-w-0 flex-1 truncate text-start',
                  chosen && !isChosen && 'text-quiet',
                )}
              >
                <span className="sr-only">{kindWords[kind]} </span>
                {words}
              </span>
              {canFilter && (
                <ListFilter
                  aria-hidden
                  className="relative size-3.5 shrink-0 text-accent opacity-0 group-hover/line:opacity-100"
                />
              )}
              <ShortNumber value={count} className="relative w-14 text-end font-medium" />
              <span className="relative w-14 text-end text-quiet tabular-nums">
                {second === null
                  ? ''
                  : isShare && count >= fewest
                    ? percentage(second / count)
                    : exactNumber(second)}
              </span>
            </Line>
          </li>
        )
      })}
    </ul>
  )
}

type LineProps = { onClick: (() => void) | undefined; isPressed: boolean; children: ReactNode }

function Line({ onClick, isPressed, children }: LineProps) {
  const look = 'group/line relative flex h-8 w-full items-center gap-2 rounded-md px-2 text-sm max-md:h-10'
  if (!onClick) return <div className={look}>{children}</div>
  return (
    <button type="button" aria-pressed={isPressed} onClick={onClick} className={cx(look, 'hover:bg-hover')}>
      {children}
    </button>
  )
}

type FootProps = { part: BreakdownPart; isLong: boolean; onMore: () => void }

function Foot({ part: { kind, rows, label }, isLong, onMore }: FootProps) {
  const [{ where }] = useAddress<PageSearch>()
  const values = readFilters(where)[kind] ?? []
  const chosen = values.length
  // A chosen value may have no sessions together with the other filters.
  const others = rows.filter(({ value }) => !values.includes(value)).length
  const words =
    chosen > 0
      ? `${chosen} chosen, ${others} ${others === 1 ? 'other is' : 'others are'} left out`
      : `${rows.length} ${(rows.length === 1 ? kindWords[kind] : label).toLowerCase()}`
  return (
    <div className="flex items-center justify-between px-2 pt-1.5 text-xs text-quiet">
      <span>{rows.length > 0 && words}</span>
      {rows.length > shownFirst && (
        <button type="button" onClick={onMore} className="rounded-sm font-medium text-accent hover:underline">
          {isLong ? 'Show fewer' : `Show all ${rows.length}`}
        </button>
      )}
    </div>
  )
}
