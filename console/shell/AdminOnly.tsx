import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/session.ts'
import { EmptyState } from '../ui/states.tsx'
import { PageHeader } from './PageHeader.tsx'

/** Content for admins only. Others, who followed a link, see why it is missing. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useMay('admin')) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={Lock} title="You don’t have access">
        {title} require the admin scope. Ask an administrator, or sign in with an admin key.
      </EmptyState>
    </>
  )
}
