import { useList } from '../api/lists.ts'
import { keysQuery } from '../keys/queries.ts'
import { ChipFrame, FilterChip } from '../ui/filters.tsx'
import type { AuditFilters } from './search.ts'
import { actionPhrase, filteredActions, objectNames, wayNames } from './words.ts'

type Props = { filters: AuditFilters; onChange: (filters: Partial<AuditFilters>) => void }

const toOptions = <T extends string>(names: Record<T, string>) =>
  (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }))

const periodOptions = toOptions({ today: 'Today', week: 'Last 7 days', month: 'Last 30 days' })
const kindOptions = toOptions({ agent: 'Agent', visitor: 'Visitors', system: 'Command line' })

export function AuditFilterChips({ filters, onChange }: Props) {
  const { period, action, objectType, objectId, way } = filters
  const actions =
    action === undefined || filteredActions.includes(action) ? filteredActions : [action, ...filteredActions]
  return (
    <>
      <FilterChip
        label="Period"
        options={periodOptions}
        value={period}
        onChange={(period) => onChange({ period })}
      />
      <WhoChip filters={filters} onChange={onChange} />
      <FilterChip
        label="Action"
        options={actions.map((value) => ({ value, label: capitalised(actionPhrase(value) ?? value) }))}
        value={action}
        onChange={(action) => onChange({ action })}
      />
      <FilterChip
        label="Object"
        options={toOptions(objectNames)}
        value={objectType}
        onChange={(objectType) => onChange({ objectType })}
      />
      <FilterChip
        label="Way"
        options={toOptions(wayNames)}
        value={way}
        onChange={(way) => onChange({ way })}
      />
      {objectId && (
        <ChipFrame
          clearLabel="Show all objects"
          onClear={() => onChange({ objectId: undefined })}
          className="ps-2.5"
        >
          One object
        </ChipFrame>
      )}
    </>
  )
}

/** Filters by actor: keys by name, other actors by kind. */
function WhoChip({ filters: { actorId, actorKind }, onChange }: Props) {
  const { rows } = useList(keysQuery())
  const named = rows.map(({ keyId, name }) => ({ value: keyId, label: name }))
  const other =
    actorId && !named.some(({ value }) => value === actorId) ? [{ value: actorId, label: 'Somebody' }] : []
  return (
    <FilterChip
      label="Who"
      options={[...named, ...other, ...kindOptions]}
      value={actorId ?? actorKind}
      onChange={(value) => {
        const kind = kindOptions.find((option) => option.value === value)?.value
        onChange({ actorKind: kind, actorId: kind ? undefined : value })
      }}
    />
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
