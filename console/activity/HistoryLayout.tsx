import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { AddNote } from './NoteForm.tsx'
import type { Owner } from './queries.ts'
import { Timeline } from './Timeline.tsx'

/** Somebody's history, and beside it (on a phone: before it) what is known about them. */
export function HistoryLayout({
  owner,
  about,
  children,
}: {
  owner: Owner
  about: string
  children: ReactNode
}) {
  const mayWrite = useMay('write')
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
      <div className="flex min-h-full max-lg:flex-col-reverse">
        <section aria-labelledby="history" className="min-w-0 flex-1 px-4 pt-5 md:px-6">
          <div className="mx-auto max-w-2xl">
            <h2 id="history" className="mb-3 text-base font-semibold">
              Activity
            </h2>
            {mayWrite && (
              <div className="mb-4">
                <AddNote owner={owner} about={about} />
              </div>
            )}
            <Timeline owner={owner} />
          </div>
        </section>
        <aside
          aria-label={`About ${about}`}
          className="shrink-0 space-y-7 border-line px-4 py-5 max-lg:border-b md:px-6 lg:w-84 lg:border-s"
        >
          {children}
        </aside>
      </div>
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

/** What is known, a line each: its name, then the value, or a dash. */
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
