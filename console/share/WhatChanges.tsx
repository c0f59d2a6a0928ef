import { ChevronLeft, ChevronRight, GitCompareArrows } from 'lucide-react'
import { useMemo, useState } from 'react'
import { hasPrompt } from '../../shared/prompts.ts'
import { type BlockDifference, gatherChanges } from '../documents/Differences.tsx'
import { differencesOf } from '../documents/document.ts'
import { StagedPage } from '../documents/StagedPage.tsx'
import { SchemeButton } from '../documents/scheme.tsx'
import type { ChangeNumber } from '../documents/stage.ts'
import { useMarkedChanges } from '../documents/useMarkedChanges.ts'
import type { AudienceStanding } from '../status/queries.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Segments } from '../ui/Segments.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { countExampleFacts } from './findings.ts'
import type { PublishOffer } from './offer.ts'

type ChangesView = 'before' | 'changes' | 'after'
const views = [
  ['before', 'Before'],
  ['changes', 'Changes'],
  ['after', 'After'],
] as const

type Props = { offer: PublishOffer; standing: AudienceStanding | undefined; onBack: (() => void) | undefined }

/** The published page, the new one, and their differences. */
export function WhatChanges({ offer, standing, onBack }: Props) {
  const { before, after, operations, target, error } = offer
  const canCompare = before !== undefined && operations.length > 0
  const [chosen, setView] = useState<ChangesView>()
  const view: ChangesView = canCompare ? (chosen ?? 'changes') : 'after'
  const changes = useMemo(
    () => (before && after ? gatherChanges(operations, before, after) : []),
    [operations, before, after],
  )
  const isMarked = view === 'changes'
  const { stage, reveal, onEvent } = useMarkedChanges(
    isMarked ? operations : [],
    after,
    isMarked ? numbersOf(changes) : {},
  )
  useShortcut('b', () => setView('before'), canCompare, { inDialog: true })
  useShortcut('c', () => setView('changes'), canCompare, { inDialog: true })
  useShortcut('v', () => setView('after'), canCompare, { inDialog: true })
  const shown = view === 'before' ? before : after
  return (
    <section
      aria-label="What changes"
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 border-line bg-sunken p-4 lg:border-s"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {onBack && (
          <Button look="quiet" size="sm" icon={ChevronLeft} onClick={onBack}>
            Back
          </Button>
        )}
        <h3 className="text-sm font-semibold">{canCompare ? 'What changes' : 'What they will see'}</h3>
        <p className="min-w-0 flex-1 truncate text-sm text-quiet">{replacing(offer, standing)}</p>
        <SchemeButton inDialog />
        {canCompare && <Segments label="Show" options={views} value={view} onChange={setView} />}
      </div>
      {canCompare && isMarked && <Numbered changes={changes} onReveal={reveal} />}
      <div className="min-h-0 flex-1 overflow-hidden rounded-lg border border-edge bg-ground">
        {error ? (
          <ErrorState error={error} />
        ) : shown ? (
          <StagedPage
            ref={stage}
            document={shown}
            target={target}
            width={1280}
            glows={false}
            onEvent={onEvent}
            title="Preview of the page"
          />
        ) : (
          <Skeleton className="m-6 h-64" />
        )}
      </div>
    </section>
  )
}

function replacing(offer: PublishOffer, standing: AudienceStanding | undefined): string {
  const { kind, versionNumber, check, after } = offer
  if (kind === 'first' && after && !hasPrompt(JSON.stringify(after))) return ''
  if (kind === 'first')
    return check && after && countExampleFacts(check, after) > 0
      ? 'with the example’s facts in it'
      : 'visitors don’t see the questions marked in it'
  if (!standing || kind === 'none') return kind === 'none' ? 'visitors see this now' : ''
  if (kind === 'merge') return `with what changed in the page since version ${standing.newestVersion}`
  if (versionNumber === undefined) return ''
  const { isLive, shownVersion } = standing
  return isLive ? `version ${versionNumber} replaces version ${shownVersion}` : `version ${versionNumber}`
}

/** The numbers of changes in the list, by block, for the markers on the page. */
function numbersOf(changes: BlockDifference[]): Record<string, ChangeNumber> {
  return Object.fromEntries(
    changes.flatMap(({ blockId, kind, name }, index) =>
      blockId
        ? [[blockId, { value: index + 1, label: `Change ${index + 1}: ${kindWords[kind]} ${name}` }]]
        : [],
    ),
  )
}

type NumberedProps = { changes: BlockDifference[]; onReveal: (blockId: string) => void }
const kindWords = { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed', look: 'Changed' }

function Numbered({ changes, onReveal }: NumberedProps) {
  return (
    <ol
      aria-label="Changes, by their numbers on the page"
      className="thin-scroll flex max-h-24 flex-wrap gap-x-4 gap-y-1 overflow-y-auto text-sm"
    >
      {changes.map(({ id, kind, name, blockId }, index) => (
        <li key={id}>
          <button
            type="button"
            disabled={!blockId}
            title={blockId && `Show number ${index + 1} on the page`}
            onClick={() => blockId && onReveal(blockId)}
            className="flex items-center gap-2 rounded-sm text-start enabled:hover:underline"
          >
            <span
              aria-hidden
              className={cx(
                'grid size-4.5 shrink-0 place-items-center rounded-full border text-xs font-medium',
                kind === 'added'
                  ? 'border-good text-good'
                  : kind === 'removed'
                    ? 'border-danger text-danger'
                    : 'border-accent text-accent',
              )}
            >
              {index + 1}
            </span>
            {kindWords[kind]} {name}
          </button>
        </li>
      ))}
    </ol>
  )
}

type LineProps = { offer: PublishOffer; standing: AudienceStanding | undefined; onOpen: () => void }

/** Narrow screens show the number of changes and a button that opens the preview. */
export function ChangesLine({ offer, standing, onOpen }: LineProps) {
  const count = Object.keys(differencesOf(offer.operations)).length
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-3 rounded-lg border border-line p-3 text-start shadow-low"
    >
      <GitCompareArrows aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">
          {count === 0 ? 'Look at the page' : `${count} ${count === 1 ? 'block changes' : 'blocks change'}`}
        </span>
        <span className="block truncate text-sm text-quiet first-letter:uppercase">
          {replacing(offer, standing)}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
    </button>
  )
}
