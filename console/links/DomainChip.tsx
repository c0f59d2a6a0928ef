import { FilterChip } from '../ui/filters.tsx'
import type { LinkHost } from './queries.ts'

type Props = {
  domains: LinkHost[]
  value: string | undefined
  onChange: (domain: string | undefined) => void
}

/** Filters links by custom domain. */
export function DomainChip({ domains, value, onChange }: Props) {
  if (domains.length === 0) return null
  const options = domains.map(({ tenantDomainId, hostname }) => ({ value: tenantDomainId, label: hostname }))
  return <FilterChip label="Domain" options={options} value={value} onChange={onChange} />
}
