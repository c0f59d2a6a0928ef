import { useMay } from '../api/session.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { singleKeysAreOn } from '../ui/shortcuts.ts'
import { useCommands } from './commands.ts'
import { navGroups } from './navigation.ts'

type ShortcutLine = { label: string; keys: string[] }

const general: ShortcutLine[] = [
  { label: 'Search and commands', keys: ['mod+k'] },
  { label: 'Search this list', keys: ['/'] },
  { label: 'Collapse or expand the sidebar', keys: ['['] },
  { label: 'Show keyboard shortcuts', keys: ['?'] },
]
const lists: ShortcutLine[] = [
  { label: 'Next row', keys: ['down', 'j'] },
  { label: 'Previous row', keys: ['up', 'k'] },
  { label: 'Open row', keys: ['enter'] },
]
const forms: ShortcutLine[] = [
  { label: 'Save or submit', keys: ['mod+enter'] },
  { label: 'Close', keys: ['escape'] },
]

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const mayAdmin = useMay('admin')
  const here = useCommands().flatMap(({ label, keys }) => (keys ? [{ label, keys: [keys] }] : []))
  const goTo = navGroups
    .flatMap(({ places }) => places)
    .filter(({ scope }) => scope !== 'admin' || mayAdmin)
    .map(({ label, keys }) => ({ label, keys: [keys] }))
  return (
    <SidePanel
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      {...(!singleKeysAreOn() && {
        description: 'Single-key shortcuts are off. Turn them on in the menu at the bottom of the sidebar.',
      })}
    >
      <div
        className="space-y-6 p-5 outline-none"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <Group title="On this screen" lines={here} />
        <Group title="General" lines={general} />
        <Group title="Lists" lines={lists} />
        <Group title="Forms and panels" lines={forms} />
        <Group title="Go to" lines={goTo} />
      </div>
    </SidePanel>
  )
}

function Group({ title, lines }: { title: string; lines: ShortcutLine[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 text-xs font-medium text-faint">{title}</h3>
      <dl>
        {lines.map(({ label, keys }) => (
          <div key={label} className="flex min-h-8 items-center justify-between gap-4 text-sm">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1.5">
              {keys.map((one) => (
                <Kbd key={one} keys={one} className="inline-flex!" />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
