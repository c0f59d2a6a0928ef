import { useMutation, useQuery } from '@tanstack/react-query'
import { profileQuery, useSwitchTenant } from '../api/profile.ts'
import { Select } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'

/** A menu of the user's teams: the app gets access to the chosen one. Not shown to members of one team. */
export function ConnectTenant() {
  const { data: profile } = useQuery(profileQuery)
  const switchTenant = useSwitchTenant({ stays: true })
  const change = useMutation({ mutationFn: switchTenant, onError: notifyProblem })
  const tenants = profile?.tenants ?? []
  const current = tenants.find(({ isCurrent }) => isCurrent)
  if (tenants.length < 2 || !current) return null
  return (
    <div className="px-4 py-3">
      <Select
        label="Team"
        value={change.isPending ? change.variables : current.tenantId}
        disabled={change.isPending}
        onChange={(tenantId) => change.mutate(tenantId)}
        options={tenants.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
      />
    </div>
  )
}
