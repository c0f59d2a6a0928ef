import { ChevronDown, Download } from 'lucide-react'
import { apiBase } from '../api/client.ts'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { toQuery } from './queries.ts'
import type { AuditFilters } from './search.ts'

/** Downloads the filtered rows. */
export function ExportMenu({ filters }: { filters: AuditFilters }) {
  const save = (format: 'csv' | 'jsonl') => {
    const query = new URLSearchParams({ ...(toQuery(filters) as Record<string, string>), format })
    location.assign(`${apiBase}/v0/audit_events/export?${query}`)
  }
  return (
    <Menu
      trigger={
        <Button icon={Download}>
          Export
          <ChevronDown aria-hidden className="size-4 text-faint" />
        </Button>
      }
    >
      <MenuItem onSelect={() => save('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => save('jsonl')}>JSON Lines</MenuItem>
    </Menu>
  )
}
