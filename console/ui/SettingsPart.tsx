import type { ReactNode } from 'react'

/** A section of a settings page: title and explanation on the left, controls on the right. */
export function SettingsPart({
  title,
  about,
  children,
}: {
  title: string
  about: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid gap-x-10 gap-y-4 py-8 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-quiet">{about}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
