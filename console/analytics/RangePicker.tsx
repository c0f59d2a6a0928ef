import { Calendar, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { toWall } from '../api/locale.ts'
import type { PageSearch } from '../pages/search.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { PopoverPanel, RangeFields, type RangeText } from '../ui/PopoverPanel.tsx'
import { type ChosenRange, dayText, presets, rangeWords, readDay } from './range.ts'

type Props = { range: ChosenRange; onChange: (search: Pick<PageSearch, 'range' | 'from' | 'to'>) => void }

/** The date range of the figures: a preset or custom dates. */
export function RangePicker({ range, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const choose = (search: Pick<PageSearch, 'range' | 'from' | 'to'>) => {
    setIsOpen(false)
    onChange(search)
  }
  const label = presets.find(({ value }) => value === range.preset)?.label ?? rangeWords(range)
  return (
    <PopoverPanel
      label="Dates"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-72 p-1"
      trigger={
        <button type="button" className={buttonClass('plain')} aria-label={`Dates: ${label}`}>
          <Calendar aria-hidden className="-ms-0.5 size-4 text-quiet" />
          {label}
          <ChevronDown aria-hidden className="-me-1 size-4 text-faint" />
        </button>
      }
    >
      <ul>
        {presets.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              aria-current={value === range.preset ? true : undefined}
              onClick={() => choose({ range: value, from: undefined, to: undefined })}
              className={cx(
                'flex h-8 w-full items-center rounded-md px-2 text-start text-sm hover:bg-hover max-md:h-10',
                value === range.preset && 'bg-hover font-medium',
              )}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <OwnDates range={range} onChoose={(from, to) => choose({ range: 'custom', from, to })} />
    </PopoverPanel>
  )
}

function OwnDates({ range, onChoose }: { range: ChosenRange; onChoose: (from: string, to: string) => void }) {
  const [days, setDays] = useState<RangeText>([
    dayText(toWall(Date.parse(range.dates.startDate))),
    dayText(toWall(Date.parse(range.dates.endDate) - 1)),
  ])
  const [from, to] = days
  const [first, last] = [readDay(from), readDay(to)]
  const wrong =
    !first || !last
      ? 'Choose a first and a last day.'
      : first > last
        ? 'The first day must be before the last.'
        : last.getTime() - first.getTime() > 999 * 86_400_000
          ? 'Choose at most 1,000 days.'
          : undefined
  return (
    <form
      noValidate
      className="mt-1 space-y-3 border-t border-line p-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onChoose(from, to)
      }}
    >
      <RangeFields type="date" labels={['First day', 'Last day']} value={days} onChange={setDays} />
      {wrong && <p className="text-xs text-danger">{wrong}</p>}
      <Button type="submit" size="sm" className="w-full" disabled={wrong !== undefined}>
        Apply
      </Button>
    </form>
  )
}
