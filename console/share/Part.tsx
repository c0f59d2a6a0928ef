import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

type Props = { title: string; hint?: ReactNode; className?: string; children: ReactNode }

/** One thing to decide, under its name. */
export function Part({ title, hint, className, children }: Props) {
  return (
    <section aria-label={title} className={className}>
      <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold">
        {title}
        {hint && <span className="font-normal text-quiet">{hint}</span>}
      </h3>
      <div className="space-y-2.5">{children}</div>
    </section>
  )
}

type SegmentsProps<T extends string> = {
  label: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  isWide?: boolean
}

/** One of a few, side by side. */
export function Segments<T extends string>({ label, options, value, onChange, isWide }: SegmentsProps<T>) {
  return (
    <fieldset className="flex gap-0.5 rounded-md bg-pressed p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, words]) => (
        <button
          key={option}
          type="button"
          aria-pressed={value === option}
          onClick={() => onChange(option)}
          className={cx(
            'h-7 rounded-inner px-2.5 text-sm font-medium whitespace-nowrap max-md:h-11',
            isWide && 'flex-1',
            value === option ? 'bg-raised text-ink shadow-low' : 'text-quiet hover:text-ink',
          )}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
