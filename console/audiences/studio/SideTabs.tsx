import { cx } from '../../ui/cx.ts'
import type { StudioSide } from '../routes.ts'

const words: Record<StudioSide, string> = { chat: 'Chat', changes: 'Changes', page: 'Page' }

type Props = { value: StudioSide; onChange: (side: StudioSide) => void; withPage?: boolean }

/** What stands beside the page; on a phone the page is one of them. */
export function SideTabs({ value, onChange, withPage = false }: Props) {
  const sides: StudioSide[] = withPage ? ['chat', 'page', 'changes'] : ['chat', 'changes']
  return (
    <fieldset className="flex shrink-0 gap-1 border-b border-line px-3 py-1.5">
      <legend className="sr-only">What to show</legend>
      {sides.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={side === value}
          onClick={() => onChange(side)}
          className={cx(
            'h-8 rounded-md px-3 text-sm font-medium max-md:h-10 max-md:flex-1',
            side === value ? 'bg-pressed text-ink' : 'text-quiet hover:bg-hover hover:text-ink',
          )}
        >
          {words[side]}
        </button>
      ))}
    </fieldset>
  )
}
