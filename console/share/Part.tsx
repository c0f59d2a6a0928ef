import type { ReactNode } from 'react'

type Props = { title: string; hint?: ReactNode; children: ReactNode }

/** A section of the panel with a title. */
export function Part({ title, hint, children }: Props) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold">
        {title}
        {hint && <span className="font-normal text-quiet">{hint}</span>}
      </h3>
      <div className="space-y-2.5">{children}</div>
    </section>
  )
}
