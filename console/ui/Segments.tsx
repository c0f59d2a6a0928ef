import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'

type Props<T extends string> = {
  label: string
  options: readonly (readonly [value: T, label: string, icon?: LucideIcon])[]
  value: T
  onChange: (value: T) => void
  isWide?: boolean
  /** Leaves the labels to screen readers. */
  hideLabels?: boolean
}

/** A segmented control. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChange,
  isWide,
  hideLabels,
}: Props<T>) {
  return (
    <fieldset className="flex gap-0.5 rounded-md bg-pressed p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, words, Icon]) => (
        <button
          key={option}
          type="button"
          aria-pressed={value === option}
          onClick={() => onChange(option)}
          className={cx(
            'flex h-7 items-center justify-center gap-1.5 rounded-inner px-2.5 text-sm font-medium whitespace-nowrap max-md:h-11',
            isWide && 'flex-1',
            value === option ? 'bg-raised text-ink shadow-low' : 'text-quiet hover:text-ink',
          )}
        >
          {Icon && <Icon aria-hidden className="size-4" />}
          <span className={cx(hideLabels && 'sr-only')}>{words}</span>
        </button>
      ))}
    </fieldset>
  )
}
