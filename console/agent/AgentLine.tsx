import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { workingAgentQuery } from './queries.ts'
import { builtinWords, shortName } from './words.ts'

/** A line that says which agent answers, and where an admin chooses another. */
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
