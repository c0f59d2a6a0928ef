import { Lock } from 'lucide-react'
import type { ComponentType } from 'react'
import { roles } from '../../shared/roles.ts'
import { useMay, useSession } from '../api/session.ts'
import { EmptyState } from '../ui/states.tsx'
import { PageHeader } from './PageHeader.tsx'

/** A screen for admins only. Others, who followed a link, see why it is missing. */
export function adminOnly(title: string, Screen: ComponentType): ComponentType {
  return function AdminScreen() {
    const { user } = useSession()
    if (useMay('admin')) return <Screen />
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon={Lock} title="You don’t have access">
          {user
            ? `Only admins can open this. You are ${roles[user.role].noun}: ask an admin of the team.`
            : 'Only admins can open this. Sign in with a key that has the scope admin.'}
        </EmptyState>
      </>
    )
  }
}
