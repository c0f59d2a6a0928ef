import { RadioGroup } from 'radix-ui'
import { useId } from 'react'

type Props<T extends string> = {
  label: string
  /** Hides the label visually, but not for assistive technology. */
  hideLabel?: boolean
  options: readonly { value: T; label: string; hint?: string; disabled?: boolean }[]
  value: T
  onChange: (value: T) => void
}

/** Options with explanations; for more options, or without explanations, use a `Select`. */
export function RadioList<T extends string>({ label, hideLabel, options, value, onChange }: Props<T>) {
  const id = useId()
  return (
    <div>
      <div id={id} className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>
        {label}
      </div>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className="divide-y divide-line overflow-hidden rounded-lg border border-edge bg-raised shadow-low"
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            className="group flex w-full items-start gap-3 px-3 py-2.5 text-start transition-colors hover:bg-hover focus-visible:-outline-offset-2 data-[state=checked]:bg-tint disabled:cursor-not-allowed disabled:bg-sunken disabled:text-quiet"
          >
            <span
              aria-hidden
              className="mt-1 grid size-3.5 shrink-0 place-items-center rounded-full border-[1.5px] border-faint group-data-[state=checked]:border-accent"
            >
              <span className="size-1.5 scale-0 rounded-full bg-accent transition-transform group-data-[state=checked]:scale-100" />
            </span>
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.label}</span>
              {option.hint && <span className="block text-xs text-quiet">{option.hint}</span>}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
