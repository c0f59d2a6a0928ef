import type { PagedList } from '../api/lists.ts'
import { shortNumber } from '../ui/figures.tsx'
import { Segments } from '../ui/Segments.tsx'

type Whose = 'links' | 'persons'
type Totals = Pick<PagedList<unknown>, 'total' | 'rows'>
type Props = {
  links: Totals
  persons: Totals
  value: Whose | undefined
  onChange: (value: 'persons' | undefined) => void
}

/** Switches between links and personal addresses, with counts. Renders nothing if no audience is for a person. */
export function WhoseSegments({ links, persons, value = 'links', onChange }: Props) {
  if (persons.rows.length === 0) return null
  return (
    <span className="-order-1">
      <Segments
        label="Whose"
        value={value}
        options={[
          ['links', `Links ${counted(links)}`],
          ['persons', `People ${counted(persons)}`],
        ]}
        onChange={(next) => onChange(next === 'persons' ? next : undefined)}
      />
    </span>
  )
}

/** The service counts up to 10,000. */
const counted = ({ total }: Totals) => (total === null ? '10k+' : shortNumber(total ?? 0))
