import type { AudienceOverview } from '../audiences/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

/** Tells the page's own public address from one that was made for a person. */
export function WhoseBadge({ audience }: { audience: AudienceOverview | null | undefined }) {
  if (!audience) return null
  const { personId, accountId } = audience
  const [label, words] =
    personId !== null
      ? ['Personal', 'Made for one person. Send it to nobody else.']
      : accountId !== null
        ? ['Company', 'Made for one company.']
        : ['Public', 'The page’s own address. Anyone may have it.']
  return (
    <Tooltip label={words}>
      <span className="shrink-0">
        <Badge>{label}</Badge>
      </span>
    </Tooltip>
  )
}
