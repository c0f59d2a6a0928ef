import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, CircleAlert, CircleHelp, Image, type LucideIcon, TriangleAlert, Unlink } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useMay } from '../api/session.ts'
import type { Document } from '../documents/document.ts'
import { pageDocumentQuery } from '../pages/queries.ts'
import { refreshStandings } from '../status/queries.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { notifyProblem } from '../ui/notify.tsx'
import { Skeleton } from '../ui/states.tsx'
import { type CheckLine, fillGaps, type Gap, linesOf } from './findings.ts'
import { GapForm } from './GapForm.tsx'
import type { Offer } from './offer.ts'
import { closeShare, type Subject } from './queries.ts'

type Props = { subject: Subject; offer: Offer }

/** As many as one reads before one publishes; the rest folds away. */
const mostShown = 4

/** What is worth a look before it is public, each with what settles it. */
export function Checklist({ subject, offer }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { check, after } = offer
  if (!check || !after) return <Skeleton className="h-16" />
  const lines = linesOf(check, after)
  const shown = isOpen ? lines : lines.slice(0, mostShown)
  return (
    <section aria-label="To check">
      <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold">
        To check
        {lines.length > 0 && (
          <span className="rounded-full bg-warn-tint px-2 text-xs leading-5 font-medium text-warn">
            {lines.length}
          </span>
        )}
      </h3>
      {lines.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {shown.map((line) => (
            <Line key={line.key} {...{ line, subject, offer }} document={after} />
          ))}
        </ul>
      )}
      {lines.length > shown.length && (
        <Button look="quiet" size="sm" className="mt-1" onClick={() => setIsOpen(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
      <Fine lines={lines} size={JSON.stringify(after).length} />
    </section>
  )
}

function Fine({ lines, size }: { lines: CheckLine[]; size: number }) {
  const has = (...names: string[]) => lines.some(({ key }) => names.some((name) => key.startsWith(name)))
  const fine = [
    !has('prompts') && 'questions',
    !has('alts') && 'pictures',
    !has('placeholders') && 'placeholders',
    !has('link') && 'links',
    size < 300_000 && `size (${Math.max(1, Math.round(size / 1000))} KB of text)`,
  ].filter((part) => part !== false)
  const listed = new Intl.ListFormat('en').format(fine)
  return (
    <p className="mt-2 flex gap-2 text-sm text-quiet">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
      {lines.length === 0
        ? 'Ready. Nothing to check.'
        : `${listed.charAt(0).toUpperCase()}${listed.slice(1)} ${fine.length === 1 ? 'is' : 'are'} fine`}
    </p>
  )
}

function iconOf({ key, isError }: CheckLine): LucideIcon {
  if (isError) return CircleAlert
  if (key === 'prompts') return CircleHelp
  if (key === 'alts') return Image
  return key.startsWith('link') ? Unlink : TriangleAlert
}

type LineProps = Props & { line: CheckLine; document: Document }

function Line({ line, subject, offer, document }: LineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  const mayWrite = useMay('write')
  const save = useSaveTexts(subject, document, () => setIsOpen(false))
  const Icon = iconOf(line)
  // A merge is not a version yet, so its texts are written in the editor.
  const isHere = line.gaps.length > 0 && offer.kind !== 'merge' && !subject.versionId
  const { pageId, audienceId } = subject
  const edit = () => {
    closeShare()
    if (audienceId)
      void navigate({ to: '/pages/$pageId/audiences/$audienceId/edit', params: { pageId, audienceId } })
    else void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content' } })
  }
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
            onClick={isHere ? () => setIsOpen(!isOpen) : edit}
          >
            {isHere && isOpen ? 'Close' : line.verb}
          </Button>
        )}
      </div>
      {isOpen && isHere && (
        <GapForm gaps={line.gaps} isSaving={save.isPending} onSave={(written) => save.mutate(written)} />
      )}
    </li>
  )
}

/** Keeps what was written as a new draft, or as a revision of the page while it has no audience. */
function useSaveTexts({ pageId, audienceId }: Subject, document: Document, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (written: (readonly [Gap, string])[]): Promise<unknown> => {
      const body = fillGaps(document, written)
      if (audienceId)
        return await ask(
          api.POST('/v0/pages/{page_id}/audiences/{audience_id}/versions', {
            params: { path: { page_id: pageId, audience_id: audienceId } },
            body: { document: body },
          }),
        )
      return await ask(
        api.PUT('/v0/pages/{page_id}/document', { params: { path: { page_id: pageId } }, body }),
      )
    },
    onSuccess: async () => {
      onSaved()
      await Promise.all([
        refreshStandings(client),
        client.invalidateQueries({ queryKey: pageDocumentQuery(pageId).queryKey }),
        client.invalidateQueries({ queryKey: keys.content(pageId) }),
        ...(audienceId ? [client.invalidateQueries({ queryKey: keys.studio.all(audienceId) })] : []),
      ])
    },
    onError: notifyProblem,
  })
}
