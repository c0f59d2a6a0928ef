import { Clock3, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Facts, Part } from '../activity/HistoryLayout.tsx'
import { exactNumber } from '../api/locale.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ActorSign } from './ActorCell.tsx'
import { type AuditEntry, actorName, fieldName, originWords, wayNames } from './words.ts'

export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { address, device, requestId, command, facts, actor, way } = entry
  const known = Object.entries(facts)
  return (
    <div className="space-y-6 px-5 py-5">
      <Part title="Who">
        <div className="flex items-center gap-3">
          <ActorSign entry={entry} size={32} />
          <div className="min-w-0 text-sm">
            <p dir="auto" className="truncate font-medium">
              {actorName(entry)}
            </p>
            <p className="text-quiet">{actor.model ? `With ${actor.model}` : `Through ${wayWords[way]}`}</p>
          </div>
        </div>
      </Part>
      <Changes entry={entry} />
      {known.length > 0 && (
        <Part title="Facts">
          <Facts facts={known.map(([name, value]) => [fieldName(name), String(value)] as const)} />
        </Part>
      )}
      <Part title="Where from">
        <Facts
          facts={[
            ...(originWords(entry) === address ? [] : ([['Place', originWords(entry)]] as const)),
            ...(address ? ([['Address', address]] as const) : []),
            ...(device ? ([['Device', device]] as const) : []),
            ...(command ? ([['Command', <Code key="command">{command}</Code>]] as const) : []),
            ...(requestId ? ([['Request', <Copied key="request" text={requestId} />]] as const) : []),
          ]}
        />
      </Part>
      <Proof entry={entry} />
    </div>
  )
}

const wayWords = {
  ...wayNames,
  console: 'the console',
  api: 'the API',
  cli: 'a command on the server',
  mcp: 'an assistant, by MCP',
}

function Changes({ entry: { changes, isErased } }: { entry: AuditEntry }) {
  const fields = Object.entries(changes)
  if (isErased)
    return (
      <Part title="What changed">
        <p className="text-sm text-quiet">
          The details were removed when the person they were about was erased.
        </p>
      </Part>
    )
  if (fields.length === 0) return null
  return (
    <Part title="What changed">
      <div className="space-y-4">
        {fields.map(([name, change]) => (
          <div key={name}>
            <h3 className="mb-1.5 text-sm font-medium">{fieldName(name)}</h3>
            <dl className="divide-y divide-line rounded-md border border-line text-sm">
              {change.isHidden && <Value label="After">changed, not recorded</Value>}
              {change.old !== undefined && (
                <Value label="Before" className="text-danger line-through decoration-danger/50">
                  {shown(change.old)}
                </Value>
              )}
              {change.new !== undefined && (
                <Value label="After" className="text-good">
                  {shown(change.new)}
                </Value>
              )}
            </dl>
          </div>
        ))}
      </div>
    </Part>
  )
}

type AuditValue = NonNullable<AuditEntry['changes'][string]['new']> | null

function shown(value: AuditValue): string {
  if (value === null || value === '') return 'empty'
  if (typeof value !== 'object') return String(value)
  return `${exactNumber(value.length)} letters, ${value.sha256.slice(0, 8)}…`
}

function Value({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className="flex gap-3 px-3 py-2">
      <dt className="w-12 shrink-0 text-quiet">{label}</dt>
      <dd dir="auto" className={`min-w-0 break-words ${className}`}>
        {children}
      </dd>
    </div>
  )
}

function Proof({ entry: { number, hash } }: { entry: AuditEntry }) {
  if (number === null || hash === null)
    return (
      <Part title="Proof">
        <p className="flex items-center gap-2 text-sm text-quiet">
          <Clock3 aria-hidden className="size-4" />
          Joins the chain within a minute.
        </p>
      </Part>
    )
  return (
    <Part title="Proof">
      <p className="flex items-center gap-2 text-sm">
        <Link2 aria-hidden className="size-4 text-quiet" />
        Row {exactNumber(number)} of the chain
      </p>
      <div className="mt-2">
        <Copied text={hash} />
      </div>
    </Part>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Code>{text}</Code>
      <CopyButton text={text} />
    </span>
  )
}

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className="truncate font-mono text-xs" title={children}>
      {children}
    </code>
  )
}
