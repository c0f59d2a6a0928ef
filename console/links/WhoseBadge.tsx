import type { AudienceOverview } from '../audiences/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

/** Distinguishes the page's public address from that of a person or account. */
export function WhoseBadge({ audience }: { audience: AudienceOverview | null | undefined }) {
  if (!audience) return null
  const { personId, accountId } = audience
  const [label, words] =
    personId !== null
      ? ['Personal', 'Made for one person. Don’t share it with anyone else.']
      : accountId !== null
        ? ['Company', 'Made for one company.']
        : ['Public', 'The page’s public address. Anyone can open it.']
  return (
    <Tooltip label={words}>
      <span className="shrink-0">
        <Badge>{label}</Badge>
      </span>
    </Tooltip>
  )
}
