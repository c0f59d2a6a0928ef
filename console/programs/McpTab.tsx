import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { AssistantSteps } from './AssistantSteps.tsx'
import { Connections } from './Connections.tsx'
import { mcpQuery } from './queries.ts'
import { ToolsCard } from './ToolsCard.tsx'

/** The MCP address, instructions for assistants, and the connected apps. */
export function McpTab() {
  const { data, error, refetch } = useQuery(mcpQuery)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-5xl gap-8 px-4 py-7 md:px-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-8">
          <section>
            <h2 className="text-base font-semibold">Address for assistants</h2>
            <p className="mt-0.5 text-sm text-quiet">
              Give it to a program that speaks MCP.{' '}
              {data?.signsIn === false
                ? 'Machines use a key.'
                : 'People sign in with their own account; machines use a key.'}
            </p>
            {data ? <Address url={data.url} signsIn={data.signsIn} /> : <Skeleton className="mt-4 h-11" />}
            {data && <AssistantSteps url={data.url} signsIn={data.signsIn} />}
          </section>
          <Connections signsIn={data?.signsIn ?? true} />
        </div>
        <div>{data ? <ToolsCard info={data} /> : <Skeleton className="h-80 rounded-xl" />}</div>
      </div>
    </div>
  )
}

function Address({ url, signsIn }: { url: string; signsIn: boolean }) {
  return (
    <>
      <div className="mt-4 flex min-h-11 items-center gap-3 rounded-lg border border-edge bg-raised py-1.5 ps-3.5 pe-2">
        <Globe aria-hidden className="size-4 shrink-0 text-quiet" />
        <code className="min-w-0 flex-1 truncate text-sm" dir="ltr">
          {url}
        </code>
        <Badge tone={signsIn ? 'good' : 'warn'}>{signsIn ? 'On' : 'Keys only'}</Badge>
        <CopyButton text={url} label="Copy address">
          Copy
        </CopyButton>
      </div>
      {!signsIn && (
        <p className="mt-2 text-sm text-warn">
          Set the public address first, so that people can sign in: start the service with{' '}
          <code>PUBLIC_URL</code>.
        </p>
      )}
    </>
  )
}
