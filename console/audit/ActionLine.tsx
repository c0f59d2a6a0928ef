import { Badge } from '../ui/Badge.tsx'
import { type AuditEntry, actionPhrase, isLoud } from './words.ts'

/** The action, as the rest of a sentence that begins with the actor's name. */
export function ActionLine({ entry }: { entry: AuditEntry }) {
  const { action, object, actor, facts } = entry
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate">
        {actionPhrase(action) ?? action}
        {object?.name && (
          <>
            {' '}
            <b dir="auto" className="font-medium">
              {object.name}
            </b>
          </>
        )}
        {actor.model && `, with ${actor.model}`}
        {typeof facts.total === 'number' && ` of ${facts.total}`}
      </span>
      {isLoud(entry) && <Badge tone="danger">Forced</Badge>}
    </span>
  )
}
