import type { ReactNode } from 'react'

export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-sm font-medium">{title}</h2>
      {children}
    </section>
  )
}
