import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Check,
  CircleAlert,
  CircleHelp,
  Image,
  type LucideIcon,
  Pencil,
  TriangleAlert,
  Unlink,
} from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import type { Document } from '../documents/document.ts'
import { examplesQuery } from '../examples/queries.ts'
import { type ExampleFact, leftOverFacts } from '../examples/words.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/states.tsx'
import { type ChecklistLine, fillGaps, linesOf } from './findings.ts'
import { GapForm } from './GapForm.tsx'
import type { PublishOffer } from './offer.ts'
import { closeShare, type ShareSubject } from './queries.ts'
import { SpellingLine } from './SpellingLine.tsx'
import { useSaveDocument } from './saveTexts.ts'
import { type Spelling, useSpelling } from './spelling/queries.ts'

type Props = { subject: ShareSubject; offer: Pick<PublishOffer, 'kind' | 'check' | 'after'> }

/** More findings are collapsed. */
const mostShown = 4

/** Findings to check before publishing, each with a way to fix it. */
export function Checklist({ subject, offer }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { check, after } = offer
  const spelling = useSpelling(subject, offer)
  const edit = useEdit(subject)
  const { data: examples = [] } = useQuery(examplesQuery)
  if (!check || !after) return <Skeleton className="h-16" />
  const lines = linesOf(check, after)
  const facts = leftOverFacts(after, examples)
  const shown = isOpen ? lines : lines.slice(0, mostShown)
  const count = lines.length + Math.min(spelling.mistakes.length, 1)
  // A merge is not saved as a version yet, so its texts are edited in the editor.
  const isHere = offer.kind !== 'merge' && !subject.versionId
  return (
    <section aria-label="To check">
      <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold">
        To check
        {count > 0 && (
          <span className="rounded-full bg-warn-tint px-2 text-xs leading-5 font-medium text-warn">
            {count}
          </span>
        )}
      </h3>
      {count > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {shown.map((line) => (
            <Line key={line.key} {...{ line, subject, isHere, edit }} document={after} />
          ))}
          {spelling.mistakes.length > 0 && (
            <SpellingLine
              {...{ subject, mistakes: spelling.mistakes }}
              document={after}
              onEdit={isHere ? undefined : () => edit()}
            />
          )}
        </ul>
      )}
      {lines.length > shown.length && (
        <Button look="quiet" size="sm" className="mt-1" onClick={() => setIsOpen(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
      <ExampleFacts facts={facts} onEdit={edit} />
      <Fine {...{ lines, spelling }} hasFacts={facts.length > 0} size={JSON.stringify(after).length} />
    </section>
  )
}

/** Opens the editor with a block selected. */
function useEdit({ pageId, audienceId }: ShareSubject) {
  const navigate = useNavigate()
  return (block?: string) => {
    closeShare()
    const search = block ? { block } : {}
    if (audienceId)
      void navigate({
        ...{ to: '/pages/$pageId/audiences/$audienceId/edit', params: { pageId, audienceId }, search },
      })
    else void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content', ...search } })
  }
}

/** Facts of the example that no question asks for; they may be wrong for this company. */
function ExampleFacts({ facts, onEdit }: { facts: ExampleFact[]; onEdit: (block?: string) => void }) {
  const mayWrite = useMay('write')
  if (facts.length === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-default text-warn">
        {facts.length === 1
          ? '1 other text with a figure, date or name is the example’s.'
          : `${facts.length} other texts with figures, dates or names are the example’s.`}
      </summary>
      <ul className="mt-1.5">
        {facts.map(({ blockId, path, text }) => (
          <li key={blockId + path}>
            {mayWrite ? (
              <button
                type="button"
                onClick={() => onEdit(blockId)}
                className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-start hover:bg-hover max-md:min-h-11"
              >
                <span className="min-w-0 flex-1">{text}</span>
                <Pencil aria-hidden className="size-3.5 shrink-0 text-faint" />
                <span className="sr-only">: edit in the page</span>
              </button>
            ) : (
              <span className="block px-2 py-1">{text}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

type FineProps = { lines: ChecklistLine[]; hasFacts: boolean; size: number; spelling: Spelling }

function Fine({ lines, hasFacts, size, spelling }: FineProps) {
  const has = (...names: string[]) => lines.some(({ key }) => names.some((name) => key.startsWith(name)))
  const fine = [
    !has('prompts') && !hasFacts && 'questions',
    !has('alts') && 'pictures',
    !has('placeholders') && 'placeholders',
    !has('link') && 'links',
    spelling.state === 'done' && spelling.mistakes.length === 0 && 'spelling',
    size < 300_000 && `size (${Math.max(1, Math.round(size / 1000))} KB of text)`,
  ].filter((part) => part !== false)
  const listed = new Intl.ListFormat('en').format(fine)
  return (
    <p className="mt-2 flex gap-2 text-sm text-quiet">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {lines.length + spelling.mistakes.length === 0 && !hasFacts
        ? 'Ready. Nothing to check.'
        : `${listed.charAt(0).toUpperCase()}${listed.slice(1)} ${fine.length === 1 ? 'is' : 'are'} fine.`}
      {spelling.state === 'checking' && ' Checking spelling …'}
    </p>
  )
}

function iconOf({ key, isError }: ChecklistLine): LucideIcon {
  if (isError) return CircleAlert
  if (key === 'prompts') return CircleHelp
  if (key === 'alts') return Image
  return key.startsWith('link') ? Unlink : TriangleAlert
}

type LineProps = {
  line: ChecklistLine
  subject: ShareSubject
  document: Document
  isHere: boolean
  edit: (block?: string) => void
}

function Line({ line, subject, document, isHere: canWriteHere, edit }: LineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const mayWrite = useMay('write')
  const save = useSaveDocument(subject)
  const Icon = iconOf(line)
  const isHere = canWriteHere && line.gaps.length > 0
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-center gap-3">
        <Icon aria-hidden className={cx('size-4 shrink-0', line.isError ? 'text-danger' : 'text-warn')} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-medium">{line.title}</p>
          {line.detail && <p className="text-sm text-quiet">{line.detail}</p>}
        </div>
        {mayWrite && (
          <Button
            className="max-md:h-11"
            aria-expanded={isHere ? isOpen : undefined}
            onClick={isHere ? () => setIsOpen(!isOpen) : () => edit(line.blockId)}
          >
            {isHere && isOpen ? 'Close' : line.verb}
          </Button>
        )}
      </div>
      {isOpen && isHere && (
        <GapForm
          gaps={line.gaps}
          isSaving={save.isPending}
          onSave={(written) =>
            save.mutate(fillGaps(document, written), { onSuccess: () => setIsOpen(false) })
          }
        />
      )}
    </li>
  )
}
