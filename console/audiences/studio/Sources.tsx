import { Link } from '@tanstack/react-router'
import type { Shape } from '../../api/schema.ts'
import type { PageRect } from '../../documents/stage.ts'
import { RelativeTime } from '../../ui/figures.tsx'

export type Source = Shape<'SourceText'>

type Props = {
  sources: Source[]
  /** The position of the marker, relative to the containing box. */
  at: PageRect
  room: { width: number; height: number }
  onEnter: () => void
  onLeave: () => void
}

const width = 320

/** The sources of a block's statements: the quoted text, its author, and a link. */
export function Sources({ sources, at, room, onEnter, onLeave }: Props) {
  const isLow = at.bottom > room.height * 0.6
  return (
    <section
      aria-label="Sources"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onFocus={onEnter}
      onBlur={onLeave}
      className="thin-scroll absolute z-20 max-h-80 animate-rise overflow-y-auto rounded-xl bg-raised p-1.5 shadow-float"
      style={{
        width: Math.min(width, room.width - 16),
        left: Math.max(8, Math.min(at.right, room.width - 8) - width),
        ...(isLow ? { bottom: room.height - at.top + 6 } : { top: at.bottom + 6 }),
      }}
    >
      <h3 className="px-2.5 pt-1.5 pb-1 text-xs text-faint">Based on</h3>
      <ul>
        {sources.map((source) => (
          <li key={`${source.kind} ${source.id} ${source.field}`} className="rounded-md px-2.5 py-2">
            {source.text === null ? (
              <p className="text-sm text-danger">This source no longer exists.</p>
            ) : (
              <blockquote className="line-clamp-5 text-sm break-words whitespace-pre-wrap">
                {source.text}
              </blockquote>
            )}
            <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-xs text-quiet">
              <Origin source={source} />
              {source.createdAt && (
                <>
                  <span aria-hidden>·</span>
                  <RelativeTime at={source.createdAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const kinds: Record<Source['kind'], string> = {
  account_field: 'Account',
  account_log: 'Note on',
  person_field: 'Person',
  person_log: 'Note on',
  activity: 'Activity of',
  supplementary_context: 'Additional context of this audience',
  page_context: 'Page context',
}

function Origin({ source: { kind, name, accountId, personId } }: { source: Source }) {
  const to = personId ? `/persons/${personId}` : accountId ? `/accounts/${accountId}` : undefined
  return (
    <>
      <span>{kinds[kind]}</span>
      {to && name && (
        <Link
          to={to}
          className="rounded-sm font-medium text-ink underline decoration-edge underline-offset-2 hover:decoration-current"
        >
          {name}
        </Link>
      )}
    </>
  )
}
