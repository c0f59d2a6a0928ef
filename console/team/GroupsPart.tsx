import { ArrowRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Select, TextField } from '../ui/fields.tsx'
import { type IdentityProvider, useChangeProvider } from './ssoQueries.ts'
import { roleOptions } from './words.ts'

type GroupRole = IdentityProvider['groupRoles'][number]

/** Groups of the provider and their roles; saved on blur. */
export function GroupsPart({ provider }: { provider: IdentityProvider }) {
  const change = useChangeProvider(provider.providerId)
  const [rows, setRows] = useState<GroupRole[]>(provider.groupRoles)
  const save = (next: GroupRole[]) => {
    setRows(next)
    const groupRoles = next.filter(({ group }) => group.trim() !== '')
    if (JSON.stringify(groupRoles) !== JSON.stringify(provider.groupRoles)) change.mutate({ groupRoles })
  }
  const replace = (index: number, row: GroupRole) => rows.map((old, i) => (i === index ? row : old))
  return (
    <div className="space-y-3">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position alone
        <div key={index} className="flex items-center gap-3 max-md:gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label="Group"
              hideLabel
              autoFocus={row.group === ''}
              value={row.group}
              onChange={(value) => setRows(replace(index, { ...row, group: value }))}
              onBlur={() => save(rows)}
            />
          </div>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-faint max-md:hidden" />
          <div className="w-36 shrink-0 max-md:w-28">
            <Select
              label={`Role of ${row.group || 'the group'}`}
              hideLabel
              options={roleOptions}
              value={row.role}
              onChange={(role) => save(replace(index, { ...row, role }))}
            />
          </div>
          <IconButton
            icon={X}
            label={`Remove ${row.group || 'the group'}`}
            onClick={() => save(rows.filter((_, i) => i !== index))}
          />
        </div>
      ))}
      <Button look="quiet" icon={Plus} onClick={() => setRows([...rows, { group: '', role: 'editor' }])}>
        Add a group
      </Button>
    </div>
  )
}
