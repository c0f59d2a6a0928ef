import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

export type GuideStep = { label: string; detail: string; takes: string; isDone: boolean; action: ReactNode }

type Props = {
  step: GuideStep
  number: number
  isNext: boolean
  isOpen: boolean
  onOpen: () => void
}

/** A step of the guide. Any step can be opened; the next one is open at first. */
export function StepRow({ step, number, isNext, isOpen, onOpen }: Props) {
  const { label, detail, takes, isDone, action } = step
  return (
    <li aria-current={isNext ? 'step' : undefined} className={cx(isOpen && 'bg-tint')}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className={cx(
          'flex w-full gap-3.5 px-4 pt-3.5 text-start focus-visible:-outline-offset-2',
          isOpen ? 'cursor-default' : 'pb-3.5 hover:bg-hover',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'grid size-6 shrink-0 place-items-center rounded-full text-xs font-medium tabular-nums',
            isDone && 'bg-good-tint text-good',
            !isDone && (isNext ? 'bg-accent text-ground' : 'border border-edge text-quiet'),
          )}
        >
          {isDone ? <Check className="size-4" /> : number}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cx('text-base font-medium', isDone && 'text-quiet')}>
              {label}
              {isDone && <span className="sr-only"> (done)</span>}
            </span>
            {!isDone && <span className="text-xs whitespace-nowrap text-quiet">{takes}</span>}
          </span>
          {!isDone && <span className="block text-sm text-quiet">{detail}</span>}
        </span>
      </button>
      {isOpen && <div className="ps-13.5 pe-4 pt-3 pb-3.5">{action}</div>}
    </li>
  )
}
