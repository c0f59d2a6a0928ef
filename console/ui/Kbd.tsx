import { cx } from './cx.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const signs: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  up: '↑',
  down: '↓',
  escape: 'Esc',
}

/** The keys of a shortcut: `mod+k` is pressed together, `g p` one after the other. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-0.5 max-md:hidden', className)}>
      {keys.split(/[ +]/).map((key) => (
        <kbd
          key={key}
          className="grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-line bg-ground px-1 text-2xs leading-none text-quiet"
        >
          {signs[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  )
}

/** A shortcut in the format of `aria-keyshortcuts`. */
export function keyNames(keys: string): string {
  return keys.replace('mod', isApple ? 'Meta' : 'Control').replace('shift', 'Shift')
}
