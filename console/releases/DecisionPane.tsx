import { Check, PencilLine, Sparkles, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/fields.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ConflictPreview } from './ConflictPreview.tsx'
import { ConflictSide, textOf } from './ConflictSide.tsx'
import { useMix } from './mix.ts'
import type { OpenConflict } from './queries.ts'

type Props = {
  pageId: string
  conflict: OpenConflict
  name: string
  /** The number of other undecided audiences with the same conflict. */
  same: number
  canUndo: boolean
  onDecide: (decision: 'keep' | 'take' | 'text', isForAll?: boolean, text?: string) => void
  onUndo: () => void
}

/** Both sides of a conflict, a preview of the page, and buttons to decide. */
export function DecisionPane({ pageId, conflict, name, same, canUndo, onDecide, onUndo }: Props) {
  const { audienceName, was, base, audience, decision } = conflict
  const [isForAll, setIsForAll] = useState(false)
  const [draft, setDraft] = useState<string>()
  const isText = typeof audience === 'string' || typeof base === 'string'
  const { canMix, mix, isMixing } = useMix(pageId, conflict, setDraft)
  useShortcut('k', () => onDecide('keep', isForAll))
  useShortcut('t', () => onDecide('take', isForAll))
  useShortcut('shift+k', () => onDecide('keep', true))
  useShortcut('shift+t', () => onDecide('take', true))
  useShortcut('e', () => setDraft(textOf(audience) || textOf(base)), isText && draft === undefined)
  useShortcut('a', mix, canMix && !isMixing && draft === undefined)
  return (
    <section aria-label={name} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="thin-scroll min-h-0 flex-1 space-y-5 overflow-y-auto p-6">
        <div>
          <h2 className="text-xl font-semibold">{name}</h2>
          <p className="mt-1 text-sm text-quiet">{audienceName}. Both sides changed it.</p>
        </div>
        {textOf(was) && (
          <p className="rounded-lg bg-sunken px-4 py-2.5 text-sm">
            <span className="me-3 text-quiet">It was</span>
            {textOf(was)}
          </p>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <ConflictSide
            title={`${audienceName}’s page`}
            was={was}
            value={audience}
            isChosen={decision === null || decision === 'keep'}
            action={
              <Button
                look={decision === 'keep' || decision === null ? 'primary' : 'plain'}
                icon={Check}
                keys="k"
                onClick={() => onDecide('keep', isForAll)}
              >
                Keep theirs
              </Button>
            }
          />
          <ConflictSide
            title="The page"
            was={was}
            value={base}
            isChosen={decision === 'take'}
            action={
              <Button
                look={decision === 'take' ? 'primary' : 'plain'}
                keys="t"
                onClick={() => onDecide('take', isForAll)}
              >
                Take base
              </Button>
            }
          />
        </div>
        <ConflictPreview conflict={conflict} pageId={pageId} written={draft ?? conflict.text ?? undefined} />
        {draft !== undefined && (
          <form
            className="space-y-2"
            onSubmit={(event) => {
              event.preventDefault()
              onDecide('text', isForAll, draft)
            }}
          >
            <TextArea label="Write another" value={draft} autoFocus onChange={setDraft} />
            <Button type="submit" look="primary" disabled={draft.trim() === ''}>
              Use this text
            </Button>
          </form>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-6 py-3 text-sm">
        {same > 0 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              checked={isForAll}
              onChange={({ target }) => setIsForAll(target.checked)}
            />
            Do the same for the other {same} that {same === 1 ? 'is' : 'are'} undecided
          </label>
        )}
        <span className="flex-1" />
        {canMix && (
          <Button look="quiet" icon={Sparkles} keys="a" busy={isMixing} onClick={mix}>
            Combine both
          </Button>
        )}
        {isText && (
          <Button
            look="quiet"
            icon={PencilLine}
            keys="e"
            onClick={() => setDraft(textOf(audience) || textOf(base))}
          >
            Write another
          </Button>
        )}
        <Button look="quiet" icon={Undo2} keys="u" disabled={!canUndo} onClick={onUndo}>
          Undo last
        </Button>
      </footer>
    </section>
  )
}
