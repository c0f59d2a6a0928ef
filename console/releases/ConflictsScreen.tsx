import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CheckCheck, Globe } from 'lucide-react'
import { api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { blockPhrase, nameOfProp } from '../documents/words.ts'
import { pageDocumentQuery, pageQuery } from '../pages/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ConflictList } from './ConflictList.tsx'
import { conflictsQuery, type OpenConflict } from './queries.ts'

/** Conflicts between changes of the page and of audiences, decided one by one. */
export function ConflictsScreen() {
  const { pageId } = useParams({ from: '/shell/pages/$pageId/conflicts' })
  const page = useQuery(pageQuery(pageId))
  const { data, error, refetch } = useQuery(conflictsQuery(pageId))
  const base = useQuery(pageDocumentQuery(pageId))
  const navigate = useNavigate()
  const mayPublish = useMay('publish')
  const publish = useMutation({
    mutationFn: () =>
      api.releases.create(pageId, {
        kind: 'base',
        audiences: { filter: { baseState: 'conflicts' } },
        conflicts: 'decided',
      }),
    onSuccess: ({ releaseId }) =>
      void navigate({
        to: '/pages/$pageId',
        params: { pageId },
        search: { tab: 'content', release: releaseId },
      }),
    onError: notifyProblem,
  })
  const decided = data?.decidedAudiences ?? 0
  const canPublish = mayPublish && decided > 0
  return (
    <>
      <PageHeader
        title={data ? `Conflicts with page version ${data.revision}` : 'Conflicts'}
        above={{ label: page.data?.name ?? 'Page', to: `/pages/${pageId}` }}
        beside={
          data &&
          data.audiences > 0 && (
            <span className="flex items-center gap-2 text-sm text-quiet max-md:hidden">
              <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-pressed">
                <span
                  className="block h-full bg-good"
                  style={{ width: `${(100 * decided) / Math.max(1, data.audiences)}%` }}
                />
              </span>
              {decided} of {data.audiences} decided
            </span>
          )
        }
        action={
          mayPublish && (
            <Button
              look="primary"
              icon={Globe}
              busy={publish.isPending}
              disabled={!canPublish}
              onClick={() => publish.mutate()}
            >
              Publish {decided} decided
            </Button>
          )
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !base.data ? (
        <Skeleton className="m-6 h-64" />
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={CheckCheck}
          title={data.unchecked > 0 ? 'Comparing the audiences…' : 'Nothing to decide'}
          action={
            <Button
              onClick={() =>
                void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content' } })
              }
            >
              Back to the page
            </Button>
          }
        >
          No audience changed what the page changed.
        </EmptyState>
      ) : (
        <ConflictList
          pageId={pageId}
          conflicts={data.items}
          counts={data.groups}
          nameOf={(conflict) => placeWords(conflict, base.data as never)}
        />
      )}
    </>
  )
}

/** The place of a conflict in words: “Headline of the hero”. */
function placeWords({ place, kind }: OpenConflict, document: Parameters<typeof blockPhrase>[1]): string {
  if (place.part)
    return place.part === 'theme' ? `Look: ${nameOfProp(place.field ?? '')}` : `Title and description`
  const block = place.blockId ? blockPhrase(place.blockId, document) : 'the page'
  if (kind === 'removedByAudience') return `${capital(block)}, removed by the audience`
  if (kind === 'removedInBase') return `${capital(block)}, removed from the page`
  if (kind === 'moved') return `Place of ${block}`
  return `${capital(nameOfProp(place.field ?? place.list ?? ''))} of ${block}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
