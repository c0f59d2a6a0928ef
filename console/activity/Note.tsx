import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { IconButton } from '../ui/Button.tsx'
import { NoteForm } from './NoteForm.tsx'
import { type Activity, textOf, useEditNote, useRemoveNote } from './queries.ts'

/** The text of a note, edited in place. Notes by the agent can be removed, but not edited. */
export function Note({ entry }: { entry: Activity }) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useEditNote(entry)
  const remove = useRemoveNote()
  const mayWrite = useMay('write')
  const text = textOf(entry)
  if (isEditing)
    return (
      <div className="mt-2">
        <NoteForm
          label="Note text"
          action="Save"
          start={text}
          error={edit.error}
          isBusy={edit.isPending}
          onSubmit={(next) =>
            next === text ? setIsEditing(false) : edit.mutate(next, { onSuccess: () => setIsEditing(false) })
          }
          onCancel={() => setIsEditing(false)}
        />
      </div>
    )
  return (
    <div className="relative mt-1.5 rounded-lg border border-line bg-sunken/60 px-3 py-2">
      <p className="text-base break-words whitespace-pre-wrap">{text}</p>
      {entry.updatedAt !== entry.createdAt && <p className="mt-1 text-xs text-faint">Edited</p>}
      {mayWrite && (
        <div className="absolute end-1 top-1 flex rounded-md bg-raised opacity-0 shadow-float transition-opacity group-hover/entry:opacity-100 focus-within:opacity-100 pointer-coarse:static pointer-coarse:mt-1 pointer-coarse:-ms-2 pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none">
          {entry.source === 'user' && (
            <IconButton icon={Pencil} label="Edit note" size="sm" onClick={() => setIsEditing(true)} />
          )}
          <IconButton icon={Trash2} label="Remove note" size="sm" onClick={() => void remove(entry)} />
        </div>
      )}
    </div>
  )
}
