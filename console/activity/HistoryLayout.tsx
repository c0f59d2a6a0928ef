import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { useAddress } from '../ui/address.ts'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { useWidth } from '../ui/width.ts'
import type { HistorySearch } from './address.ts'
import { AddNote } from './NoteForm.tsx'
import type { HistoryOwner } from './queries.ts'
import { Timeline } from './Timeline.tsx'

const tabs = [
  { value: 'activity', label: 'Activity' },
  { value: 'about', label: 'About' },
] as const
type HistoryTab = (typeof tabs)[number]['value']
type Props = { owner: HistoryOwner; about: string; children: ReactNode }

/** The history of an account or person, with its facts beside it, or in a second tab on narrow screens. */
export function HistoryLayout(props: Props) {
  const isWide = useWidth().has('lg')
  const [{ tab = 'activity' }, change] = useAddress<HistorySearch>()
  if (isWide)
    return (
      <div className="flex min-h-0 flex-1 border-t border-line">
        <section aria-label="Activity" className="thin-scroll min-w-0 flex-1 overflow-y-auto px-6 pt-5">
          <History {...props} />
        </section>
        <aside
          aria-label={`About ${props.about}`}
          className="thin-scroll w-84 shrink-0 space-y-7 overflow-y-auto border-s border-line px-6 py-5"
        >
          {props.children}
        </aside>
      </div>
    )
  return (
    <Tabs
      label={`Sections of ${props.about}`}
      tabs={tabs}
      value={tab}
      onChange={(next: HistoryTab) => change({ tab: next === 'about' ? next : undefined })}
    >
      <TabPanel value={tab}>
        <div className="thin-scroll min-h-0 flex-1 space-y-7 overflow-y-auto px-4 py-5 md:px-6">
          {tab === 'about' ? props.children : <History {...props} />}
        </div>
      </TabPanel>
    </Tabs>
  )
}

function History({ owner, about }: Omit<Props, 'children'>) {
  const mayWrite = useMay('write')
  return (
    <div className="mx-auto max-w-2xl">
      {mayWrite && (
        <div className="mb-5">
          <AddNote owner={owner} about={about} />
        </div>
      )}
      <Timeline owner={owner} about={about} />
    </div>
  )
}

type PartProps = { title: string; count?: number | undefined; action?: ReactNode; children: ReactNode }

export function Part({ title, count, action, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">
          {title}
          {count !== undefined && <span className="ms-1.5 font-normal text-faint tabular-nums">{count}</span>}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** One line per fact: its name and its value, or a dash. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0 truncate">{value ?? <span className="text-faint">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
