import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Check, CheckCheck, Globe, PencilLine, Sparkles, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { plainText } from '../../shared/plainText.ts'
import { keys } from '../api/keys.ts'
import { useMay } from '../api/session.ts'
import { compareWords } from '../documents/compare.ts'
import { nameOfProp, theBlock } from '../documents/words.ts'
import { pageDocumentQuery, pageQuery } from '../pages/queries.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { TextArea } from '../ui/fields.tsx'
import { notifyProblem } from '../ui/notify.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { ConflictPreview } from './ConflictPreview.tsx'
import { useMix } from './mix.ts'
import {
  type ConflictDecision,
  conflictsQuery,
  createRelease,
  decideConflicts,
  type OpenConflict,
} from './queries.ts'

/** What both the page and an audience changed: one after the other, keep or take. */
export function ConflictsScreen() {
  const { pageId } = useParams({ from: '/shell/pages/$pageId/conflicts' })
  const page = useQuery(pageQuery(pageId))
  const { data, error, refetch } = useQuery(conflictsQuery(pageId))
  const base = useQuery(pageDocumentQuery(pageId))
  const navigate = useNavigate()
  const mayPublish = useMay('publish')
  const publish = useMutation({
    mutationFn: () =>
      createRelease(pageId, {
        kind: 'base',
        audiences: { filter: { baseState: 'conflicts' } },
        conflicts: 'decided',
      }),
    onSuccess: ({ releaseId }) =>
      void navigate({
        to: '/pages/$pageId',
        params: { pageId },
        search: { tab: 'content', release: releaseId },
      }),
    onError: notifyProblem,
  })
  const decided = data?.decidedAudiences ?? 0
  const canPublish = mayPublish && decided > 0
  useShortcut('p', () => publish.mutate(), canPublish)
  return (
    <>
      <PageHeader
        title={data ? `Conflicts with revision ${data.revision}` : 'Conflicts'}
        above={{ label: page.data?.name ?? 'Page', to: `/pages/${pageId}` }}
        beside={
          data &&
          data.audiences > 0 && (
            <span className="flex items-center gap-2 text-sm text-quiet max-md:hidden">
              <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-pressed">
                <span
                  className="block h-full bg-good"
                  style={{ width: `${(100 * decided) / Math.max(1, data.audiences)}%` }}
                />
              </span>
              {decided} of {data.audiences} decided
            </span>
          )
        }
        action={
          mayPublish && (
            <Button
              look="primary"
              icon={Globe}
              keys="p"
              busy={publish.isPending}
              disabled={!canPublish}
              onClick={() => publish.mutate()}
            >
              Publish {decided} decided
            </Button>
          )
        }
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !base.data ? (
        <Skeleton className="m-6 h-64" />
      ) : data.items.length === 0 ? (
        <EmptyState
          icon={CheckCheck}
          title={data.unchecked > 0 ? 'Comparing the audiences…' : 'Nothing to decide'}
          action={
            <Button
              onClick={() =>
                void navigate({ to: '/pages/$pageId', params: { pageId }, search: { tab: 'content' } })
              }
            >
              Back to the page
            </Button>
          }
        >
          No audience changed what the page changed.
        </EmptyState>
      ) : (
        <Walk
          pageId={pageId}
          conflicts={data.items}
          nameOf={(conflict) => placeWords(conflict, base.data as never)}
        />
      )}
    </>
  )
}

/** Where a conflict is, as people speak of it: “Headline of the hero”. */
function placeWords({ place, kind }: OpenConflict, document: Parameters<typeof theBlock>[1]): string {
  if (place.part)
    return place.part === 'theme' ? `Look: ${nameOfProp(place.field ?? '')}` : `Title and description`
  const block = place.blockId ? theBlock(place.blockId, document) : 'the page'
  if (kind === 'removedByAudience') return `${capital(block)}, removed by the audience`
  if (kind === 'removedInBase') return `${capital(block)}, removed from the page`
  if (kind === 'moved') return `Place of ${block}`
  return `${capital(nameOfProp(place.field ?? place.list ?? ''))} of ${block}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type WalkProps = { pageId: string; conflicts: OpenConflict[]; nameOf: (conflict: OpenConflict) => string }

const keyOf = ({ audienceId, conflictId }: OpenConflict) => `${audienceId} ${conflictId}`

function Walk({ pageId, conflicts, nameOf }: WalkProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const [undone, setUndone] = useState<ConflictDecision[][]>([])
  const ordered = conflicts.toSorted((a, b) => a.conflictId.localeCompare(b.conflictId))
  const first = ordered.find(({ decision }) => decision === null) ?? ordered[0]
  const open = ordered.find((conflict) => keyOf(conflict) === chosen) ?? first
  const decide = useMutation({
    mutationFn: (decisions: ConflictDecision[]) => decideConflicts(pageId, decisions),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.releases.conflicts(pageId) }),
    onError: notifyProblem,
  })
  const place = open ? ordered.indexOf(open) : -1
  const go = (by: number) => {
    const next = ordered[(place + by + ordered.length) % ordered.length]
    if (next) setChosen(keyOf(next))
  }
  const settle = (decision: 'keep' | 'take' | 'text', isForAll = false, text?: string) => {
    if (!open) return
    const { audienceId, conflictId } = open
    const target = { conflictId, ...(!isForAll && { audienceId }) }
    setUndone([...undone, [{ ...target, decision: 'undecided' }]])
    decide.mutate([{ ...target, decision, ...(text !== undefined && { text }) }])
    const next = ordered.find(
      (conflict) =>
        conflict.decision === null && conflict !== open && !(isForAll && conflict.conflictId === conflictId),
    )
    if (next) setChosen(keyOf(next))
  }
  const undoLast = () => {
    const last = undone.at(-1)
    if (!last) return
    setUndone(undone.slice(0, -1))
    decide.mutate(last)
  }
  useShortcut('k', () => settle('keep'))
  useShortcut('t', () => settle('take'))
  useShortcut('shift+k', () => settle('keep', true))
  useShortcut('shift+t', () => settle('take', true))
  useShortcut('u', undoLast, undone.length > 0)
  useShortcut('arrowdown', () => go(1))
  useShortcut('arrowup', () => go(-1))
  const groups = Map.groupBy(ordered, ({ conflictId }) => conflictId)
  return (
    <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col">
      <nav
        aria-label="Conflicts"
        className="thin-scroll shrink-0 space-y-4 overflow-y-auto border-line p-2 max-lg:max-h-48 max-lg:border-b lg:w-76 lg:border-e"
      >
        {[...groups.values()].map((group) => (
          <div key={group[0]?.conflictId}>
            <h2 className="flex justify-between gap-2 px-2 py-1.5 text-xs text-quiet">
              <span className="truncate">{group[0] && nameOf(group[0])}</span>
              <span className="shrink-0">
                {group.filter(({ decision }) => decision !== null).length} of {group.length}
              </span>
            </h2>
            <ul className="space-y-px">
              {group.map((conflict) => (
                <li key={keyOf(conflict)}>
                  <button
                    type="button"
                    aria-current={conflict === open || undefined}
                    onClick={() => setChosen(keyOf(conflict))}
                    className={cx(
                      'flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-start text-sm max-lg:h-11',
                      conflict === open ? 'bg-tint' : 'hover:bg-hover',
                    )}
                  >
                    <Avatar name={conflict.audienceName} size={22} />
                    <span
                      className={cx('min-w-0 flex-1 truncate', conflict.decision === null && 'font-medium')}
                      dir="auto"
                    >
                      {conflict.audienceName}
                    </span>
                    {conflict.decision && (
                      <span className="flex items-center gap-1 text-xs text-good">
                        <Check aria-hidden className="size-3.5" />
                        {decisionWords[conflict.decision]}
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {open && (
        <Decide
          key={keyOf(open)}
          pageId={pageId}
          conflict={open}
          name={nameOf(open)}
          same={(groups.get(open.conflictId)?.length ?? 1) - 1}
          canUndo={undone.length > 0}
          onDecide={settle}
          onUndo={undoLast}
        />
      )}
    </div>
  )
}

const decisionWords = { keep: 'Kept', take: 'Took base', text: 'Rewritten' } as const

type DecideProps = {
  pageId: string
  conflict: OpenConflict
  name: string
  /** How many other audiences have the same conflict. */
  same: number
  canUndo: boolean
  onDecide: (decision: 'keep' | 'take' | 'text', isForAll?: boolean, text?: string) => void
  onUndo: () => void
}

function Decide({ pageId, conflict, name, same, canUndo, onDecide, onUndo }: DecideProps) {
  const { audienceName, was, base, audience, decision } = conflict
  const [isForAll, setIsForAll] = useState(false)
  const [draft, setDraft] = useState<string>()
  const isText = typeof audience === 'string' || typeof base === 'string'
  const { canMix, mix, isMixing } = useMix(pageId, conflict, setDraft)
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
          <Side
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
          <Side
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
            <TextArea
              label="Write another"
              value={draft}
              autoFocus
              onChange={({ target }) => setDraft(target.value)}
            />
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
            Do the same for the other {same} with this conflict
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

/** A value as text; objects by their first texts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return plainText(value)
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const texts = Object.entries(value).flatMap(([name, part]) => (name === 'id' ? [] : [textOf(part)]))
  return texts.filter(Boolean).slice(0, 6).join(' · ')
}

type SideProps = { title: string; was: unknown; value: unknown; isChosen: boolean; action: ReactNode }

function Side({ title, was, value, isChosen, action }: SideProps) {
  const pieces = compareWords(textOf(was), textOf(value)).filter(({ kind }) => kind !== 'removed')
  return (
    <article
      className={cx(
        'flex flex-col overflow-hidden rounded-xl border bg-raised',
        isChosen ? 'border-accent ring-1 ring-accent' : 'border-edge',
      )}
    >
      <h3 className="border-b border-line px-4 py-2.5 text-sm font-medium">{title}</h3>
      <p className="min-h-24 flex-1 px-4 py-4 text-lg break-words" dir="auto">
        {value === null ? (
          <span className="text-quiet">Removed</span>
        ) : (
          pieces.map(({ text, kind }, place) => {
            const key = `${place} ${kind}`
            return kind === 'added' ? (
              <ins key={key} className="rounded-sm bg-good-tint text-good no-underline">
                {text}
              </ins>
            ) : (
              <span key={key}>{text}</span>
            )
          })
        )}
      </p>
      <div className="flex justify-end px-4 pb-4">{action}</div>
    </article>
  )
}
