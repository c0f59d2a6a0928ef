import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { workingAgentQuery } from './queries.ts'
import { builtinWords, shortName } from './words.ts'

/** Names the agent that answers, with a link for admins to choose another. */
export function AgentLine() {
  const { data } = useQuery(workingAgentQuery())
  const mayChoose = useMay('admin')
  if (!data) return <p className="h-4 text-xs" />
  const isBuiltin = data.model === null
  return (
    <p className="flex flex-wrap gap-x-1 text-xs text-quiet">
      {data.model === null ? (
        <span title={builtinWords}>Built-in agent: say exactly what to change.</span>
      ) : (
        <span className="break-all" title={data.model}>
          Agent: {shortName(data.model)}
        </span>
      )}
      {mayChoose && (
        <Link to="/agent" className="rounded-sm underline decoration-edge underline-offset-2 hover:text-ink">
          {isBuiltin ? 'Use a language model' : 'Change'}
        </Link>
      )}
    </p>
  )
}
