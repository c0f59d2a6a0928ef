import { useMutation } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { fromWall, toLocalInput, toWall, zoneName } from '../api/locale.ts'
import { Button } from '../ui/Button.tsx'
import { Calendar } from '../ui/Calendar.tsx'
import { cx } from '../ui/cx.ts'
import { TextField } from '../ui/fields.tsx'
import { readTime } from '../ui/figures.tsx'
import { notify, notifyProblem } from '../ui/notify.tsx'
import { moveRollout, type Rollout, useRolloutsChanged } from './rollouts.ts'
import { rolloutSize, titleOf } from './rolloutWords.ts'
import { momentWords } from './words.ts'

type Props = {
  rollout: Rollout
  /** Other scheduled items. */
  others: Rollout[]
  /** The new time; the row shows it beside the old one. */
  at: number
  onChange: (at: number) => void
  onClose: () => void
}

/** Reschedules a release or version: by calendar day, time, or a preset. */
export function MoveForm({ rollout, others, at, onChange, onClose }: Props) {
  const before = readTime(rollout.at)
  const changed = useRolloutsChanged()
  const [time, setTime] = useState(toLocalInput(at).slice(11))
  const isPast = at <= Date.now()
  const move = useMutation({
    mutationFn: (to: number) => moveRollout(rollout, to),
    onSuccess: async (_, to) => {
      onClose()
      await changed()
      notify(`Moved to ${momentWords(to)}`)
    },
    onError: notifyProblem,
  })
  const setMoment = (day: Date, clock: string) => {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number)
    onChange(fromWall(new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes)))
  }
  const day = toWall(at)
  const sameDay = others.filter((one) => toWall(+readTime(one.at)).toDateString() === day.toDateString())
  return (
    <form
      className="flex max-md:flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPast) move.mutate(at)
      }}
    >
      <div className="border-line p-3 max-md:border-b md:border-e">
        <Calendar
          value={day}
          former={toWall(+before)}
          marked={others.map((one) => toWall(+readTime(one.at)))}
          onChange={(day) => setMoment(day, time)}
        />
      </div>
      <div className="flex w-72 max-w-full flex-col gap-3 p-4 text-sm max-md:w-full">
        <div>
          <p className="font-semibold">Move “{titleOf(rollout)}”</p>
          <p className="text-quiet">
            {rollout.pageName}, for {rolloutSize(rollout).join(' ').toLowerCase()}
          </p>
        </div>
        <TextField
          label={`Time, ${zoneName()}`}
          type="time"
          value={time}
          onChange={(value) => {
            setTime(value)
            if (value) setMoment(day, value)
          }}
        />
        <div className="flex flex-wrap gap-1.5">
          {presetDays().map(([label, quick]) => (
            <button
              key={label}
              type="button"
              aria-pressed={quick.toDateString() === day.toDateString()}
              onClick={() => setMoment(quick, time)}
              className={cx(
                'h-7 rounded-md border border-edge px-2 font-medium hover:bg-hover aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent',
              )}
            >
              {label}
            </button>
          ))}
        </div>
        {sameDay[0] && (
          <p className="flex gap-2 text-xs text-quiet">
            <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {sameDay.length === 1
              ? `“${titleOf(sameDay[0])}” goes out the same day.`
              : `${sameDay.length} others go out the same day.`}
          </p>
        )}
        {isPast && (
          <p role="alert" className="text-xs text-warn">
            That is over.{' '}
            <button
              type="button"
              className="font-medium underline underline-offset-2"
              onClick={() => move.mutate(Date.now() + 3_000)}
            >
              Publish now instead?
            </button>
          </p>
        )}
        <div className="mt-auto flex items-center justify-end gap-2 pt-1">
          <Button look="quiet" keys="escape" onClick={onClose}>
            Keep {momentWords(before.getTime(), 'short')}
          </Button>
          <Button
            type="submit"
            look="primary"
            busy={move.isPending}
            disabled={isPast || at === before.getTime()}
          >
            Move
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Tomorrow, the next Monday, and a week from now. */
function presetDays(): [label: string, day: Date][] {
  const after = (days: number) => {
    const day = toWall(Date.now())
    day.setDate(day.getDate() + days)
    return day
  }
  const today = toWall(Date.now()).getDay()
  return [
    ['Tomorrow', after(1)],
    ['Monday', after(((8 - today) % 7) + (today === 1 ? 7 : 0))],
    ['In a week', after(7)],
  ]
}
