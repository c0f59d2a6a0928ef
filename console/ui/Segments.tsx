import { cx } from './cx.ts'

type Props<T extends string> = {
  label: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  isWide?: boolean
}

/** A segmented control. */
export function Segments<T extends string>({ label, options, value, onChange, isWide }: Props<T>) {
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
