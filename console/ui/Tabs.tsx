import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { ShortNumber } from './figures.tsx'

type Props<T extends string> = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly { value: T; label: string; count?: number | undefined }[]
  /** The tab in the URL. */
  value: T
  onChange: (value: T) => void
  /** `TabPanel`s. */
  children: ReactNode
}

/** Tabs whose selection is in the URL (`useAddress`). */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: Props<T>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Radix.List
        aria-label={label}
        className="flex shrink-0 gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-6"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium text-quiet transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <ShortNumber value={tab.count} className="text-xs font-normal text-faint" />
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]">
      {children}
    </Radix.Content>
  )
}
