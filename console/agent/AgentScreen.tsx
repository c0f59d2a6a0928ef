import { useQuery } from '@tanstack/react-query'
import { Bot, Sparkles } from 'lucide-react'
import { AdminOnly } from '../shell/AdminOnly.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { AgentForm } from './AgentForm.tsx'
import { agentSettingsQuery, workingAgentQuery } from './queries.ts'
import { builtinWords, shortName, type WorkingAgent } from './words.ts'

export function AgentScreen() {
  return (
    <AdminOnly title="Agent settings">
      <Agent />
    </AdminOnly>
  )
}

/** Which agent turns messages into pages, and the choice of another. */
function Agent() {
  const working = useQuery(workingAgentQuery())
  const settings = useQuery(agentSettingsQuery())
  const error = working.error ?? settings.error
  return (
    <>
      <PageHeader title="Agent" />
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto border-t border-line">
        <div className="mx-auto max-w-2xl space-y-8 px-4 py-6 md:px-6 md:py-8">
          {error ? (
            <ErrorState
              error={error}
              onRetry={() => void Promise.all([working.refetch(), settings.refetch()])}
            />
          ) : working.data && settings.data ? (
            <>
              <AtWork agent={working.data} />
              <AgentForm key={settings.data.updatedAt} settings={settings.data} />
            </>
          ) : (
            <div className="space-y-8" aria-busy="true">
              <Skeleton className="h-24 rounded-xl" />
              <Skeleton className="h-44 rounded-lg" />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function AtWork({ agent: { kind, model, chosenBy } }: { agent: WorkingAgent }) {
  const Icon = kind === 'model' ? Sparkles : Bot
  return (
    <section aria-label="Active agent" className="flex gap-3.5 rounded-xl border border-line bg-sunken p-4">
      <div className="grid size-9 shrink-0 place-items-center rounded-lg bg-tint text-accent">
        <Icon aria-hidden className="size-4.5" />
      </div>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          <span className="break-all">{model === null ? 'The built-in agent' : shortName(model)}</span>
          <Badge>{kind === 'builtin' ? 'Basic' : 'Language model'}</Badge>
        </h2>
        <p className="mt-1 text-sm text-quiet">
          {kind === 'builtin'
            ? `${builtinWords} It needs no key, costs nothing and sends no data to others.`
            : 'It reads the page, what you know about its audience and your message, and edits the page with the same operations you use.'}
        </p>
        <p className="mt-2 text-xs text-quiet">
          {chosenBy === 'tenant' ? 'Active. You chose it.' : 'Active. It is the default of this service.'}
        </p>
      </div>
    </section>
  )
}
