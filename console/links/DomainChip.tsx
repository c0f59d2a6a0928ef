import type { Shape } from '../api/schema.ts'
import { FilterChip } from '../ui/filters.tsx'

type Props = {
  domains: Shape<'TenantDomain'>[]
  value: string | undefined
  onChange: (domain: string | undefined) => void
}

/** Keeps the links of one domain; those of the subdomain that everybody has are shown without it. */
export function DomainChip({ domains, value, onChange }: Props) {
  if (domains.length === 0) return null
  const options = domains.map(({ tenantDomainId, hostname }) => ({ value: tenantDomainId, label: hostname }))
  return <FilterChip label="Domain" options={options} value={value} onChange={onChange} />
}
