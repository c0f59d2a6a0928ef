import { History, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { describe } from '../api/problem.ts'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/figures.tsx'
import type { DocumentEditor, SaveState } from './editor.ts'

type Props = { revision: number; save: SaveState; onHistory: () => void; onRetry: () => void }

/** The version that an audience's page is edited from, and whether the edits are saved as a new version. */
export function DraftLine({ version, save }: { version: number; save: SaveState }) {
  const words: Record<SaveState['kind'], string> = {
    saved: save.kind === 'saved' && save.at !== undefined ? 'Saved' : 'No changes yet',
    unsaved: 'Not saved as a version yet',
    saving: 'Saving…',
    failed: 'Not saved',
    conflict: 'Not saved',
  }
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <span className="font-medium whitespace-nowrap">Version {version}</span>
      <span role="status" className="truncate text-quiet max-md:sr-only">
        {words[save.kind]}
        {save.kind === 'failed' && `. ${describe(save.error).detail}`}
      </span>
    </span>
  )
}

/** The revision and whether it is saved; a click opens the history. */
export function SaveLine({ revision, save, onHistory, onRetry }: Props) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <button
        type="button"
        onClick={onHistory}
        className="flex h-8 min-w-0 items-center gap-2 rounded-md px-2 whitespace-nowrap hover:bg-hover max-md:hidden"
      >
        <History aria-hidden className="size-3.5 shrink-0 text-accent" />
        <span className="font-medium">Page version {revision}</span>
      </button>
      <span role="status" className="truncate text-quiet max-md:sr-only">
        <Saving save={save} />
      </span>
      {save.kind === 'failed' && (
        <Button size="sm" onClick={onRetry}>
          Save now
        </Button>
      )}
    </span>
  )
}

function Saving({ save }: { save: SaveState }) {
  if (save.kind === 'saved')
    return save.at === undefined ? null : (
      <>
        Saved <RelativeTime at={`+${save.at}`} />
      </>
    )
  if (save.kind === 'failed') return <Failed save={save} />
  return save.kind === 'conflict' ? 'Not saved' : 'Saving…'
}

function Failed({ save }: { save: Extract<SaveState, { kind: 'failed' }> }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (save.retryAt === undefined)
    return <span className="text-danger">Not saved. {describe(save.error).title}</span>
  const seconds = Math.max(1, Math.ceil((save.retryAt - now) / 1000))
  return <span className="text-danger">Not saved. Trying again in {seconds} s</span>
}

type ConflictProps = {
  editor: DocumentEditor
  save: SaveState
  isDraft: boolean
  isSeeing: boolean
  onSee: (isSeeing: boolean) => void
}

/** Another user saved the document meanwhile. The user chooses which version to keep. */
export function ConflictLine({ editor, save, isDraft, isSeeing, onSee }: ConflictProps) {
  if (save.kind !== 'conflict') return null
  const { madeBy, revision } = save.theirs
  const noun = isDraft ? 'version' : 'page version'
  const look = 'font-medium underline underline-offset-3 hover:no-underline'
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-warn/25 bg-warn-tint px-4 py-2.5 text-sm text-warn"
    >
      <Users aria-hidden className="size-4 shrink-0" />
      <span>
        {madeBy ?? 'Somebody else'} saved {noun} {revision} while you were editing.
      </span>
      <button type="button" className={look} onClick={() => onSee(!isSeeing)}>
        {isSeeing ? 'Back to mine' : 'See theirs'}
      </button>
      <button
        type="button"
        className={look}
        onClick={() => {
          onSee(false)
          editor.keepMine()
        }}
      >
        Keep mine on top
      </button>
      {isSeeing && (
        <button
          type="button"
          className={look}
          onClick={() => {
            onSee(false)
            editor.takeTheirs()
          }}
        >
          Discard mine
        </button>
      )}
    </div>
  )
}
