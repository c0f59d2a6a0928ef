import { ArrowRight, SpellCheck } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import type { Document } from '../documents/document.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.tsx'
import { fillGaps } from './findings.ts'
import type { ShareSubject } from './queries.ts'
import { useSaveDocument } from './saveTexts.ts'
import { type SpellingMistake, useIgnoreWord } from './spelling/queries.ts'
import { replaceWord, wordContext } from './spelling/words.ts'

type Props = {
  subject: ShareSubject
  document: Document
  mistakes: SpellingMistake[]
  /** Opens the editor, if texts can't be changed here. */
  onEdit: (() => void) | undefined
}

const mostShown = 3

/** Possible misspellings, each with a suggestion. */
export function SpellingLine({ subject, document, mistakes, onEdit }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? mistakes : mistakes.slice(0, mostShown)
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-center gap-3">
        <SpellCheck aria-hidden className="size-4 shrink-0 text-warn" />
        <p className="text-sm font-medium">
          {mistakes.length === 1 ? '1 word may be misspelt' : `${mistakes.length} words may be misspelt`}
        </p>
      </div>
      <ul className="mt-1 ps-7">
        {shown.map((mistake) => (
          <Word key={mistake.word} {...{ subject, document, mistake, onEdit }} />
        ))}
      </ul>
      {mistakes.length > shown.length && (
        <Button look="quiet" size="sm" className="ms-5" onClick={() => setIsOpen(true)}>
          Show {mistakes.length - shown.length} more
        </Button>
      )}
    </li>
  )
}

type WordProps = Omit<Props, 'mistakes'> & { mistake: SpellingMistake }

function Word({ subject, document, mistake, onEdit }: WordProps) {
  const { word, suggestion, places } = mistake
  const mayWrite = useMay('write')
  const save = useSaveDocument(subject)
  const ignore = useIgnoreWord()
  const fix = async () => {
    const written = places.map(
      ({ path, text }) => [{ path, label: '', value: text }, replaceWord(text, word, suggestion)] as const,
    )
    await save.mutateAsync(fillGaps(document, written))
    notify(`“${word}” is “${suggestion}” now`, { undo: () => save.mutateAsync(document) })
  }
  const { before, after } = wordContext(places[0]?.text ?? '', word)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="min-w-44 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
          <del className="decoration-danger/60">{word}</del>
          <ArrowRight aria-label="should be" className="size-3.5 text-quiet" />
          <ins className="font-medium no-underline">{suggestion}</ins>
        </p>
        <p className="truncate text-xs text-quiet">
          {before}
          <mark className="bg-transparent text-ink underline decoration-danger decoration-wavy">{word}</mark>
          {after}
          {places.length > 1 && ` and ${places.length - 1} more`}
        </p>
      </div>
      {mayWrite && (
        <div className="flex gap-1">
          <Button
            size="sm"
            className="max-md:h-11"
            busy={save.isPending}
            onClick={onEdit ?? (() => void fix().catch(() => undefined))}
          >
            {onEdit ? 'Edit' : 'Fix'}
          </Button>
          <Button
            look="quiet"
            size="sm"
            className="max-md:h-11"
            busy={ignore.isPending}
            onClick={() => ignore.mutate(word)}
          >
            Ignore
          </Button>
        </div>
      )}
    </li>
  )
}
