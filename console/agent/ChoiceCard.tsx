import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import type { AgentLocation } from './candidates.ts'

type Props = {
  place: AgentLocation
  title: string
  /** The cost, and where the data is sent. */
  hint: ReactNode
  isOpen: boolean
  isInUse: boolean
  /** Shown at the end of the header. */
  aside?: ReactNode
  /** Shown below the header of the open card. */
  children?: ReactNode
}

/** A place where the agent can run; the card expands in place. */
export function ChoiceCard({ place, title, hint, isOpen, isInUse, aside, children }: Props) {
  return (
    <div
      className={cx(
        'relative rounded-xl border bg-raised shadow-low transition-[border-color,box-shadow]',
        isOpen ? 'border-accent ring-1 ring-accent' : 'border-edge hover:border-faint/60',
      )}
    >
      <RadioGroup.Item
        value={place}
        className={cx(
          'flex w-full items-start gap-3 rounded-xl px-4 py-3.5 text-start focus-visible:-outline-offset-2',
          Boolean(aside) && 'md:pe-32',
        )}
      >
        <RadioMark isOn={isOpen} className="mt-0.5" />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="text-base font-medium">{title}</span>
            {isInUse && <Badge tone="good">In use</Badge>}
          </span>
          <span className="block text-sm text-quiet">{hint}</span>
        </span>
      </RadioGroup.Item>
      {aside && (
        <div className="absolute end-3 top-3 max-md:static max-md:-mt-1 max-md:px-4 max-md:ps-11 max-md:pb-3">
          {aside}
        </div>
      )}
      {isOpen && children}
    </div>
  )
}

export function RadioMark({ isOn, className }: { isOn: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-4 shrink-0 place-items-center rounded-full border-[1.5px]',
        isOn ? 'border-accent' : 'border-faint',
        className,
      )}
    >
      <span className={cx('size-2 rounded-full bg-accent transition-transform', !isOn && 'scale-0')} />
    </span>
  )
}
