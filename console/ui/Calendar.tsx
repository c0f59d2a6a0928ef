import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { calendarDates, toWall } from '../api/locale.ts'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'

type Props = {
  /** The selected day, at any time of day. */
  value: Date
  onChange: (day: Date) => void
  /** The previous day, struck through. */
  former?: Date
  /** Days with other events. */
  marked: readonly Date[]
}

const monthName = calendarDates({ month: 'long', year: 'numeric' })
const dayName = calendarDates({ dateStyle: 'full' })
const weekday = calendarDates({ weekday: 'short' })

const startOf = (date: Date, day: number) => new Date(date.getFullYear(), date.getMonth(), day)
const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** Six weeks, from the Monday before the first of the month. */
function daysAround(month: Date): Date[] {
  const before = (startOf(month, 1).getDay() + 6) % 7
  return Array.from({ length: 42 }, (_, index) => startOf(month, 1 - before + index))
}

/** A date picker for one month. Arrow keys move between days; past days are disabled. */
export function Calendar({ value, onChange, former, marked }: Props) {
  const [month, setMonth] = useState(startOf(value, 1))
  const grid = useRef<HTMLFieldSetElement>(null)
  const isWalking = useRef(false)
  const today = toWall(Date.now())
  const isOver = (day: Date) => day < startOf(today, today.getDate())
  const choose = (day: Date) => {
    setMonth(startOf(day, 1))
    onChange(day)
  }
  useEffect(() => {
    if (!isWalking.current) return
    isWalking.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${value.toDateString()}"]`)?.focus()
  }, [value])
  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = startOf(value, value.getDate() + step)
    if (isOver(next)) return
    isWalking.current = true
    choose(next)
  }
  const days = daysAround(month)
  return (
    <fieldset ref={grid} onKeyDown={walk}>
      <legend className="sr-only">Day</legend>
      <div className="mb-2 flex items-center">
        <span className="flex-1 ps-1 text-sm font-semibold">{monthName.format(month)}</span>
        <IconButton
          icon={ChevronLeft}
          size="sm"
          label="Month before"
          onClick={() => setMonth(new Date(month.getFullYear(), month.getMonth() - 1, 1))}
        />
        <IconButton
          icon={ChevronRight}
          size="sm"
          label="Month after"
          onClick={() => setMonth(new Date(month.getFullYear(), month.getMonth() + 1, 1))}
        />
      </div>
      <div className="grid grid-cols-7 text-center text-sm tabular-nums">
        {days.slice(0, 7).map((day) => (
          <span key={day.getDay()} aria-hidden className="pb-1 text-xs text-quiet">
            {weekday.format(day).slice(0, 2)}
          </span>
        ))}
        {days.map((day) => {
          const isChosen = isSameDay(day, value)
          const isFormer = former !== undefined && isSameDay(day, former) && !isChosen
          return (
            <button
              key={day.getTime()}
              type="button"
              data-day={day.toDateString()}
              aria-label={dayName.format(day)}
              aria-pressed={isChosen}
              tabIndex={isChosen ? 0 : -1}
              disabled={isOver(day)}
              onClick={() => choose(day)}
              className={cx(
                'relative size-8 rounded-md font-medium hover:bg-hover disabled:font-normal disabled:text-faint disabled:hover:bg-transparent max-md:size-10',
                day.getMonth() !== month.getMonth() && !isChosen && 'font-normal text-quiet',
                isSameDay(day, today) && !isChosen && 'text-accent',
                isFormer && 'border border-edge line-through',
                isChosen && 'bg-solid! text-on-solid!',
              )}
            >
              {day.getDate()}
              {marked.some((one) => isSameDay(one, day)) && (
                <span
                  aria-hidden
                  className={cx(
                    'absolute inset-x-0 bottom-1 mx-auto size-1 rounded-full',
                    isChosen ? 'bg-current' : 'bg-busy',
                  )}
                />
              )}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
