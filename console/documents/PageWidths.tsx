import { type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { useWidth } from '../ui/width.ts'
import { SchemeButton } from './scheme.tsx'

/** Preview widths in pixels. */
export const pageWidths = { phone: 390, tablet: 820, desk: 1280 } as const
export type PageWidth = keyof typeof pageWidths

const storageName = 'foyer.studioWidth'

/** The last chosen width. On phones, the page is as wide as the screen. */
export function usePageWidth() {
  const [choice, setChoice] = useState<PageWidth>(() => {
    const stored = localStorage.getItem(storageName) ?? ''
    return stored in pageWidths ? (stored as PageWidth) : 'desk'
  })
  const isSmall = !useWidth().has('md')
  const choose = (next: PageWidth) => {
    localStorage.setItem(storageName, next)
    setChoice(next)
  }
  useShortcut('1', () => choose('phone'))
  useShortcut('2', () => choose('tablet'))
  useShortcut('3', () => choose('desk'))
  const width: PageWidth = isSmall ? 'desk' : choice
  return { width, isSmall, choose }
}

const choices: [PageWidth, string, string, LucideIcon][] = [
  ['phone', 'Phone', '1', Smartphone],
  ['tablet', 'Tablet', '2', Tablet],
  ['desk', 'Desktop', '3', Monitor],
]

type Props = { value: PageWidth; onChange: (width: PageWidth) => void }

export function PageWidths({ value, onChange }: Props) {
  return (
    <fieldset className="flex gap-0.5 max-md:hidden">
      <legend className="sr-only">How the page is shown</legend>
      {choices.map(([name, label, keys, icon]) => (
        <IconButton
          key={name}
          icon={icon}
          label={label}
          keys={keys}
          aria-pressed={value === name}
          className={cx(value === name && 'bg-pressed text-ink!')}
          onClick={() => onChange(name)}
        />
      ))}
      <SchemeButton size="md" />
    </fieldset>
  )
}
