import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { EmptyState } from '../ui/states.tsx'
import { PageHeader } from './PageHeader.tsx'

/** What only those see who administer; whoever else came by a link is told why there is nothing. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useMay('admin')) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={Lock} title="Your key may not do this">
        {title} are for those who administer. Ask one of them, or sign in with a key that has the scope
        “admin”.
      </EmptyState>
    </>
  )
}
