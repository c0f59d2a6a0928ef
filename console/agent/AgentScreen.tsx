import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../shell/PageHeader.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { AgentSetup } from './AgentSetup.tsx'
import { agentSettingsQuery } from './queries.ts'

/** The agent that turns messages into pages, and the choice of another. */
export function AgentScreen() {
  const { data, error, refetch } = useQuery(agentSettingsQuery())
  if (data) return <AgentSetup settings={data} />
  return (
    <>
      <PageHeader title="Agent" />
      <div className="min-h-0 flex-1 border-t border-line px-4 py-6 md:px-6">
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="mx-auto max-w-5xl space-y-3" aria-busy="true">
            <Skeleton className="mb-6 h-10 w-64 rounded-lg" />
            {[1, 2, 3].map((card) => (
              <Skeleton key={card} className="h-17 max-w-2xl rounded-xl" />
            ))}
          </div>
        )}
      </div>
    </>
  )
}
