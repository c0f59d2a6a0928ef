import { cx } from './cx.ts'

type Props<Side extends string> = {
  sides: readonly (readonly [Side, string])[]
  value: Side
  onChange: (side: Side) => void
}

/** Switches between the panes beside a page. */
export function SideTabs<Side extends string>({ sides, value, onChange }: Props<Side>) {
  return (
    <fieldset className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3">
      <legend className="sr-only">What to show</legend>
      {sides.map(([side, label]) => (
        <button
          key={side}
          type="button"
          aria-pressed={side === value}
          onClick={() => onChange(side)}
          className={cx(
            'h-8 rounded-md px-3 text-sm font-medium max-lg:h-10 max-lg:flex-1',
            side === value ? 'bg-pressed text-ink' : 'text-quiet hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
