import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { Differences } from '../../documents/Differences.tsx'
import { useAudienceStandings } from '../../status/queries.ts'
import { Select } from '../../ui/fields.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { type AudienceIds, type AudienceVersion, diffQuery, documentQuery } from './queries.ts'

type Props = {
  where: AudienceIds
  version: AudienceVersion
  against: AudienceVersion | undefined
  /** Versions to compare with. */
  others: AudienceVersion[]
  onAgainst: (versionId: string) => void
  onReveal: (blockId: string) => void
}

/** What the open version changes, by block, with removed and added words. */
export function Changes({ where, version, against, others, onAgainst, onReveal }: Props) {
  const isLive = useAudienceStandings([where.audienceId]).get(where.audienceId)?.isLive
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto px-4 py-4">
      {against ? (
        <>
          <div className="mb-4">
            <Select
              name="against"
              label={`Version ${version.versionNumber} compared with`}
              value={against.versionId}
              onChange={onAgainst}
              options={others.map(({ versionId, versionNumber, status }) => ({
                value: versionId,
                label: `Version ${versionNumber}${status === 'published' && isLive ? ', live' : ''}`,
              }))}
            />
          </div>
          <Compared
            where={where}
            versionId={version.versionId}
            against={against.versionId}
            onReveal={onReveal}
          />
        </>
      ) : (
        <EmptyState icon={GitCompareArrows} title="Nothing to compare">
          This is the only version so far. Ask for a change to compare it here.
        </EmptyState>
      )}
    </div>
  )
}

type ComparedProps = {
  where: AudienceIds
  versionId: string
  against: string
  onReveal: (blockId: string) => void
}

function Compared({ where, versionId, against, onReveal }: ComparedProps) {
  const diff = useQuery(diffQuery(where, versionId, against))
  const before = useQuery(documentQuery(where, against))
  const after = useQuery(documentQuery(where, versionId))
  const error = diff.error ?? before.error ?? after.error
  if (error) return <ErrorState error={error} onRetry={() => void diff.refetch()} />
  if (!diff.data || !before.data || !after.data) return <ChangesSkeleton />
  if (diff.data.operations.length === 0)
    return (
      <EmptyState icon={GitCompareArrows} title="No differences">
        Both versions show the same page.
      </EmptyState>
    )
  return (
    <Differences
      operations={diff.data.operations}
      before={before.data.document}
      after={after.data.document}
      onReveal={onReveal}
    />
  )
}

function ChangesSkeleton() {
  return (
    <div className="space-y-3" aria-busy="true">
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-16 rounded-lg" />
    </div>
  )
}
