import { Link } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, useList } from '../api/lists.ts'
import { describe } from '../api/problem.ts'
import type { AudienceOverview, PersonOrAccount } from '../audiences/queries.ts'
import { type AudienceStanding, useAudienceStandings } from '../status/queries.ts'
import { AudienceStepCell } from '../status/StepCell.tsx'
import { audienceStatus } from '../status/words.ts'
import { Button } from '../ui/Button.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Skeleton } from '../ui/states.tsx'

function madeForQuery(recipient: PersonOrAccount) {
  return listQuery<AudienceOverview>(keys.audiences.list(recipient), (page, signal) =>
    api.audiences.listOfAllPages({ ...recipient, ...page, limit: 8 }, { signal }),
  )
}

/** The pages personalised for an account or person, each with a link to its studio. */
export function MadeFor({ recipient }: { recipient: PersonOrAccount }) {
  const { rows, isLoading, error, hasMore, isLoadingMore, loadMore } = useList(madeForQuery(recipient))
  const standings = useAudienceStandings(rows.map(({ audienceId }) => audienceId))
  if (isLoading) return <Skeleton className="h-8" />
  if (error && rows.length === 0) return <p className="text-sm text-danger">{describe(error).title}.</p>
  if (rows.length === 0)
    return <p className="text-sm text-quiet">None yet. Choose “Make a page” to start one.</p>
  return (
    <>
      <ul className="-mx-2">
        {rows.map((audience) => (
          <li key={audience.audienceId}>
            <AudienceLink
              audience={audience}
              standing={standings.get(audience.audienceId)}
              isOfPerson={'personId' in recipient}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button look="quiet" size="sm" className="-ms-2" busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  )
}

type LinkProps = { audience: AudienceOverview; standing: AudienceStanding | undefined; isOfPerson: boolean }

function AudienceLink({ audience, standing, isOfPerson }: LinkProps) {
  const { pageId, audienceId, pageName, effectiveName } = audience
  const to: string = `/pages/${pageId}/audiences/${audienceId}`
  return (
    <div className="rounded-md px-2 py-1.5 hover:bg-hover">
      <Link to={to} className="block">
        <span className="block truncate text-sm font-medium">{pageName}</span>
        {!isOfPerson && <span className="block truncate text-xs text-quiet">{effectiveName}</span>}
      </Link>
      <span className="flex items-center justify-between gap-3">
        <StatusBadge status={standing && audienceStatus(standing)} />
        <AudienceStepCell standing={standing} of={`${pageName}, ${effectiveName}`} />
      </span>
    </div>
  )
}
