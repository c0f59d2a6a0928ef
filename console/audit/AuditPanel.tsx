import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, ExternalLink, X } from 'lucide-react'
import { dates, exactNumber } from '../api/locale.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { readTime } from '../ui/figures.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { AuditDetails } from './AuditDetails.tsx'
import type { AuditSearch } from './search.ts'
import { type AuditEntry, actionPhrase, actorName, pathOf } from './words.ts'

type Props = {
  entry: AuditEntry | undefined
  rows: AuditEntry[]
  /** Whether the panel fits beside the list. */
  isBeside: boolean
  onOpen: (eventId: string | undefined) => void
  onChange: (search: Partial<AuditSearch>) => void
}

const moment = dates({ dateStyle: 'medium', timeStyle: 'medium' })

/** All details of a row of the audit log. */
export function AuditPanel({ entry, rows, isBeside, onOpen, onChange }: Props) {
  if (!isBeside || !entry)
    return (
      <SidePanel
        open={entry !== undefined && !isBeside}
        onClose={() => onOpen(undefined)}
        title={entry ? titleOf(entry) : 'Row'}
        description={entry && placeOf(entry)}
        footer={entry && <Actions entry={entry} onChange={onChange} />}
      >
        {entry && <AuditDetails entry={entry} />}
      </SidePanel>
    )
  const at = rows.indexOf(entry)
  const step = (index: number) => {
    const row = rows[index]
    return { disabled: at < 0 || row === undefined, onClick: () => row && onOpen(row.eventId) }
  }
  return (
    <aside aria-label="Row" className="flex w-md shrink-0 flex-col border-s border-line">
      <header className="border-b border-line px-5 py-3">
        <div className="flex items-center text-xs text-quiet">
          <span className="flex-1">{placeOf(entry)}</span>
          <IconButton icon={ChevronUp} size="sm" label="Newer row" {...step(at - 1)} />
          <IconButton icon={ChevronDown} size="sm" label="Older row" {...step(at + 1)} />
          <IconButton icon={X} size="sm" label="Close" keys="escape" onClick={() => onOpen(undefined)} />
        </div>
        <h2 dir="auto" className="text-lg font-semibold text-balance">
          {titleOf(entry)}
        </h2>
      </header>
      <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
        <AuditDetails entry={entry} />
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-5 py-3">
        <Actions entry={entry} onChange={onChange} />
      </footer>
    </aside>
  )
}

function titleOf(entry: AuditEntry): string {
  const { action, object } = entry
  return [actorName(entry), actionPhrase(action) ?? action, object?.name].filter(Boolean).join(' ')
}

function placeOf({ number, createdAt }: AuditEntry): string {
  const when = moment.format(readTime(createdAt))
  return number === null ? when : `Row ${exactNumber(number)} · ${when}`
}

function Actions({ entry, onChange }: { entry: AuditEntry; onChange: Props['onChange'] }) {
  const navigate = useNavigate()
  const path = pathOf(entry)
  const go = () => path && void navigate({ to: path })
  useShortcut('o', go, path !== undefined, { inDialog: true })
  const { actor, object } = entry
  return (
    <>
      {path && (
        <Button icon={ExternalLink} keys="o" onClick={go}>
          Open
        </Button>
      )}
      {actor.actorId && (
        <Button
          look="quiet"
          onClick={() => onChange({ actorId: actor.actorId as string, actorKind: undefined })}
        >
          All by them
        </Button>
      )}
      {object && (
        <Button look="quiet" onClick={() => onChange({ objectId: object.objectId })}>
          History
        </Button>
      )}
      <span className="ms-auto">
        <CopyButton text={JSON.stringify(entry, null, 2)} label="Copy as JSON" />
      </span>
    </>
  )
}
